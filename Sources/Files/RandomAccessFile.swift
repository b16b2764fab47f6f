internal import Glibc
internal import Messages

/// A regular file that is read here and there without being taken into memory: videos are larger than that.
///
/// Reads do not share a position, so one value serves several readers.
public final class RandomAccessFile: Sendable {
  /// Where it is.
  public let path: FilePath
  /// Its status when it was opened.
  public let status: FileStatus
  private let descriptor: Int32

  /// Opens a file for reading.
  /// - Throws: `inputMissing`, `inputNotAFile`, `inputUnreadable`.
  public init(_ path: FilePath) throws {
    let (descriptor, status) = try FileReader.translating(path) { () throws in
      let file = try OpenFile(reading: path)
      let status = try FileReader.regular(file, path)
      return (file.release(), status)
    }
    self.path = path
    self.status = status
    self.descriptor = descriptor
  }

  deinit { _ = Glibc.close(descriptor) }

  /// Bytes in the file when it was opened.
  public var size: Int64 { status.size }

  /// Fills `buffer` from `offset` on, as far as there are bytes; gives their number, 0 at the end.
  /// - Throws: `inputUnreadable`.
  public func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard let start = buffer.baseAddress, buffer.count > 0, offset >= 0 else { return 0 }
    var filled = 0
    while filled < buffer.count {
      let count = pread(descriptor, start + filled, buffer.count - filled, Int(clamping: offset) + filled)
      if count == 0 { break }
      if count < 0 {
        if errno == EINTR { continue }
        throw SystemError(code: errno, call: "pread").whenReading(path)
      }
      filled += count
    }
    return filled
  }

  /// - Throws: `inputChanged` where the file is not the one any more that was opened: other size or times.
  public func checkUnchanged() throws {
    let now = try FileReader.translating(path) { () throws in try SystemCalls.status(of: descriptor) }
    if now != status { throw FileReader.changed(path) }
  }
}
