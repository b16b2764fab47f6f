internal import Glibc
internal import Messages

/// A new file that is written here and there: containers whose index is known only at the end.
///
/// A staged file's writer; the sink makes it durable.
public final class RandomAccessWriter {
  /// Where it is.
  public let path: FilePath
  private var descriptor: Int32

  /// Makes a new file.
  /// - Throws: `destinationExists`, `diskFull`, `cannotWrite`.
  public init(creating path: FilePath) throws {
    self.path = path
    do throws(SystemError) {
      // As OpenFile(creating:), and readable.
      descriptor = try SystemCalls.open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW)
    } catch { throw error.whenWriting(path) }
  }

  deinit { if descriptor >= 0 { _ = Glibc.close(descriptor) } }

  /// Writes all of `buffer` at `offset`.
  /// - Throws: `diskFull`, `cannotWrite`.
  public func write(_ buffer: UnsafeRawBufferPointer, at offset: Int64) throws {
    guard let start = buffer.baseAddress else { return }
    var written = 0
    while written < buffer.count {
      let count = pwrite(descriptor, start + written, buffer.count - written, Int(clamping: offset) + written)
      if count > 0 {
        written += count
      } else if count == 0 || errno != EINTR {
        throw SystemError(code: count == 0 ? EIO : errno, call: "pwrite").whenWriting(path)
      }
    }
  }

  /// So many bytes from `offset` on; fewer at the end.
  /// - Throws: `cannotWrite`.
  public func read(at offset: Int64, count: Int) throws -> [UInt8] {
    try [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
      while filled < buffer.count, let start = buffer.baseAddress {
        let count = pread(descriptor, start + filled, buffer.count - filled, Int(clamping: offset) + filled)
        if count == 0 { break }
        if count > 0 {
          filled += count
        } else if errno != EINTR {
          throw SystemError(code: errno, call: "pread").whenWriting(path)
        }
      }
    }
  }

  /// Closes it, with errors seen that come only now.
  /// - Throws: `diskFull`, `cannotWrite`.
  public func close() throws {
    guard descriptor >= 0 else { return }
    let descriptor = descriptor
    self.descriptor = -1
    do throws(SystemError) { try SystemCalls.close(descriptor) } catch { throw error.whenWriting(path) }
  }
}
