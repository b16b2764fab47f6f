import TestSupport
import Testing

@testable import Files

@Suite struct ByteRangeLockTests {
  @Test func `excludes others byte by byte, until it is let go or closed`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path.appending("lock")
    let other = try ByteRangeLock(path)
    do {
      let lock = try ByteRangeLock(path)
      try lock.lockExclusive(at: 7)
      #expect(try !other.tryLockExclusive(at: 7))
      #expect(try other.tryLockExclusive(at: 8))
      try lock.unlock(at: 7)
      #expect(try other.tryLockExclusive(at: 7))
      try other.unlock(at: 7)
      #expect(try !lock.withLock(at: 7) { try other.tryLockExclusive(at: 7) })
      #expect(try other.tryLockExclusive(at: 7))
      try other.unlock(at: 7)
      try lock.lockExclusive(at: 7)
    }
    #expect(try other.tryLockExclusive(at: 7))
  }

  @Test func `takes a far offset`() throws {
    let folder = try TemporaryFolder()
    let lock = try ByteRangeLock(folder.path.appending("lock"))
    #expect(try lock.tryLockExclusive(at: Int64.max - 1))
  }
}

@Suite struct FilesystemKindTests {
  @Test func `knows a local filesystem`() throws {
    let folder = try TemporaryFolder()
    #expect(try !FilesystemKind.of(folder.path).name.isEmpty)
    #expect(throws: (any Error).self) { try FilesystemKind.of(folder.path.appending("no")) }
  }
}
