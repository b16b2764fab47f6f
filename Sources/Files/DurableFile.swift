internal import Glibc
internal import Messages

/// Writes that are either wholly there after a power cut or not at all, and that never replace a file.
///
/// Every function throws `diskFull`, `destinationExists` or `cannotWrite` (with the path and the system's own
/// words).
public enum DurableFile {
  /// Writes a new file and waits until its bytes are on the disk (fsync); its name is durable only after
  /// `synchronizeDirectory`. A file that could not be finished is removed.
  ///
  /// - Parameters:
  ///   - modification: the time to give the file; nil leaves the system's.
  ///   - permissions: nil for 0666 less the umask, as ordinary programs do.
  /// - Returns: the status of the finished file.
  @discardableResult
  public static func write(
    _ bytes: [UInt8],
    to path: FilePath,
    modification: FileTime? = nil,
    permissions: UInt32? = nil
  ) throws -> FileStatus {
    try create(path, modification: modification, permissions: permissions) { (file) throws(SystemError) in
      try bytes.withUnsafeBufferPointer { (buffer) throws(SystemError) in
        try file.writeAll(UnsafeRawBufferPointer(buffer))
      }
    }
  }

  /// Writes a new file as `write` does, but does not wait for the disk: its bytes begin to go there while the caller goes on.
  /// Nothing may rely on the file before `synchronize` has waited for it.
  @discardableResult
  public static func begin(
    _ bytes: [UInt8],
    at path: FilePath,
    modification: FileTime? = nil
  ) throws -> FileStatus {
    try create(path, modification: modification, permissions: nil, waits: false) {
      (file) throws(SystemError) in
      try bytes.withUnsafeBufferPointer { (buffer) throws(SystemError) in
        try file.writeAll(UnsafeRawBufferPointer(buffer))
      }
    }
  }

  /// Copies a file's content into a new file, as `write` does; the source's modification time is kept.
  @discardableResult
  public static func copy(_ source: FilePath, to path: FilePath) throws -> FileStatus {
    let file = try FileReader.translating(source) { try OpenFile(reading: source) }
    let status = try FileReader.translating(source) { try FileReader.regular(file, source) }
    return try create(path, modification: status.modification, permissions: nil) {
      (target) throws(SystemError) in
      let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 64)
      defer { piece.deallocate() }
      while true {
        let count = try file.fill(piece)
        if count == 0 { return }
        try target.writeAll(UnsafeRawBufferPointer(rebasing: piece[..<count]))
      }
    }
  }

  /// Gives an existing file that this program made its modification time, and waits for the disk.
  public static func setModification(_ time: FileTime, of path: FilePath) throws {
    try translating(path) { () throws(SystemError) in
      let file = OpenFile(adopting: try SystemCalls.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK))
      try SystemCalls.setModification(time, of: file.descriptor)
      try file.synchronize()
    }
  }

  /// Waits until a file's bytes are on the disk. An I/O error that the system remembers from earlier comes
  /// out here.
  public static func synchronize(_ path: FilePath) throws {
    try translating(path) { () throws(SystemError) in
      let file = OpenFile(adopting: try SystemCalls.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK))
      try file.synchronize()
    }
  }

  /// Waits until the names in a folder are on the disk.
  public static func synchronizeDirectory(_ folder: FilePath) throws {
    try translating(folder) { () throws(SystemError) in try OpenFile(folder: folder).synchronize() }
  }

  /// Gives a file its final name unless that name is taken, in one step.
  ///
  /// renameat2(2) with RENAME_NOREPLACE; where the filesystem does not know the flag, link(2) and unlink(2),
  /// which never replace either (for an instant both names exist). Never a plain rename.
  ///
  /// - Throws: `destinationExists`; `cannotWrite` where neither way is possible, as between two filesystems.
  public static func renameWithoutReplacing(_ from: FilePath, to: FilePath) throws {
    try translating(to) { () throws(SystemError) in try rename(from, to) }
  }

  /// Removes a file; one that is gone already is no error.
  public static func remove(_ path: FilePath) throws {
    try translating(path) { () throws(SystemError) in
      do throws(SystemError) { try SystemCalls.unlink(path) } catch {
        if error.code != ENOENT { throw error }
      }
    }
  }

  /// Removes a folder with all that is in it, following no link; one that is gone already is no error.
  public static func removeTree(_ folder: FilePath) throws {
    try translating(folder) { () throws(SystemError) in try removeAll(folder) }
  }

  /// Makes a folder and those above it where they are missing, each durable in the one above.
  public static func makeDirectories(_ folder: FilePath) throws {
    if let status = try? FileStatus.of(folder) {
      if status.kind == .directory { return }
      throw SystemError(code: ENOTDIR, call: "mkdir").whenWriting(folder)
    }
    let parent = folder.parent
    if parent != folder { try makeDirectories(parent) }
    try translating(folder) { () throws(SystemError) in
      do throws(SystemError) { try SystemCalls.makeDirectory(folder) } catch {
        // Another process may have made it since.
        let status = try? SystemCalls.status(of: folder, followLinks: true)
        if error.code != EEXIST || status?.kind != .directory { throw error }
      }
      try OpenFile(folder: parent).synchronize()
    }
  }

  /// Makes a folder that nobody else can look into; it must not be there yet. Not durable: for what ends with the process.
  /// - Throws: `cannotWrite`, `diskFull`.
  public static func makePrivateDirectory(_ folder: FilePath) throws {
    try translating(folder) { () throws(SystemError) in try SystemCalls.makeDirectory(folder, mode: 0o700) }
  }

  /// The plain rename or its substitute, with the system's own error.
  static func rename(_ from: FilePath, _ to: FilePath) throws(SystemError) {
    do throws(SystemError) { try SystemCalls.renameWithoutReplacing(from, to) } catch {
      guard [EINVAL, ENOSYS, EOPNOTSUPP].contains(error.code) else { throw error }
      try SystemCalls.link(from, to)
      try SystemCalls.unlink(from)
    }
  }

  static func translating<Result: ~Copyable>(
    _ path: FilePath,
    _ body: () throws(SystemError) -> Result
  ) throws -> Result {
    do throws(SystemError) { return try body() } catch { throw error.whenWriting(path) }
  }

  /// A `SystemError` of `fill` is one of writing; a problem with a source is thrown as it is.
  static func create(
    _ path: FilePath,
    modification: FileTime?,
    permissions: UInt32?,
    waits: Bool = true,
    _ fill: (borrowing OpenFile) throws -> Void
  ) throws -> FileStatus {
    let file = try translating(path) { () throws(SystemError) in try OpenFile(creating: path) }
    do {
      try fill(file)
      if let permissions { try SystemCalls.setPermissions(permissions, of: file.descriptor) }
      if let modification { try SystemCalls.setModification(modification, of: file.descriptor) }
      if waits { try file.synchronize() } else { file.beginWritingOut() }
      let status = try file.status
      try file.close()
      return status
    } catch {
      // The file is ours (O_EXCL) and of no use to anybody.
      try? SystemCalls.unlink(path)
      throw (error as? SystemError)?.whenWriting(path) ?? error
    }
  }

  private static func removeAll(_ folder: FilePath) throws(SystemError) {
    do throws(SystemError) {
      let open = try OpenFile(folder: folder, followLinks: false)
      for entry in try SystemCalls.entries(of: open.release()) {
        let path = folder.appending(entry.name)
        if try SystemCalls.status(of: path, followLinks: false).kind == .directory {
          try removeAll(path)
        } else {
          try SystemCalls.unlink(path)
        }
      }
      try SystemCalls.removeDirectory(folder)
    } catch {
      if error.code != ENOENT { throw error }
    }
  }
}
