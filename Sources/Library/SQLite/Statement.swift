internal import CSQLite
internal import Files
internal import Messages

/// One prepared statement, finalised when it goes away. Its connection owns it and outlives it.
final class Statement {
  private let connection: OpaquePointer
  private let handle: OpaquePointer
  private let path: FilePath

  init(_ sql: String, on connection: OpaquePointer, path: FilePath) throws {
    self.connection = connection
    self.path = path
    var handle: OpaquePointer?
    let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
    guard code == SQLITE_OK, let handle else {
      throw SQLiteError.problem(code, handle: connection, path: path)
    }
    self.handle = handle
  }

  deinit { sqlite3_finalize(handle) }

  /// Puts `values` in the place of "?1", "?2"...
  func bind(_ values: [SQLValue]) throws {
    for (index, value) in values.enumerated() {
      let code = bind(value, at: Int32(index + 1))
      if code != SQLITE_OK { throw SQLiteError.problem(code, handle: connection, path: path) }
    }
  }

  /// Goes to the next row; false at the end.
  func step() throws -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw SQLiteError.problem(code, handle: connection, path: path)
    }
  }

  /// Ends the reading of rows, which would hold the database's read lock.
  func reset() {
    // Returns the error that step has already thrown.
    _ = sqlite3_reset(handle)
    _ = sqlite3_clear_bindings(handle)
  }

  private func bind(_ value: SQLValue, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(handle, index)
    case .integer(let number): return sqlite3_bind_int64(handle, index, number)
    case .real(let number): return sqlite3_bind_double(handle, index, number)
    case .text(let text):
      // A NULL pointer would bind NULL; an empty value is something else.
      if text.isEmpty { return sqlite3_bind_text(handle, index, "", 0, shiying_sqlite_transient()) }
      var text = text
      return text.withUTF8 { buffer in
        buffer.withMemoryRebound(to: CChar.self) {
          sqlite3_bind_text64(
            handle,
            index,
            $0.baseAddress,
            UInt64($0.count),
            shiying_sqlite_transient(),
            UInt8(SQLITE_UTF8)
          )
        }
      }
    case .blob(let bytes):
      if bytes.isEmpty { return sqlite3_bind_zeroblob(handle, index, 0) }
      return bytes.withUnsafeBytes {
        sqlite3_bind_blob64(handle, index, $0.baseAddress, UInt64($0.count), shiying_sqlite_transient())
      }
    }
  }
}

/// The columns of the row that a statement stands on. Only the connection's `rows` makes one.
struct Row {
  fileprivate let handle: OpaquePointer

  func isNull(_ column: Int) -> Bool { sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL }

  func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

  func optionalInteger(_ column: Int) -> Int? { isNull(column) ? nil : Int(integer(column)) }

  func optionalReal(_ column: Int) -> Double? {
    isNull(column) ? nil : sqlite3_column_double(handle, Int32(column))
  }

  func optionalText(_ column: Int) -> String? {
    guard let text = sqlite3_column_text(handle, Int32(column)) else { return nil }
    let count = Int(sqlite3_column_bytes(handle, Int32(column)))
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
  }

  func text(_ column: Int) -> String { optionalText(column) ?? "" }

  func blob(_ column: Int) -> [UInt8] {
    guard let bytes = sqlite3_column_blob(handle, Int32(column)) else { return [] }
    return Array(
      UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, Int32(column))))
    )
  }
}

extension Statement {
  /// The row that the last `step` went to.
  var row: Row { Row(handle: handle) }
}
