internal import Metadata

extension Catalogue {
  /// The assets that meet every condition of a query, oldest capture first, those without a date last.
  public func assets(matching query: AssetQuery = AssetQuery()) throws -> [AssetRecord] {
    guard let (conditions, values) = try conditions(of: query) else { return [] }
    let filter = conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
    let rows = try connection.all(
      "SELECT id FROM asset \(filter) ORDER BY capture_time IS NULL, capture_time, id",
      values
    ) { $0.integer(0) }
    return try rows.compactMap { try asset(row: $0) }
  }

  /// Conditions with "?" for each value, in their order; nil where nothing can match.
  private func conditions(of query: AssetQuery) throws -> (conditions: [String], values: [SQLValue])? {
    var conditions: [String] = []
    var values: [SQLValue] = []
    func isMember(of album: Int64) {
      conditions.append("id IN (SELECT asset FROM membership WHERE album = ?)")
      values.append(.integer(album))
    }
    if let name = query.album {
      guard let album = try albumRow(named: name) else { return nil }
      isMember(of: album)
    }
    if query.creations { isMember(of: ownAlbum(.creations).row) }
    if let tag = query.tag {
      let rows = try tagRows(atOrBelow: tag)
      if rows.isEmpty { return nil }
      // Numbers of our own, so they may stand in the text; SQLite limits how many values can be bound.
      let list = rows.map { String($0) }.joined(separator: ", ")
      conditions.append("id IN (SELECT asset FROM asset_tag WHERE tag IN (\(list)))")
    }
    if let favourite = query.favourite {
      conditions.append("coalesce(favourite, 0) = ?")
      values.append(SQLValue(favourite))
    }
    if let kind = query.kind {
      conditions.append("kind = ?")
      values.append(.text(kind.rawValue))
    }
    for (bound, comparison) in [(query.since, ">="), (query.until, "<=")] {
      guard let bound else { continue }
      let columns = CaptureDateColumns(bound)
      // To the second on both sides, so that sub-seconds do not push a picture out of its second.
      let isLocal = "substr(capture_date, 1, 19) \(comparison) ?"
      values.append(.text(CaptureDateColumns.seconds(of: bound)))
      if columns.offset == nil {
        conditions.append(isLocal)
      } else {
        conditions.append("iif(capture_offset IS NULL, \(isLocal), capture_time \(comparison) ?)")
        values.append(.integer(columns.time))
      }
    }
    return (conditions, values)
  }
}
