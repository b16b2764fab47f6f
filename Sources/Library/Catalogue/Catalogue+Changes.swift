public import Files
internal import Messages
internal import Metadata

extension Catalogue {
  /// Changes the assets that files belong to, all of them or, where one is not registered, none.
  /// - Throws: `notRegistered`.
  public func update(paths: [FilePath], _ change: AssetChange) throws {
    try connection.transaction {
      for path in paths {
        guard let row = try assetRow(atPath: path) else {
          throw Problem(.notRegistered, ["path": path.lossyString])
        }
        try apply(change, toAsset: row)
      }
      try deleteUnusedTags()
    }
  }

  /// The registered files below a folder, one path an asset: the first that is no sidecar.
  public func paths(below folder: FilePath) throws -> [FilePath] {
    let folders = [folder, (try? folder.resolvingSymbolicLinks()) ?? folder]
    var result: [FilePath] = []
    try connection.rows(
      "SELECT path, min(id) FROM asset_file WHERE role <> 'sidecar' GROUP BY asset"
    ) { row in
      let path = path(fromStored: row.blob(0))
      if folders.contains(where: { path.relative(to: $0) != nil }) { result.append(path) }
    }
    return result.sorted()
  }

  /// Changes the asset of a UUID.
  /// - Throws: `notRegistered`.
  public func update(uuid: String, _ change: AssetChange) throws {
    try connection.transaction {
      guard let row = try assetRow(uuid: uuid) else { throw Problem(.notRegistered, ["path": uuid]) }
      try apply(change, toAsset: row)
      try deleteUnusedTags()
    }
  }

  private func apply(_ change: AssetChange, toAsset row: Int64) throws {
    if let favourite = change.favourite {
      try connection.run(
        "UPDATE asset SET favourite = ?2 WHERE id = ?1",
        [.integer(row), SQLValue(favourite)]
      )
    }
    switch change.rating {
    case .set(let stars):
      try connection.run("UPDATE asset SET rating = ?2 WHERE id = ?1", [.integer(row), SQLValue(stars)])
    case .some(.none): try connection.run("UPDATE asset SET rating = NULL WHERE id = ?1", [.integer(row)])
    case nil: break
    }
    if let date = change.date { try writeDate(date, ofAsset: row) }
    switch change.place {
    case .set(let place): try writePlace(place, ofAsset: row)
    case .some(.none): try writePlace(nil, ofAsset: row)
    case nil: break
    }
    for tag in change.removeTags {
      guard let tagRow = try tagRow(tag) else { continue }
      try connection.run(
        "DELETE FROM asset_tag WHERE asset = ?1 AND tag = ?2",
        [.integer(row), .integer(tagRow)]
      )
    }
    for tag in change.addTags { try add(tag, toAsset: row) }
    for album in change.removeAlbums {
      guard let albumRow = try existingAlbum(album) else { continue }
      try leave(album: albumRow, asset: row)
    }
    for album in change.addAlbums { try addToAlbum(try makeAlbum(album), asset: row) }
  }

  /// Every copy is a member of the library's album that its files lie in: that is what the album is.
  private func leave(album: Int64, asset: Int64) throws {
    let isOwn = AlbumKind.allCases.contains { ownAlbum($0).row == album }
    let isCopy = try connection.first("SELECT 1 FROM copy WHERE asset = ?1", [.integer(asset)]) { _ in true }
    if isOwn, isCopy == true { return }
    try connection.run(
      "DELETE FROM membership WHERE album = ?1 AND asset = ?2",
      [.integer(album), .integer(asset)]
    )
  }
}
