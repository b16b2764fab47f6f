internal import Files
internal import Metadata

/// Reading assets.
extension Catalogue {
  func asset(row id: Int64) throws -> AssetRecord? {
    let record = try connection.first(
      "SELECT uuid, kind, is_source, width, height, duration, content_hash, added FROM asset WHERE id = ?1",
      [.integer(id)]
    ) { row in
      AssetRecord(
        uuid: row.text(0),
        kind: AssetKind(rawValue: row.text(1)) ?? .photo,
        isSource: row.integer(2) != 0,
        files: [],
        metadata: SourceMetadata(),
        width: row.optionalInteger(3),
        height: row.optionalInteger(4),
        duration: row.optionalReal(5),
        contentHash: ContentHash(bytes: row.blob(6)),
        added: FileTime(seconds: row.integer(7)),
        copy: nil
      )
    }
    guard var record else { return nil }
    record.files = try files(ofAsset: id)
    record.metadata = try metadata(ofAsset: id)
    record.copy = record.isSource ? nil : try copyRecord(ofAsset: id)
    return record
  }

  func metadata(ofAsset id: Int64) throws -> SourceMetadata {
    var metadata = SourceMetadata()
    try connection.rows(
      """
      SELECT capture_date, capture_offset, latitude, longitude, altitude, favourite, rating, title,
        description
      FROM asset WHERE id = ?1
      """,
      [.integer(id)]
    ) { row in
      metadata.captureDate = CaptureDateColumns.date(
        text: row.optionalText(0),
        offset: row.optionalInteger(1)
      )
      if let latitude = row.optionalReal(2), let longitude = row.optionalReal(3) {
        metadata.place = Place(latitude: latitude, longitude: longitude, altitude: row.optionalReal(4))
      }
      metadata.favourite = row.optionalInteger(5).map { $0 != 0 }
      metadata.rating = row.optionalInteger(6)
      metadata.title = row.optionalText(7)
      metadata.description = row.optionalText(8)
    }
    metadata.tags = try connection.all(
      "SELECT path FROM tag JOIN asset_tag ON tag.id = tag WHERE asset = ?1 ORDER BY position",
      [.integer(id)]
    ) { Tag(levels: Self.levels(of: $0.text(0))) }
    metadata.albums = try connection.all(
      "SELECT name, uuid FROM album JOIN membership ON album.id = album WHERE asset = ?1 ORDER BY album.id",
      [.integer(id)]
    ) { AlbumReference(name: $0.text(0), identifier: $0.text(1)) }
    return metadata
  }

  private func copyRecord(ofAsset id: Int64) throws -> CopyRecord? {
    let found = try connection.first(
      """
      SELECT id, source_hash, recipe_hash, folder, source_path, recipe, made, version
      FROM copy WHERE asset = ?1
      """,
      [.integer(id)]
    ) { row -> (id: Int64, record: CopyRecord)? in
      guard let hash = ContentHash(bytes: row.blob(1)) else { return nil }
      let key = CopyKey(sourceHash: hash, recipeHash: row.text(2), folder: path(fromStored: row.blob(3)))
      let record = CopyRecord(
        key: key,
        sourcePath: path(fromStored: row.blob(4)),
        sources: [],
        recipe: row.text(5),
        madeAt: FileTime(seconds: row.integer(6)),
        programVersion: row.text(7)
      )
      return (row.integer(0), record)
    }
    guard let (row, found) = found ?? nil else { return nil }
    var record = found
    record.sources = try connection.all(
      "SELECT source_hash, source_path FROM copy_source WHERE copy = ?1 ORDER BY position",
      [.integer(row)]
    ) { row in
      CopySource(contentHash: ContentHash(bytes: row.blob(0)), path: path(fromStored: row.blob(1)))
    }
    return record
  }
}
