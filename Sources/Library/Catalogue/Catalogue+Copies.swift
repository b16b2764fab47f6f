public import Files
internal import Messages
internal import Metadata

extension Catalogue {
  /// The registered copy of that key, or nil. Its files may be gone or changed since: compare with
  /// `RecordedFile`.
  public func copy(for key: CopyKey) throws -> RegisteredCopy? {
    try connection.first(
      """
      SELECT asset.id, asset.uuid, copy.source_path FROM copy JOIN asset ON asset.id = copy.asset
      WHERE copy.source_hash = ?1 AND copy.recipe_hash = ?2 AND copy.folder = ?3
      """,
      [value(key.sourceHash), .text(key.recipeHash), stored(key.folder)]
    ) { row in
      RegisteredCopy(
        asset: row.text(1),
        files: try files(ofAsset: row.integer(0)),
        key: key,
        sourcePath: path(fromStored: row.blob(2))
      )
    }
  }

  /// Every registered copy, in the order of registration.
  public func allCopies() throws -> [RegisteredCopy] {
    try connection.all(
      """
      SELECT asset.id, asset.uuid, copy.source_path, copy.source_hash, copy.recipe_hash, copy.folder
      FROM copy JOIN asset ON asset.id = copy.asset ORDER BY copy.id
      """
    ) { row -> RegisteredCopy? in
      guard let hash = ContentHash(bytes: row.blob(3)) else { return nil }
      let key = CopyKey(
        sourceHash: hash,
        recipeHash: row.text(4),
        folder: path(fromStored: row.blob(5))
      )
      return RegisteredCopy(
        asset: row.text(1),
        files: try files(ofAsset: row.integer(0)),
        key: key,
        sourcePath: path(fromStored: row.blob(2))
      )
    }.compactMap { $0 }
  }

  /// How many copies there are of the originals that these files belong to: in a format, made from the file itself, and not
  /// gone since. Collages take nothing from their sources, so they do not count.
  public func copyCount(ofOriginalsAt paths: [FilePath]) throws -> Int {
    let originals = try Set(paths.compactMap { try assetRow(atPath: $0) })
    if originals.isEmpty { return 0 }
    // All of them in one pass: a row of `copy` knows its source by its path alone.
    let copies = try connection.all(
      """
      SELECT asset_file.asset, copy.asset FROM copy JOIN asset_file ON asset_file.path = copy.source_path
      WHERE copy.asset <> asset_file.asset AND copy.id NOT IN (SELECT copy FROM copy_source)
      """
    ) { (original: $0.integer(0), copy: $0.integer(1)) }
    func isThere(_ file: RecordedFile) throws -> Bool {
      try FileStatus.ifPresent(file.path, followLinks: false) != nil
    }
    return try copies.count { entry in
      try originals.contains(entry.original) && files(ofAsset: entry.copy).contains(where: isThere)
    }
  }

  /// The asset's files, in the order of registration.
  func files(ofAsset row: Int64) throws -> [RecordedFile] {
    try connection.all(
      """
      SELECT path, role, size, modified, modified_nanoseconds, content_hash FROM asset_file
      WHERE asset = ?1 ORDER BY id
      """,
      [.integer(row)]
    ) { row in
      RecordedFile(
        path: path(fromStored: row.blob(0)),
        role: FileRole(rawValue: row.text(1)) ?? .sidecar,
        byteCount: row.integer(2),
        modification: FileTime(seconds: row.integer(3), nanoseconds: Int(row.integer(4))),
        contentHash: ContentHash(bytes: row.blob(5))
      )
    }
  }

  /// Writes the rows of a new copy. Inside a transaction.
  ///
  /// What stood in the way is either the same copy whose files are gone or changed, or an asset that claimed
  /// one of the paths: as nothing is ever replaced on disk, its file must have gone before this one came.
  func register(_ copy: CopyRegistration) throws {
    try forgetClaims(of: copy)
    var metadata = copy.metadata
    // The metadata of a collage names its album, of which a format copy of it is no member.
    metadata.albums = try metadata.albums.filter { try !isOwnAlbum($0) }
    let row = try insert(
      NewAsset(
        uuid: copy.asset,
        kind: copy.kind,
        isSource: false,
        metadata: metadata,
        width: copy.width,
        height: copy.height,
        duration: copy.duration,
        contentHash: copy.files.first?.contentHash,
        added: copy.madeAt
      )
    )
    for file in copy.files { try insert(file, ofAsset: row) }
    if let album = copy.album { try addToAlbum(ownAlbum(album).row, asset: row) }
    try connection.run(
      """
      INSERT INTO copy (asset, source_hash, source_path, recipe, recipe_hash, folder, made, version)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """,
      [
        .integer(row), value(copy.key.sourceHash), stored(copy.sourcePath), .text(copy.recipe),
        .text(copy.key.recipeHash), stored(copy.key.folder), .integer(copy.madeAt.seconds),
        .text(copy.programVersion),
      ]
    )
    let copyRow = connection.lastInsertedRow
    for (position, source) in copy.sources.enumerated() {
      try connection.run(
        "INSERT INTO copy_source (copy, position, source_hash, source_path) VALUES (?1, ?2, ?3, ?4)",
        [
          .integer(copyRow), .integer(Int64(position)), .blob(source.contentHash?.bytes ?? []),
          stored(source.path),
        ]
      )
    }
  }

  private func forgetClaims(of copy: CopyRegistration) throws {
    for file in copy.files {
      let owner = try connection.first(
        "SELECT asset FROM asset_file WHERE path = ?1",
        [stored(file.path)]
      ) { $0.integer(0) }
      if let owner { try deleteAsset(row: owner) }
    }
    let former = try connection.first(
      "SELECT id, asset FROM copy WHERE source_hash = ?1 AND recipe_hash = ?2 AND folder = ?3",
      [value(copy.key.sourceHash), .text(copy.key.recipeHash), stored(copy.key.folder)]
    ) { (copy: $0.integer(0), asset: $0.integer(1)) }
    guard let former else { return }
    try connection.run("DELETE FROM copy WHERE id = ?1", [.integer(former.copy)])
    // A copy that its owner has edited stays an asset; one whose files are all gone does not.
    let isGone = try files(ofAsset: former.asset).allSatisfy {
      try FileStatus.ifPresent($0.path, followLinks: false) == nil
    }
    if isGone { try deleteAsset(row: former.asset) }
  }
}
