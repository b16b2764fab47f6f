internal import Files
internal import Library

/// The kernel locks of a library: byte ranges of one file, dropped by the kernel with the process that holds them, so
/// there is no stale lock to break.
final class SinkLocks {
  private let lock: ByteRangeLock
  /// Byte 0: choosing names, renaming and registering. Byte 1: making and removing runs. Byte 2: making a collage, which takes
  /// what the machine has.
  private static let commitOffset: Int64 = 0
  private static let runsOffset: Int64 = 1
  private static let collageOffset: Int64 = 2
  /// Copies lock the byte that their key hashes to, above this one; two keys on one byte only wait for each other.
  private static let firstCopyOffset: Int64 = 1 << 16

  init(library: Library) throws {
    lock = try ByteRangeLock(library.locksFolder.appending("sink"))
  }

  func whileHoldingCommit<Result>(_ body: () throws -> Result) throws -> Result {
    try lock.withLock(at: Self.commitOffset, body)
  }

  func whileHoldingRuns<Result>(_ body: () throws -> Result) throws -> Result {
    try lock.withLock(at: Self.runsOffset, body)
  }

  /// Always taken before that of a copy.
  /// - Parameter waiting: called where somebody else holds it.
  func whileHoldingCollage<Result>(waiting: () -> Void, _ body: () throws -> Result) throws -> Result {
    if try !lock.tryLockExclusive(at: Self.collageOffset) {
      waiting()
      try lock.lockExclusive(at: Self.collageOffset)
    }
    defer { try? lock.unlock(at: Self.collageOffset) }
    return try body()
  }

  func whileHolding<Result>(copy key: CopyKey, _ body: () throws -> Result) throws -> Result {
    let text = key.sourceHash.hex + key.recipeHash + key.folder.lossyString
    let digits = ContentHash(of: Array(text.utf8)).hex.prefix(12)
    let number = Int64(digits, radix: 16) ?? 0
    return try lock.withLock(at: Self.firstCopyOffset + number, body)
  }
}
