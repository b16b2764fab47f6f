internal import CSQLite
internal import Files
internal import Glibc
internal import Messages

/// The one place where a result code of SQLite becomes a problem.
///
/// Codes: https://www.sqlite.org/rescode.html. The text is copied at once: sqlite3_errmsg is valid only until
/// the connection's next call.
enum SQLiteError {
  /// The problem that `code`, just returned on `handle`, stands for.
  static func problem(_ code: Int32, handle: OpaquePointer?, path: FilePath) -> Problem {
    let text = handle.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
    let detail = text.map { String(cString: $0) } ?? "SQLite \(code)"
    let systemError = handle.map { sqlite3_system_errno($0) } ?? 0
    let values = ["path": path.lossyString, "detail": detail]
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: return Problem(.libraryBusy, ["path": path.lossyString])
    case SQLITE_FULL: return Problem(.diskFull, ["path": path.lossyString])
    case SQLITE_IOERR where [ENOSPC, EDQUOT].contains(systemError):
      return Problem(.diskFull, ["path": path.lossyString])
    case SQLITE_READONLY: return Problem(.cannotWrite, values)
    case SQLITE_CONSTRAINT, SQLITE_MISUSE, SQLITE_RANGE, SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_TOOBIG:
      return Problem(.internalError, ["detail": detail])
    default: return Problem(.libraryUnusable, values)
    }
  }
}
