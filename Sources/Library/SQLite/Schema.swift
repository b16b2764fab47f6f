internal import Files
internal import Messages

/// The catalogue's tables, and the steps from each version of them to the next.
enum Schema {
  /// "SHYG": tells a catalogue from any other SQLite file.
  static let applicationID: Int64 = 0x5348_5947

  /// One script for each version; version N is reached by running the first N. A script that was released is
  /// never changed.
  static let steps = [versionOne]

  /// The version that this program reads and writes.
  static var version: Int64 { Int64(steps.count) }

  /// Sees that a database is a catalogue of this version or an older one, or empty, without changing it.
  /// - Returns: its version.
  /// - Throws: `libraryTooNew`; `libraryUnusable` where the file is a database of another program.
  @discardableResult
  static func verify(_ connection: Connection, steps: [String] = Schema.steps) throws -> Int {
    let found = try connection.first("PRAGMA user_version") { $0.integer(0) } ?? 0
    let application = try connection.first("PRAGMA application_id") { $0.integer(0) } ?? 0
    let isEmpty = try connection.first("SELECT 1 FROM sqlite_schema") { _ in false } ?? true
    let path = connection.path.lossyString
    guard application == applicationID || (isEmpty && application == 0 && found == 0) else {
      throw Problem(.libraryUnusable, ["path": path, "detail": "application_id \(application)"])
    }
    guard found <= steps.count, found >= 0 else {
      throw Problem(
        .libraryTooNew,
        ["path": path, "found": String(found), "known": String(steps.count)]
      )
    }
    return Int(found)
  }

  /// Sees that no table is missing, which no run of this program brings about.
  /// - Throws: `libraryUnusable` naming the first one.
  static func verifyTables(_ connection: Connection) throws {
    let present = try connection.all("SELECT name FROM sqlite_schema WHERE type = 'table'") { $0.text(0) }
    let wanted = steps.flatMap { script in
      script.split(separator: "\n").compactMap { line -> String? in
        let words = line.split(separator: " ")
        return words.count > 2 && words[0] == "CREATE" && words[1] == "TABLE" ? String(words[2]) : nil
      }
    }
    guard let missing = wanted.first(where: { !present.contains($0) }) else { return }
    throw Problem(.libraryUnusable, ["path": connection.path.lossyString, "detail": "no table \(missing)"])
  }

  /// Reads the whole database and sees that its pages fit together (https://www.sqlite.org/pragma.html#pragma_quick_check).
  /// - Throws: `libraryUnusable`.
  static func verifyPages(_ connection: Connection) throws {
    let result = try connection.first("PRAGMA quick_check(1)") { $0.text(0) } ?? ""
    if result != "ok" {
      throw Problem(.libraryUnusable, ["path": connection.path.lossyString, "detail": result])
    }
  }

  /// Brings a verified database up to date, in one transaction a step.
  static func prepare(_ connection: Connection, steps: [String] = Schema.steps) throws {
    let found = try verify(connection, steps: steps)
    for (index, step) in steps.enumerated().dropFirst(found) {
      try connection.transaction {
        try connection.script(step)
        // Pragmas take no bound values.
        try connection.script(
          "PRAGMA application_id = \(applicationID); PRAGMA user_version = \(index + 1)"
        )
      }
    }
  }

  // Paths are BLOBs: names need not be UTF-8. Those below the library's folder are stored relative to it, so
  // that a library can be moved; a relative path never starts with "/", an absolute one always does.
  private static let versionOne = """
    CREATE TABLE asset (
      id INTEGER PRIMARY KEY,
      uuid TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      is_source INTEGER NOT NULL DEFAULT 0,  -- registered in place, not made by this program
      capture_date TEXT,                     -- local: 2021-07-14T18:03:22.123
      capture_offset INTEGER,                -- minutes east of UTC; NULL: not known
      capture_time INTEGER,                  -- seconds since 1970 UTC; without an offset as if it were UTC
      latitude REAL, longitude REAL, altitude REAL,
      favourite INTEGER,                     -- NULL: nobody has said
      rating INTEGER,                        -- NULL: no rating, which is not 0
      title TEXT,
      description TEXT,
      width INTEGER, height INTEGER,
      duration REAL,                         -- seconds
      content_hash BLOB,                     -- of the first file
      added INTEGER NOT NULL                 -- seconds since 1970 UTC
    ) STRICT;
    CREATE INDEX asset_by_content ON asset (content_hash);
    CREATE INDEX asset_by_time ON asset (capture_time);

    CREATE TABLE asset_file (
      id INTEGER PRIMARY KEY,
      asset INTEGER NOT NULL REFERENCES asset ON DELETE CASCADE,
      role TEXT NOT NULL,
      path BLOB NOT NULL UNIQUE,
      size INTEGER NOT NULL,
      modified INTEGER NOT NULL, modified_nanoseconds INTEGER NOT NULL,
      content_hash BLOB
    ) STRICT;
    CREATE INDEX asset_file_by_asset ON asset_file (asset);
    CREATE INDEX asset_file_by_content ON asset_file (content_hash);

    CREATE TABLE album (
      id INTEGER PRIMARY KEY,
      uuid TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL UNIQUE,             -- and no other name is canonically equivalent to it
      kind TEXT NOT NULL CHECK (kind IN ('conversions', 'creations', 'user')),
      folder BLOB                            -- of the library's own albums, relative to the library
    ) STRICT;
    CREATE UNIQUE INDEX own_album ON album (kind) WHERE kind <> 'user';

    CREATE TABLE membership (
      album INTEGER NOT NULL REFERENCES album ON DELETE CASCADE,
      asset INTEGER NOT NULL REFERENCES asset ON DELETE CASCADE,
      PRIMARY KEY (album, asset)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX membership_by_asset ON membership (asset);

    CREATE TABLE tag (
      id INTEGER PRIMARY KEY,
      path TEXT NOT NULL UNIQUE,             -- the levels joined by "/"
      level_count INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE asset_tag (
      asset INTEGER NOT NULL REFERENCES asset ON DELETE CASCADE,
      tag INTEGER NOT NULL REFERENCES tag ON DELETE CASCADE,
      position INTEGER NOT NULL,
      PRIMARY KEY (asset, tag)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX asset_tag_by_tag ON asset_tag (tag);

    CREATE TABLE copy (
      id INTEGER PRIMARY KEY,
      asset INTEGER NOT NULL REFERENCES asset ON DELETE CASCADE,
      source_hash BLOB NOT NULL,
      source_path BLOB NOT NULL,
      recipe TEXT NOT NULL,                  -- JSON
      recipe_hash TEXT NOT NULL,
      folder BLOB NOT NULL,                  -- where the copy was asked to lie
      made INTEGER NOT NULL,                 -- seconds since 1970 UTC
      version TEXT NOT NULL,                 -- of the program that made it
      UNIQUE (source_hash, recipe_hash, folder)
    ) STRICT;
    CREATE INDEX copy_by_asset ON copy (asset);

    CREATE TABLE copy_source (               -- a collage has several
      copy INTEGER NOT NULL REFERENCES copy ON DELETE CASCADE,
      position INTEGER NOT NULL,
      source_hash BLOB NOT NULL,
      source_path BLOB NOT NULL,
      PRIMARY KEY (copy, position)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE intent (
      id INTEGER PRIMARY KEY AUTOINCREMENT,  -- an id is never given twice
      run TEXT NOT NULL,
      payload TEXT NOT NULL                  -- JSON
    ) STRICT;

    CREATE TABLE source_seen (
      path BLOB PRIMARY KEY,
      size INTEGER NOT NULL,
      modified INTEGER NOT NULL, modified_nanoseconds INTEGER NOT NULL,
      inode INTEGER NOT NULL,
      device INTEGER NOT NULL,
      content_hash BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    """
}
