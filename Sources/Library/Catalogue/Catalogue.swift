internal import Files
internal import Messages

/// What a library knows: assets, albums, tags, copies, unfinished work.
///
/// Reads see everything that any process has finished; each change is one transaction. Every function throws
/// `libraryBusy`, `diskFull` or `libraryUnusable` where the database does.
public final class Catalogue {
  let connection: Connection
  private let root: FilePath
  /// The library's folder as it was named when opened, perhaps through a symbolic link.
  private let alias: FilePath
  private var ownAlbums: [AlbumKind: OwnAlbum] = [:]
  /// Content hashes that wait to be written together; see `remember`.
  var seen: [FilePath: SeenFile] = [:]

  init(_ connection: Connection, root: FilePath, alias: FilePath) {
    self.connection = connection
    self.root = root
    self.alias = alias
  }

  deinit { try? flush() }

  // MARK: The library's own albums

  struct OwnAlbum {
    var row: Int64
    var name: String
    var folder: FilePath
  }

  /// One of the two albums, which `makeOwnAlbums` has read.
  func ownAlbum(_ kind: AlbumKind) -> OwnAlbum {
    ownAlbums[kind]
      ?? OwnAlbum(row: 0, name: AlbumNames.standard[kind], folder: root.appending(AlbumNames.standard[kind]))
  }

  /// Reads the library's own albums, and makes them where the catalogue is new.
  func makeOwnAlbums(_ names: AlbumNames) throws {
    try readOwnAlbums()
    if ownAlbums.count == AlbumKind.allCases.count { return }
    try connection.transaction {
      for kind in AlbumKind.allCases where ownAlbums[kind] == nil {
        try connection.run(
          "INSERT INTO album (uuid, name, kind, folder) VALUES (?1, ?2, ?3, ?4)",
          [.text(newUUID()), .text(names[kind]), .text(kind.rawValue), .blob(Array(names[kind].utf8))]
        )
      }
      try readOwnAlbums()
    }
  }

  func readOwnAlbums() throws {
    try connection.rows("SELECT kind, id, name, folder FROM album WHERE kind <> 'user'") { row in
      guard let kind = AlbumKind(rawValue: row.text(0)) else { return }
      ownAlbums[kind] = OwnAlbum(
        row: row.integer(1),
        name: row.text(2),
        folder: path(fromStored: row.blob(3))
      )
    }
  }

  /// Sees that the database itself is whole.
  /// - Throws: `libraryUnusable`.
  func verify() throws { try Schema.verifyPages(connection) }

  // MARK: Paths

  /// How a path is kept: relative to the library where it lies in it, else absolute. An address on the net stays as it is.
  func stored(_ path: FilePath) -> SQLValue {
    if Self.isAddress(path) { return .blob(path.bytes) }
    let clean = path.absolute(relativeTo: root)
    if clean == root || clean == alias { return .blob([UInt8(ascii: ".")]) }
    return .blob((clean.relative(to: root) ?? clean.relative(to: alias) ?? clean).bytes)
  }

  /// The absolute path that was kept.
  func path(fromStored bytes: [UInt8]) -> FilePath {
    let path = FilePath(bytes: bytes)
    return Self.isAddress(path) ? path : path.absolute(relativeTo: root)
  }

  /// Whether it is no path but "http://..."; paths that are kept have no two slashes side by side.
  private static func isAddress(_ path: FilePath) -> Bool {
    ["http://", "https://"].contains { path.bytes.starts(with: $0.utf8) }
  }

  // MARK: Hashes

  func value(_ hash: ContentHash?) -> SQLValue { SQLValue(hash?.bytes) }
}
