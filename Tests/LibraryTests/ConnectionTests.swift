import Files
import Messages
import TestSupport
import Testing

@testable import Library

@Suite struct ConnectionTests {
  let folder: TemporaryFolder
  let connection: Connection

  init() throws {
    folder = try TemporaryFolder()
    connection = try Connection(folder.path.appending("db"), create: true, waiting: 1000)
    try connection.script("CREATE TABLE t (x UNIQUE)")
  }

  @Test(
    arguments: [
      .null, .integer(.min), .integer(.max), .real(0.1), .text(""), .text("ä\0b"), .blob([]),
      .blob([0, 255]),
    ] as [SQLValue]
  )
  func `keeps values`(value: SQLValue) throws {
    try connection.run("INSERT INTO t VALUES (?1)", [value])
    let found = try connection.first("SELECT x, typeof(x) FROM t") { row -> (SQLValue, String) in
      switch row.text(1) {
      case "integer": (.integer(row.integer(0)), "integer")
      case "real": (SQLValue(row.optionalReal(0)), "real")
      case "text": (.text(row.text(0)), "text")
      case "blob": (.blob(row.blob(0)), "blob")
      default: (.null, row.text(1))
      }
    }
    #expect(found?.0 == value)
    if value == .null { #expect(found?.1 == "null") }
  }

  @Test func `rolls back when the body throws`() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.run("INSERT INTO t VALUES (1)")
        throw Stop()
      }
    }
    #expect(!connection.isInTransaction)
    #expect(try connection.all("SELECT x FROM t") { $0.integer(0) }.isEmpty)
  }

  @Test func `makes an inner transaction part of the outer one`() throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try connection.transaction {
        try connection.transaction { try connection.run("INSERT INTO t VALUES (1)") }
        throw Stop()
      }
    }
    #expect(try connection.all("SELECT x FROM t") { $0.integer(0) }.isEmpty)
  }

  @Test func `goes on after a failed statement`() throws {
    try connection.run("INSERT INTO t VALUES (?1)", [.integer(1)])
    let problem = #expect(throws: Problem.self) {
      try connection.run("INSERT INTO t VALUES (?1)", [.integer(1)])
    }
    #expect(problem?.code == .internalError)
    #expect(problem?.values["detail"]?.contains("UNIQUE") == true)
    try connection.run("INSERT INTO t VALUES (?1)", [.integer(2)])
    #expect(throws: Problem.self) { try connection.run("nonsense") }
    #expect(try connection.all("SELECT x FROM t ORDER BY x") { $0.integer(0) } == [1, 2])
  }

  @Test func `uses one text within itself`() throws {
    try connection.run("INSERT INTO t VALUES (1), (2)")
    var pairs: [[Int64]] = []
    try connection.rows("SELECT x FROM t ORDER BY x") { outer in
      try connection.rows("SELECT x FROM t ORDER BY x") { inner in
        pairs.append([outer.integer(0), inner.integer(0)])
      }
    }
    #expect(pairs == [[1, 1], [1, 2], [2, 1], [2, 2]])
  }

  @Test func `does not make a missing file unless asked`() throws {
    let path = folder.path.appending("none")
    #expect(throws: Problem.self) { try Connection(path, create: false, waiting: 0) }
    #expect(try FileStatus.ifPresent(path) == nil)
  }
}
