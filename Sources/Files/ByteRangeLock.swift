internal import CSystem
internal import Glibc

/// Locks on single bytes of a file, dropped by the kernel when the process ends: there is no stale lock.
///
/// Open file description locks (fcntl(2), F_OFD_SETLKW). They exclude other `ByteRangeLock` objects, in this
/// process and in others; one object excludes nothing from itself, so each thread needs its own.
public final class ByteRangeLock: Sendable {
  private let path: FilePath
  private let file: OpenFile

  /// Opens the lock file, making it where it is missing.
  /// - Throws: `cannotWrite`.
  public init(_ path: FilePath) throws {
    self.path = path
    file = try DurableFile.translating(path) { () throws(SystemError) in
      OpenFile(adopting: try SystemCalls.open(path, O_RDWR | O_CREAT | O_NOFOLLOW))
    }
  }

  /// Waits until nobody else holds the byte at `offset`, and holds it.
  public func lockExclusive(at offset: Int64) throws {
    try DurableFile.translating(path) { () throws(SystemError) in
      try SystemCalls.lock(file.descriptor, type: F_WRLCK, at: offset, waiting: true)
    }
  }

  /// Holds the byte at `offset` if nobody else does; false otherwise.
  public func tryLockExclusive(at offset: Int64) throws -> Bool {
    try DurableFile.translating(path) { () throws(SystemError) in
      do throws(SystemError) {
        try SystemCalls.lock(file.descriptor, type: F_WRLCK, at: offset, waiting: false)
        return true
      } catch {
        if error.code == EAGAIN || error.code == EACCES { return false }
        throw error
      }
    }
  }

  /// Lets the byte at `offset` go.
  public func unlock(at offset: Int64) throws {
    try DurableFile.translating(path) { () throws(SystemError) in
      try SystemCalls.lock(file.descriptor, type: F_UNLCK, at: offset, waiting: false)
    }
  }

  /// Runs `body` while holding the byte at `offset`.
  public func withLock<Result>(at offset: Int64 = 0, _ body: () throws -> Result) throws -> Result {
    try lockExclusive(at: offset)
    defer { try? unlock(at: offset) }
    return try body()
  }
}
