internal import Files
internal import Metadata

/// Writing an asset's own row, its files, tags and albums. Always called inside a transaction.
extension Catalogue {
  struct NewAsset {
    var uuid: String
    var kind: AssetKind
    var isSource: Bool
    var metadata: SourceMetadata
    var width: Int?
    var height: Int?
    var duration: Double?
    var contentHash: ContentHash?
    var added: FileTime
  }

  func insert(_ asset: NewAsset) throws -> Int64 {
    try connection.run(
      """
      INSERT INTO asset (uuid, kind, is_source, width, height, duration, content_hash, added)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """,
      [
        .text(asset.uuid), .text(asset.kind.rawValue), SQLValue(asset.isSource), SQLValue(asset.width),
        SQLValue(asset.height), SQLValue(asset.duration), value(asset.contentHash),
        .integer(asset.added.seconds),
      ]
    )
    let row = connection.lastInsertedRow
    try write(asset.metadata, ofAsset: row)
    return row
  }

  /// Writes what belongs to an asset over what its row says; tags and albums are added to those it has.
  func write(_ metadata: SourceMetadata, ofAsset row: Int64) throws {
    try writeDate(metadata.captureDate, ofAsset: row)
    try writePlace(metadata.place, ofAsset: row)
    try connection.run(
      "UPDATE asset SET favourite = ?2, rating = ?3, title = ?4, description = ?5 WHERE id = ?1",
      [
        .integer(row), SQLValue(metadata.favourite), SQLValue(metadata.rating), SQLValue(metadata.title),
        SQLValue(metadata.description),
      ]
    )
    for tag in metadata.tags { try add(tag, toAsset: row) }
    for album in metadata.albums where !album.name.isEmpty {
      try addToAlbum(try makeAlbum(album), asset: row)
    }
  }

  func writeDate(_ date: CaptureDate?, ofAsset row: Int64) throws {
    let columns = date.map { CaptureDateColumns($0) }
    try connection.run(
      "UPDATE asset SET capture_date = ?2, capture_offset = ?3, capture_time = ?4 WHERE id = ?1",
      [.integer(row), SQLValue(columns?.text), SQLValue(columns?.offset), SQLValue(columns?.time)]
    )
  }

  func writePlace(_ place: Place?, ofAsset row: Int64) throws {
    try connection.run(
      "UPDATE asset SET latitude = ?2, longitude = ?3, altitude = ?4 WHERE id = ?1",
      [
        .integer(row), SQLValue(place?.latitude), SQLValue(place?.longitude),
        SQLValue(place.flatMap(\.altitude)),
      ]
    )
  }

  func add(_ tag: Tag, toAsset row: Int64) throws {
    if tag.levels.isEmpty || tag.levels.contains("") { return }
    try connection.run(
      """
      INSERT OR IGNORE INTO asset_tag (asset, tag, position)
      VALUES (?1, ?2, (SELECT coalesce(max(position), 0) + 1 FROM asset_tag WHERE asset = ?1))
      """,
      [.integer(row), .integer(try makeTag(tag))]
    )
  }

  func addToAlbum(_ album: Int64, asset: Int64) throws {
    try connection.run(
      "INSERT OR IGNORE INTO membership (album, asset) VALUES (?1, ?2)",
      [.integer(album), .integer(asset)]
    )
  }

  func insert(_ file: RecordedFile, ofAsset row: Int64) throws {
    try connection.run(
      """
      INSERT INTO asset_file (asset, role, path, size, modified, modified_nanoseconds, content_hash)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
      """,
      [
        .integer(row), .text(file.role.rawValue), stored(file.path), .integer(file.byteCount),
        .integer(file.modification.seconds), .integer(Int64(file.modification.nanoseconds)),
        value(file.contentHash),
      ]
    )
  }

  func deleteAsset(row: Int64) throws {
    try connection.run("DELETE FROM asset WHERE id = ?1", [.integer(row)])
  }

  /// Tags that no asset has any more say nothing.
  func deleteUnusedTags() throws {
    try connection.run("DELETE FROM tag WHERE id NOT IN (SELECT tag FROM asset_tag)")
  }
}
