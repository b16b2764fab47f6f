internal import Files
internal import FoundationEssentials
internal import Messages

extension Catalogue {
  /// Writes an intent down; it is durable when this returns.
  /// - Returns: the intent's number, which no other one ever gets. The `id` in `intent` does not matter.
  public func begin(_ intent: Intent) throws -> Int64 {
    try connection.transaction {
      try connection.run(
        "INSERT INTO intent (run, payload) VALUES (?1, ?2)",
        [.text(intent.run), .text(try json(intent))]
      )
      return connection.lastInsertedRow
    }
  }

  /// Writes an intent that has begun anew, as when a destination was taken and got another name.
  /// - Throws: `internalError` where no intent has that number.
  public func replace(_ intent: Intent) throws {
    try connection.transaction {
      try connection.run(
        "UPDATE intent SET run = ?2, payload = ?3 WHERE id = ?1",
        [.integer(intent.id), .text(intent.run), .text(try json(intent))]
      )
      if connection.changedRowCount != 1 { throw noIntent(intent.id) }
    }
  }

  /// Every intent that was neither finished nor cancelled, oldest first.
  public func intents() throws -> [Intent] {
    try connection.all("SELECT id, payload FROM intent ORDER BY id") { try intent($0.integer(0), $0.text(1)) }
  }

  /// Drops an intent; one that is gone already is no error.
  public func cancel(intent id: Int64) throws {
    try connection.transaction { try connection.run("DELETE FROM intent WHERE id = ?1", [.integer(id)]) }
  }

  /// Registers the copy of an intent whose files are all in place and durable: asset, files, albums (the
  /// source's own and the library's), tags, favourite and copy, and drops the intent, all in one transaction.
  ///
  /// Where the same asset is registered already, only the intent is dropped. Where another asset is the same
  /// copy and its files are as recorded, nothing is written; see `FinishResult.superseded`.
  ///
  /// - Throws: `internalError` where no intent has that number.
  @discardableResult
  public func finish(intent id: Int64) throws -> FinishResult {
    try connection.transaction {
      let found = try connection.first("SELECT payload FROM intent WHERE id = ?1", [.integer(id)]) {
        try intent(id, $0.text(0))
      }
      guard let registration = found?.registration else { throw noIntent(id) }
      if try assetRow(uuid: registration.asset) == nil {
        if let other = try copy(for: registration.key), try isInPlace(other, besides: registration) {
          return .superseded(by: other)
        }
        try register(registration)
      }
      try connection.run("DELETE FROM intent WHERE id = ?1", [.integer(id)])
      return .registered
    }
  }

  /// Whether a copy's files are as recorded, and none of them is one that has just been delivered.
  private func isInPlace(_ copy: RegisteredCopy, besides registration: CopyRegistration) throws -> Bool {
    let delivered = Set(registration.files.map(\.path))
    return try copy.files.filter { $0.role != .sidecar }.allSatisfy { file in
      guard !delivered.contains(file.path), let status = try FileStatus.ifPresent(file.path) else {
        return false
      }
      return file.isUnchanged(status)
    }
  }

  private func json(_ intent: Intent) throws -> String {
    let encoder = JSONEncoder()
    // Metadata of strange files may hold a NaN, which JSON has no word for.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    do { return String(decoding: try encoder.encode(intent), as: UTF8.self) } catch {
      throw Problem(.internalError, ["detail": "\(error)"])
    }
  }

  private func intent(_ id: Int64, _ json: String) throws -> Intent {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    do {
      var intent = try decoder.decode(Intent.self, from: Data(json.utf8))
      intent.id = id
      return intent
    } catch {
      throw Problem(
        .libraryUnusable,
        ["path": connection.path.lossyString, "detail": "intent \(id): \(error)"]
      )
    }
  }

  private func noIntent(_ id: Int64) -> Problem { Problem(.internalError, ["detail": "no intent \(id)"]) }
}
