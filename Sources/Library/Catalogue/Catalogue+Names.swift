internal import Metadata

/// Albums and tags are the same when their names are canonically equivalent: "Água" typed on a Mac (NFD) and
/// on Linux (NFC) is one album.
///
/// Neither the standard library nor FoundationEssentials offers a normalised form, but `String.==` compares
/// by canonical equivalence. So a name is kept in the form first seen, and a name that is not found as it is
/// gets compared with all there are, within the transaction that would add it. There are few of them, and a
/// new one is rare.
extension Catalogue {
  /// The row of the album of that name, or nil.
  func albumRow(named name: String) throws -> Int64? {
    if let row = try connection.first(
      "SELECT id FROM album WHERE name = ?1",
      [.text(name)],
      { $0.integer(0) }
    ) {
      return row
    }
    return try connection.all("SELECT id, name FROM album") { ($0.integer(0), $0.text(1)) }
      .first { $0.1 == name }?.0
  }

  /// The row of an album: by its identifier, else by its name, else a new one.
  func makeAlbum(_ album: AlbumReference) throws -> Int64 {
    let identifier = album.identifier.flatMap(canonicalUUID)
    if let identifier,
      let row = try connection.first(
        "SELECT id FROM album WHERE uuid = ?1",
        [.text(identifier)],
        { $0.integer(0) }
      )
    {
      return row
    }
    if let row = try albumRow(named: album.name) { return row }
    try connection.run(
      "INSERT INTO album (uuid, name, kind) VALUES (?1, ?2, 'user')",
      [.text(identifier ?? newUUID()), .text(album.name)]
    )
    return connection.lastInsertedRow
  }

  /// The row of an album that is there, by identifier or name.
  func existingAlbum(_ album: AlbumReference) throws -> Int64? {
    if let identifier = album.identifier.flatMap(canonicalUUID) {
      return try connection.first(
        "SELECT id FROM album WHERE uuid = ?1",
        [.text(identifier)],
        { $0.integer(0) }
      )
    }
    return try albumRow(named: album.name)
  }

  /// Whether a reference means one of the library's own albums.
  func isOwnAlbum(_ album: AlbumReference) throws -> Bool {
    let row = try existingAlbum(album) ?? albumRow(named: album.name)
    return AlbumKind.allCases.contains { ownAlbum($0).row == row }
  }

  /// The row of exactly that tag, or nil.
  func tagRow(_ tag: Tag) throws -> Int64? {
    let path = Self.path(of: tag)
    if let row = try connection.first("SELECT id FROM tag WHERE path = ?1", [.text(path)], { $0.integer(0) })
    {
      return row
    }
    return try connection.all("SELECT id, path FROM tag") { ($0.integer(0), $0.text(1)) }
      .first { $0.1 == path }?.0
  }

  /// The row of a tag, made where it is missing.
  func makeTag(_ tag: Tag) throws -> Int64 {
    if let row = try tagRow(tag) { return row }
    try connection.run(
      "INSERT INTO tag (path, level_count) VALUES (?1, ?2)",
      [.text(Self.path(of: tag)), .integer(Int64(tag.levels.count))]
    )
    return connection.lastInsertedRow
  }

  /// The rows of a tag and of all below it.
  func tagRows(atOrBelow tag: Tag) throws -> [Int64] {
    let levels = Self.levels(of: Self.path(of: tag))
    return try connection.all("SELECT id, path FROM tag") { ($0.integer(0), Self.levels(of: $0.text(1))) }
      .filter { $0.1.starts(with: levels) }.map(\.0)
  }

  /// The levels joined by "/". A level's own "/" becomes "∕" (U+2215): a level can't hold the separator.
  static func path(of tag: Tag) -> String {
    // By scalars: "/" with a combining mark behind it is not the Character "/".
    tag.levels.map { level in
      String(String.UnicodeScalarView(level.unicodeScalars.map { $0 == "/" ? "\u{2215}" : $0 }))
    }.joined(separator: "/")
  }

  static func levels(of path: String) -> [String] {
    // Split by scalars: a combining mark behind "/" would make another Character of it.
    path.unicodeScalars.split(separator: "/").map { String($0) }
  }
}
