public import Files

/// One run of the program in a library: its staging folder, and a lock by which others see that it lives.
///
/// The kernel drops the lock when the process ends, however it ends. So what belongs to a run whose lock can
/// be had is what a dead run has left.
public final class LibraryRun {
  /// The run's name: 8 hex digits, part of the names of its part files.
  public let id: String
  /// Where this run makes its files; gone when the value is.
  public let stagingFolder: FilePath

  private let library: Library
  private let lock: ByteRangeLock

  /// Starts a run.
  public init(in library: Library) throws {
    self.library = library
    let id = String(newUUID().prefix(8))
    self.id = id
    // A run takes its lock before its folder exists, and looking for the dead starts from folders.
    lock = try library.registryLock().withLock {
      let lock = try ByteRangeLock(library.lockPath(ofRun: id))
      try lock.lockExclusive(at: 0)
      return lock
    }
    stagingFolder = library.stagingFolder.appending(id)
    try DurableFile.makeDirectories(stagingFolder)
  }

  deinit {
    try? DurableFile.removeTree(stagingFolder)
    try? DurableFile.remove(library.lockPath(ofRun: id))
  }
}

extension Library {
  /// Whether a run is still at work, in this process or another.
  public func isAlive(run id: String) throws -> Bool {
    let path = lockPath(ofRun: id)
    return try registryLock().withLock {
      if try FileStatus.ifPresent(path, followLinks: false) == nil { return false }
      let lock = try ByteRangeLock(path)
      return try !lock.tryLockExclusive(at: 0)
    }
  }

  /// The runs that have ended without clearing away their staging folders or lock files, sorted by name.
  public func deadRuns() throws -> [String] {
    let staged = try DirectoryWalk.names(in: stagingFolder).compactMap { FilePath(bytes: $0).utf8 }
    let locked = try DirectoryWalk.names(in: locksFolder).compactMap { name -> String? in
      guard let name = FilePath(bytes: name).utf8, name.hasPrefix("run-"), name.hasSuffix(".lock") else {
        return nil
      }
      return String(name.dropFirst("run-".count).dropLast(".lock".count))
    }
    return try Set(staged + locked).sorted().filter { try !isAlive(run: $0) }
  }

  /// Removes what a dead run has left in the staging and lock folders. Its intents must be rolled forward or
  /// back before: they need the staged files.
  public func removeRemains(ofRun id: String) throws {
    try DurableFile.removeTree(stagingFolder.appending(id))
    try registryLock().withLock { try DurableFile.remove(lockPath(ofRun: id)) }
  }

  func lockPath(ofRun id: String) -> FilePath { locksFolder.appending("run-\(id).lock") }

  /// Held while run locks are made, tried and removed, so that no lock file is taken away from under its new
  /// owner.
  func registryLock() throws -> ByteRangeLock { try ByteRangeLock(locksFolder.appending("runs.lock")) }
}
