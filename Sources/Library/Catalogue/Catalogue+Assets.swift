public import Files
public import Metadata
internal import Messages

extension Catalogue {
  /// The asset that a file belongs to, or nil. The file need not exist; if it does, it is found through
  /// symbolic links.
  public func asset(atPath path: FilePath) throws -> AssetRecord? {
    try assetRow(atPath: path).flatMap { try asset(row: $0) }
  }

  /// The asset of that UUID, or nil.
  public func asset(uuid: String) throws -> AssetRecord? {
    try assetRow(uuid: uuid).flatMap { try asset(row: $0) }
  }

  /// What the catalogue says of a source: of the asset at that path, else of one with that content, first
  /// those that were registered in place. The library's own albums are left out: they tell how an asset was
  /// made, so a copy of it is not their member by inheritance.
  public func metadata(
    forSourceWith contentHash: ContentHash,
    path: FilePath
  ) throws -> SourceMetadata? {
    let byContent = """
      SELECT asset.id FROM asset JOIN asset_file ON asset_file.asset = asset.id
      WHERE asset_file.content_hash = ?1 ORDER BY asset.is_source DESC, asset.id LIMIT 1
      """
    let row =
      try assetRow(atPath: path)
      ?? connection.first(byContent, [value(contentHash)], { $0.integer(0) })
    guard let row else { return nil }
    var metadata = try metadata(ofAsset: row)
    metadata.albums = try metadata.albums.filter { try !isOwnAlbum($0) }
    return metadata
  }

  /// Registers a source where it lies, or brings its registration up to date: found by any of its paths, its
  /// files, size and kind are written anew, and of its metadata what the catalogue does not say yet. A file
  /// of a copy that this program made is left as it is registered.
  /// - Returns: the asset's UUID.
  @discardableResult
  public func registerSource(_ source: SourceRegistration) throws -> String {
    try connection.transaction {
      let owners = try source.files.compactMap { try assetRow(storedPath: stored($0.path)) }
      guard let row = owners.first, let known = try asset(row: row) else { return try insert(source) }
      if !known.isSource { return known.uuid }
      for other in owners where other != row { try mergeSource(other, into: row) }
      try connection.run("DELETE FROM asset_file WHERE asset = ?1", [.integer(row)])
      for file in source.files { try insert(file, ofAsset: row) }
      try connection.run(
        """
        UPDATE asset SET kind = ?2, width = ?3, height = ?4, duration = ?5, content_hash = ?6 WHERE id = ?1
        """,
        [
          .integer(row), .text(source.kind.rawValue), SQLValue(source.width), SQLValue(source.height),
          SQLValue(source.duration), value(source.files.first?.contentHash),
        ]
      )
      try write(try metadata(ofAsset: row).completed(by: source.metadata), ofAsset: row)
      return known.uuid
    }
  }

  /// Forgets an asset and everything about it; its files stay. One that is not there is no error.
  public func forget(asset uuid: String) throws {
    try connection.transaction {
      if let row = try assetRow(uuid: uuid) { try deleteAsset(row: row) }
      try deleteUnusedTags()
    }
  }

  /// Records that a file of an asset now lies elsewhere, with its present size and time.
  /// - Throws: `notRegistered`; `inputMissing` where nothing is at the new place.
  public func relink(from old: FilePath, to new: FilePath) throws {
    let status = try FileStatus.of(new)
    try connection.transaction {
      guard try assetRow(storedPath: stored(old)) != nil else {
        throw Problem(.notRegistered, ["path": old.lossyString])
      }
      try connection.run(
        """
        UPDATE asset_file SET path = ?2, size = ?3, modified = ?4, modified_nanoseconds = ?5 WHERE path = ?1
        """,
        [
          stored(old), stored(new), .integer(status.size), .integer(status.modification.seconds),
          .integer(Int64(status.modification.nanoseconds)),
        ]
      )
    }
  }

  /// Takes a file that no row names for the one of the same content that is missing from its place.
  /// - Returns: the asset that it belongs to, or nil where none misses such a file.
  public func adopt(_ path: FilePath) throws -> String? {
    let hash = try ContentHash.ofFile(path)
    let candidates = try connection.all(
      """
      SELECT asset.uuid, asset_file.path FROM asset_file JOIN asset ON asset.id = asset_file.asset
      WHERE asset_file.content_hash = ?1 ORDER BY asset_file.id
      """,
      [value(hash)]
    ) { (uuid: $0.text(0), path: self.path(fromStored: $0.blob(1))) }
    for candidate in candidates where try FileStatus.ifPresent(candidate.path, followLinks: false) == nil {
      try relink(from: candidate.path, to: path)
      return candidate.uuid
    }
    return nil
  }

  // MARK: Rows

  func assetRow(uuid: String) throws -> Int64? {
    try connection.first("SELECT id FROM asset WHERE uuid = ?1", [.text(uuid)]) { $0.integer(0) }
  }

  func assetRow(atPath path: FilePath) throws -> Int64? {
    if let row = try assetRow(storedPath: stored(path)) { return row }
    guard let real = try? path.resolvingSymbolicLinks(), real != path else { return nil }
    return try assetRow(storedPath: stored(real))
  }

  func assetRow(storedPath: SQLValue) throws -> Int64? {
    try connection.first("SELECT asset FROM asset_file WHERE path = ?1", [storedPath]) { $0.integer(0) }
  }

  private func insert(_ source: SourceRegistration) throws -> String {
    let uuid = newUUID()
    let row = try insert(
      NewAsset(
        uuid: uuid,
        kind: source.kind,
        isSource: true,
        metadata: source.metadata,
        width: source.width,
        height: source.height,
        duration: source.duration,
        contentHash: source.files.first?.contentHash,
        added: .now
      )
    )
    for file in source.files { try insert(file, ofAsset: row) }
    return uuid
  }

  /// A still and a video that were registered one by one and now turn out to be a pair.
  private func mergeSource(_ other: Int64, into row: Int64) throws {
    guard let record = try asset(row: other), record.isSource else { return }
    try write(try metadata(ofAsset: row).completed(by: record.metadata), ofAsset: row)
    try deleteAsset(row: other)
  }
}

extension SourceMetadata {
  /// This metadata with what it does not say taken from `other`; all tags and albums of both.
  fileprivate func completed(by other: SourceMetadata) -> SourceMetadata {
    var result = self
    result.captureDate = captureDate ?? other.captureDate
    result.place = place ?? other.place
    result.favourite = favourite ?? other.favourite
    result.rating = rating ?? other.rating
    result.title = title ?? other.title
    result.description = description ?? other.description
    result.tags = tags.isEmpty ? other.tags : tags
    result.albums = albums.isEmpty ? other.albums : albums
    return result
  }
}
