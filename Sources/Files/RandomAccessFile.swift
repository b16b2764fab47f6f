internal import Glibc
internal import Messages

/// A source that is read by ranges, for files too large for memory: opened once, so that all ranges come from one file
/// even if its name goes to another meanwhile.
public final class RandomAccessFile: Sendable {
  /// The file's path, for messages.
  public let path: FilePath
  /// Its status when it was opened.
  public let status: FileStatus
  private let file: OpenFile

  /// Opens a regular file for reading.
  /// - Throws: `inputMissing`, `inputNotAFile`, `inputUnreadable`.
  public init(_ path: FilePath) throws {
    self.path = path
    let file = try FileReader.translating(path) { try OpenFile(reading: path) }
    status = try FileReader.translating(path) { try FileReader.regular(file, path) }
    self.file = file
  }

  /// Length when it was opened.
  public var byteCount: Int { Int(clamping: status.size) }

  /// Fills `buffer` from `offset` on, as far as there are bytes; gives their number, 0 at the end.
  /// - Throws: `inputUnreadable`.
  public func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    guard buffer.count > 0, offset >= 0 else { return 0 }
    return try FileReader.translating(path) { try file.fill(buffer, at: offset) }
  }

  /// The bytes of a range; what lies behind the end is cut off.
  /// - Throws: `inputChanged` where the file has become shorter, `inputUnreadable`.
  public func read(_ range: Range<Int>) throws -> [UInt8] {
    let range = range.clamped(to: 0..<byteCount)
    let bytes = try FileReader.translating(path) { () throws in
      try [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
        count = try file.fill(UnsafeMutableRawBufferPointer(buffer), at: Int64(range.lowerBound))
      }
    }
    if bytes.count != range.count { throw FileReader.changed(path) }
    return bytes
  }

  /// Throws `inputChanged` where the file is no longer what it was when it was opened.
  public func checkUnchanged() throws {
    let now = try FileReader.translating(path) { try file.status }
    if now != status { throw FileReader.changed(path) }
  }
}
