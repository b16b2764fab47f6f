internal import CSQLite
internal import Files
internal import Messages

/// One connection to a database file, used by one thread at a time (it is not Sendable; SQLite runs in its
/// multi-thread mode, https://www.sqlite.org/threadsafe.html).
final class Connection {
  /// The database file, for messages.
  let path: FilePath
  private let handle: OpaquePointer
  /// Statements at rest, by their text. One in use is not in here, so a nested use prepares its own.
  private var idle: [String: Statement] = [:]

  /// Opens the file.
  /// - Parameter waiting: how many milliseconds to wait for another process's lock.
  init(_ path: FilePath, create: Bool, waiting: Int32) throws {
    self.path = path
    let flags = SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0)
    handle = try Self.open(path, named: path, flags: flags)
    _ = sqlite3_busy_timeout(handle, waiting)
  }

  /// How a file is opened that can't be written.
  enum Reading {
    /// Nobody else writes it, so neither locks nor a log are looked for.
    case immutable
    /// Others may write it; the log and its index are there.
    case shared
  }

  /// Opens a file that can't be written.
  init(_ path: FilePath, forReadingOnly reading: Reading) throws {
    self.path = path
    // https://www.sqlite.org/uri.html: what means something in a URI is written %XX.
    var name = Array("file:".utf8)
    for byte in path.bytes {
      let isPlain = byte > 0x20 && byte < 0x7F && !Array("%?#".utf8).contains(byte)
      name += isPlain ? [byte] : Array("%\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
    }
    name += Array((reading == .immutable ? "?immutable=1" : "?mode=ro").utf8)
    let flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
    handle = try Self.open(path, named: FilePath(bytes: name), flags: flags)
  }

  private static func open(_ path: FilePath, named name: FilePath, flags: Int32) throws -> OpaquePointer {
    var handle: OpaquePointer?
    let code = name.withCString {
      sqlite3_open_v2($0, &handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    }
    guard code == SQLITE_OK, let handle else {
      let problem = SQLiteError.problem(code, handle: handle, path: path)
      // "Whether or not an error occurs when it is opened, resources associated with the database connection
      // handle should be released by passing it to sqlite3_close()" (https://www.sqlite.org/c3ref/open.html).
      _ = sqlite3_close(handle)
      throw problem
    }
    return handle
  }

  deinit {
    idle.removeAll()
    let code = sqlite3_close(handle)
    assert(code == SQLITE_OK, "a statement outlived its connection")
  }

  /// Calls `body` for every row of a query.
  func rows(_ sql: String, _ values: [SQLValue] = [], _ body: (Row) throws -> Void) throws {
    let statement = try idle.removeValue(forKey: sql) ?? Statement(sql, on: handle, path: path)
    defer {
      statement.reset()
      idle[sql] = statement
    }
    try statement.bind(values)
    while try statement.step() { try body(statement.row) }
  }

  /// All rows of a query, each turned into a value.
  func all<Value>(_ sql: String, _ values: [SQLValue] = [], _ body: (Row) throws -> Value) throws -> [Value] {
    var result: [Value] = []
    try rows(sql, values) { result.append(try body($0)) }
    return result
  }

  /// The first row of a query, or nil.
  func first<Value>(_ sql: String, _ values: [SQLValue] = [], _ body: (Row) throws -> Value) throws -> Value?
  {
    var result: Value?
    try rows(sql, values) { row in if result == nil { result = try body(row) } }
    return result
  }

  /// Runs a statement that gives no rows, or whose rows are of no interest.
  func run(_ sql: String, _ values: [SQLValue] = []) throws { try rows(sql, values) { _ in } }

  /// Runs several statements separated by ";", without values.
  func script(_ sql: String) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw SQLiteError.problem(code, handle: handle, path: path) }
  }

  /// The row id of the last insert.
  var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

  /// How many rows the last statement changed.
  var changedRowCount: Int { Int(sqlite3_changes64(handle)) }

  /// Whether a transaction is open.
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs `body` in a transaction that holds the write lock from its start, so that what it reads stays true;
  /// all of its changes or none. Inside another transaction it is a part of that one.
  func transaction<Value>(_ body: () throws -> Value) throws -> Value {
    if isInTransaction { return try body() }
    try run("BEGIN IMMEDIATE")
    do {
      let value = try body()
      try run("COMMIT")
      return value
    } catch {
      // Some errors have rolled back already: https://www.sqlite.org/lang_transaction.html
      if isInTransaction { try? run("ROLLBACK") }
      throw error
    }
  }
}
