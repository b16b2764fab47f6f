internal import CSystem
internal import Glibc
internal import Messages

/// A file without a name, for bytes that come from elsewhere: it is gone when its owner is, however the process ends.
///
/// Read by its path like any other, as often as one likes, as long as the owner lives. Not shared between threads.
public final class UnnamedFile {
  private let descriptor: Int32
  /// Bytes written so far.
  public private(set) var byteCount: Int64 = 0

  /// Makes an empty file in the folder for temporary files.
  /// - Throws: `diskFull`, `cannotWrite`.
  public init() throws {
    let folder = FilePath.temporaryFolder
    do throws(SystemError) {
      descriptor = try Self.make(in: folder)
    } catch { throw error.whenWriting(folder) }
  }

  /// open(2): O_TMPFILE needs support by the filesystem; without it, a name that exists for a moment.
  private static func make(in folder: FilePath) throws(SystemError) -> Int32 {
    do throws(SystemError) {
      return try SystemCalls.open(folder, shiying_tmpfile() | O_RDWR, mode: 0o600)
    } catch  where [EOPNOTSUPP, EISDIR, ENOENT, EINVAL].contains(error.code) {
      let path = folder.appending(".shiying-\(getpid())-\(UInt64.random(in: 0 ... .max))")
      let descriptor = try SystemCalls.open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
      _ = path.withCString { unlink($0) }
      return descriptor
    }
  }

  deinit { _ = Glibc.close(descriptor) }

  /// Where the bytes can be read.
  public var path: FilePath { FilePath("/proc/self/fd/\(descriptor)") }

  /// Puts bytes at the end.
  /// - Throws: `diskFull`, `cannotWrite`.
  public func append(_ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes
    do throws(SystemError) {
      while !rest.isEmpty {
        let count = try SystemCalls.write(descriptor, rest)
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        byteCount += Int64(count)
      }
    } catch { throw error.whenWriting(FilePath.temporaryFolder) }
  }

  /// Takes bytes away from the end; at most all of them. Nothing can be put there afterwards.
  /// - Throws: `cannotWrite`.
  public func removeLast(_ count: Int64) throws {
    let rest = max(0, byteCount - count)
    guard ftruncate(descriptor, off_t(rest)) == 0 else {
      throw SystemError(code: errno, call: "ftruncate").whenWriting(FilePath.temporaryFolder)
    }
    byteCount = rest
  }
}
