public import Files
public import Messages

/// A folder with two albums of copies and a catalogue of assets.
///
/// Used by one thread at a time; other threads and processes open the same folder for themselves.
public final class Library {
  /// The library's folder; absolute, with symbolic links resolved.
  public let root: FilePath
  /// The catalogue.
  public let catalogue: Catalogue
  /// Whether nothing can be written there (a read-only filesystem, somebody else's folder): it can be read all the same.
  public let isReadOnly: Bool
  /// What there is to say about the library as a whole.
  public let notes: [Note]

  static let innerFolderName = ".shiying"

  private init(root: FilePath, catalogue: Catalogue, isReadOnly: Bool, notes: [Note]) {
    self.root = root
    self.catalogue = catalogue
    self.isReadOnly = isReadOnly
    self.notes = notes
  }

  /// Opens the library in `folder`. Safe while other processes make or open the same one.
  ///
  /// - Parameters:
  ///   - create: makes what is missing: the folder, its albums, the catalogue. Without it a library that can't be
  ///     written is opened for reading.
  ///   - albumNames: used only when the catalogue is made; later the catalogue's own names hold.
  ///   - filesystem: what the folder lies on; nil asks the system. On a network filesystem SQLite's
  ///     write-ahead log does not work (https://www.sqlite.org/wal.html), so a rollback
  ///     journal is used and a note says so.
  ///   - waitingMilliseconds: how long to wait for another process's lock before `libraryBusy`.
  /// - Throws: `libraryMissing`, `libraryUnusable`, `libraryTooNew`, `libraryBusy`, `badName`, `cannotWrite`, `diskFull`.
  public static func open(
    at folder: FilePath,
    create: Bool,
    albumNames: AlbumNames = .standard,
    filesystem: (isNetwork: Bool, name: String)? = nil,
    waitingMilliseconds: Int = 10_000
  ) throws -> Library {
    try albumNames.validate()
    let alias = try folder.absolute()
    let inner = alias.appending(innerFolderName)
    let unknownFiles = try unknownFileCount(alias, albumNames)
    if create {
      try DurableFile.makeDirectories(inner.appending("staging"))
      try DurableFile.makeDirectories(inner.appending("locks"))
    } else if try FileStatus.ifPresent(inner.appending(catalogueName)) == nil {
      throw Problem(.libraryMissing, ["path": folder.lossyString])
    }
    let root = try alias.resolvingSymbolicLinks()
    if !create && !FileStatus.isWritable(inner) { return try openForReading(root, alias: alias) }
    let kind = try filesystem ?? FilesystemKind.of(root)
    let wait = Int32(clamping: waitingMilliseconds)
    // Making the tables and changing the journal mode answer SQLITE_BUSY without waiting where two processes
    // do it at once, so they take turns.
    let lock = try ByteRangeLock(root.appending("\(innerFolderName)/locks/open.lock"))
    let catalogue = try lock.withLock {
      let connection = try openConnection(
        root.appending("\(innerFolderName)/\(catalogueName)"),
        create: create,
        isNetwork: kind.isNetwork,
        wait: wait
      )
      try Schema.prepare(connection)
      try Schema.verifyTables(connection)
      let catalogue = Catalogue(connection, root: root, alias: alias)
      try catalogue.makeOwnAlbums(albumNames)
      return catalogue
    }
    for kind in AlbumKind.allCases where create {
      try DurableFile.makeDirectories(catalogue.ownAlbum(kind).folder)
    }
    var notes = kind.isNetwork ? [Note(.networkFilesystem, ["filesystem": kind.name])] : []
    if unknownFiles > 0 { notes.append(Note(.catalogueIsNew, ["count": "\(unknownFiles)"])) }
    return Library(root: root, catalogue: catalogue, isReadOnly: false, notes: notes)
  }

  /// How many files lie in the albums of a library that has no catalogue: it was lost, and what it knew with it.
  /// - Throws: `libraryUnusable` where a catalogue is there but empty, as after a crash of the disk: a new one must not
  ///   take its place unasked.
  private static func unknownFileCount(_ folder: FilePath, _ names: AlbumNames) throws -> Int {
    let path = folder.appending("\(innerFolderName)/\(catalogueName)")
    let status = try FileStatus.ifPresent(path)
    guard (status?.size ?? 0) == 0 else { return 0 }
    let count = AlbumKind.allCases.reduce(0) { count, kind in
      count + ((try? DirectoryWalk.names(in: folder.appending(names[kind])).count) ?? 0)
    }
    if status != nil && count > 0 {
      throw Problem(.libraryUnusable, ["path": folder.lossyString, "detail": "\(catalogueName): 0 B"])
    }
    return count
  }

  /// Opens what can only be read: nothing is locked, migrated or recovered.
  private static func openForReading(_ root: FilePath, alias: FilePath) throws -> Library {
    let path = root.appending("\(innerFolderName)/\(catalogueName)")
    let log = try FileStatus.ifPresent(root.appending("\(innerFolderName)/\(catalogueName)-wal"))
    // Without a log nobody is writing, and the database is read as it is. With one SQLite needs the log's index beside
    // it, which it can't make here (https://www.sqlite.org/wal.html, "Read-Only Databases").
    let connection = try Connection(path, forReadingOnly: (log?.size ?? 0) == 0 ? .immutable : .shared)
    guard try Schema.verify(connection) == Schema.version else {
      throw Problem(.libraryUnusable, ["path": path.lossyString, "detail": "user_version"])
    }
    let catalogue = Catalogue(connection, root: root, alias: alias)
    try catalogue.readOwnAlbums()
    return Library(root: root, catalogue: catalogue, isReadOnly: true, notes: [])
  }

  /// The library's own folder, where nobody else has business.
  public var innerFolder: FilePath { root.appending(Self.innerFolderName) }

  /// Where files are made before they are delivered; on the library's own filesystem.
  public var stagingFolder: FilePath { innerFolder.appending("staging") }

  /// Where lock files lie.
  public var locksFolder: FilePath { innerFolder.appending("locks") }

  /// The folder of one of the library's own albums.
  public func albumFolder(_ kind: AlbumKind) -> FilePath { catalogue.ownAlbum(kind).folder }

  /// The name of one of the library's own albums.
  public func albumName(_ kind: AlbumKind) -> String { catalogue.ownAlbum(kind).name }

  private static let catalogueName = "catalogue.db"

  private static func openConnection(
    _ path: FilePath,
    create: Bool,
    isNetwork: Bool,
    wait: Int32
  ) throws -> Connection {
    let header = try FileStatus.ifPresent(path) == nil ? [] : FileReader.readHead(path, byteCount: 20).bytes
    // Bytes 18 and 19 of a database file are 2 in WAL mode (https://www.sqlite.org/fileformat2.html, 1.3.3).
    let isNew = header.isEmpty
    let usesLog = header.count == 20 && (header[18] == 2 || header[19] == 2)
    let connection = try Connection(path, create: create, waiting: wait)
    if isNetwork && usesLog {
      // In exclusive mode the log needs no shared memory, so this works even here.
      try connection.script("PRAGMA locking_mode = EXCLUSIVE")
      try Schema.verify(connection)
      try connection.script("PRAGMA journal_mode = DELETE; PRAGMA locking_mode = NORMAL")
    } else if isNew {
      try connection.script("PRAGMA journal_mode = \(isNetwork ? "DELETE" : "WAL")")
    }
    // An old database without the log stays so: another machine may see it through a network.
    try connection.script("PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON")
    return connection
  }
}
