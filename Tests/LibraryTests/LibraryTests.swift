import CSystem
import Files
import Messages
import Metadata
import TestSupport
import Testing

@testable import Library

@Suite struct LibraryTests {
  let folder: TemporaryFolder
  let root: FilePath

  init() throws {
    folder = try TemporaryFolder()
    root = folder.path.appending("照片/library")
  }

  private var cataloguePath: FilePath { root.appending(".shiying/catalogue.db") }

  private func pragma(_ name: String, _ library: Library) throws -> String? {
    try library.catalogue.connection.first("PRAGMA \(name)") { $0.text(0) }
  }

  private func openingProblem(create: Bool = true) -> Problem? {
    #expect(throws: Problem.self) { try Library.open(at: root, create: create) }
  }

  @Test func `makes the folder, its albums and the catalogue`() throws {
    let library = try Library.open(at: root, create: true)
    #expect(library.root == root)
    #expect(library.albumName(.conversions) == "拾映轉換")
    #expect(library.albumFolder(.creations) == root.appending("拾映成片"))
    for path in [
      library.albumFolder(.conversions), library.albumFolder(.creations), library.stagingFolder,
      library.locksFolder,
    ] { #expect(try FileStatus.of(path).kind == .directory) }
    #expect(library.notes.isEmpty)
    #expect(try pragma("journal_mode", library) == "wal")
    #expect(try pragma("synchronous", library) == "2")
    #expect(try pragma("foreign_keys", library) == "1")
    #expect(try pragma("busy_timeout", library) == "10000")
    #expect(try pragma("application_id", library) == String(0x5348_5947))
    #expect(try pragma("user_version", library) == "1")
  }

  @Test func `keeps the album names it was made with`() throws {
    let names = AlbumNames(conversions: "Copies", creations: "Collages")
    let first = try Library.open(at: root, create: true, albumNames: names)
    #expect(first.albumFolder(.conversions) == root.appending("Copies"))
    let second = try Library.open(at: root, create: true)
    #expect(second.albumName(.conversions) == "Copies")
    #expect(try FileStatus.ifPresent(root.appending("拾映轉換")) == nil)
  }

  @Test(arguments: ["", "a/b", ".", "..", ".shiying", "x\0y", "same"])
  func `refuses album names that can't be folders`(name: String) {
    let problem = #expect(throws: Problem.self) {
      try Library.open(at: root, create: true, albumNames: AlbumNames(conversions: name, creations: "same"))
    }
    #expect(problem?.code == .badName)
  }

  @Test func `makes nothing unless asked`() throws {
    #expect(openingProblem(create: false)?.code == .libraryMissing)
    #expect(try FileStatus.ifPresent(root) == nil)
    _ = try Library.open(at: root, create: true)
    #expect(throws: Never.self) { try Library.open(at: root, create: false) }
  }

  @Test func `can be moved and opened through a link`() throws {
    let fixture = try Fixture()
    let file = try fixture.albumFile("a.jpg")
    try fixture.register(fixture.registration([file]))
    let link = fixture.folder.path.appending("link")
    #expect(link.withCString { symlink("library", $0) } == 0)
    let linked = try Library.open(at: link, create: false)
    #expect(linked.root == fixture.library.root)
    let named = link.appending("拾映轉換/a.jpg")
    #expect(try linked.catalogue.asset(atPath: named)?.files.map(\.path) == [file.path])
    let moved = fixture.folder.path.appending("moved")
    try DurableFile.renameWithoutReplacing(fixture.library.root, to: moved)
    let library = try Library.open(at: moved, create: false)
    #expect(
      try library.catalogue.allCopies().flatMap(\.files).map(\.path) == [moved.appending("拾映轉換/a.jpg")]
    )
  }

  @Test func `refuses a file that is no database, and leaves it alone`() throws {
    let bytes = Array(String(repeating: "not a database ", count: 100).utf8)
    try folder.write(bytes, to: "照片/library/.shiying/catalogue.db")
    #expect(openingProblem()?.code == .libraryUnusable)
    #expect(try FileReader.read(cataloguePath).bytes == bytes)
  }

  @Test(arguments: [0, 77]) func `refuses another program's database`(application: Int) throws {
    try DurableFile.makeDirectories(cataloguePath.parent)
    do {
      let other = try Connection(cataloguePath, create: true, waiting: 1000)
      try other.script("PRAGMA application_id = \(application); CREATE TABLE t (x); INSERT INTO t VALUES (1)")
    }
    let before = try FileReader.read(cataloguePath).bytes
    #expect(openingProblem()?.code == .libraryUnusable)
    #expect(try FileReader.read(cataloguePath).bytes == before)
  }

  @Test func `refuses a newer catalogue`() throws {
    do {
      let library = try Library.open(at: root, create: true)
      try library.catalogue.connection.script("PRAGMA user_version = 99")
    }
    let problem = openingProblem()
    #expect(problem?.code == .libraryTooNew)
    #expect(problem?.values["found"] == "99")
    #expect(problem?.values["known"] == String(Schema.version))
  }

  @Test func `fills an empty file, as a crash while making the catalogue leaves it`() throws {
    try folder.write("", to: "照片/library/.shiying/catalogue.db")
    let library = try Library.open(at: root, create: true)
    #expect(try pragma("user_version", library) == "1")
    #expect(try pragma("journal_mode", library) == "wal")
  }

  @Test func `goes from version to version, each step wholly or not at all`() throws {
    let library = try Library.open(at: root, create: true)
    let connection = library.catalogue.connection
    let good = Schema.steps + ["ALTER TABLE asset ADD COLUMN colour TEXT"]
    #expect(throws: Problem.self) {
      try Schema.prepare(connection, steps: good + ["CREATE TABLE half (x); CREATE TABLE asset (x)"])
    }
    #expect(try pragma("user_version", library) == "2")
    #expect(
      try connection.first("SELECT count(*) FROM sqlite_schema WHERE name = 'half'") { $0.integer(0) } == 0
    )
    try Schema.prepare(connection, steps: good)
    #expect(try pragma("user_version", library) == "2")
    #expect(openingProblem()?.code == .libraryTooNew)
  }

  @Test func `does without the write-ahead log on a network filesystem`() throws {
    let library = try Library.open(at: root, create: true, filesystem: (true, "nfs"))
    #expect(library.notes == [Note(.networkFilesystem, ["filesystem": "nfs"])])
    #expect(try pragma("journal_mode", library) == "delete")
    #expect(try pragma("synchronous", library) == "2")
    // On the server the same folder looks local; clients may still have it open.
    let local = try Library.open(at: root, create: true, filesystem: (false, "ext4"))
    #expect(try pragma("journal_mode", local) == "delete")
    #expect(local.notes.isEmpty)
  }

  @Test func `turns the log off when a library comes to a network filesystem`() throws {
    _ = try Library.open(at: root, create: true)
    let library = try Library.open(at: root, create: true, filesystem: (true, "nfs"))
    #expect(try pragma("journal_mode", library) == "delete")
    let other = try Library.open(at: root, create: true, filesystem: (true, "nfs"))
    try other.catalogue.cancel(intent: 1)
    try library.catalogue.cancel(intent: 1)
  }

  @Test func `does not touch another program's log on a network filesystem`() throws {
    try DurableFile.makeDirectories(cataloguePath.parent)
    do {
      let other = try Connection(cataloguePath, create: true, waiting: 1000)
      try other.script("PRAGMA journal_mode = WAL; CREATE TABLE t (x)")
    }
    let before = try FileReader.read(cataloguePath).bytes
    let problem = #expect(throws: Problem.self) {
      try Library.open(at: root, create: true, filesystem: (true, "nfs"))
    }
    #expect(problem?.code == .libraryUnusable)
    #expect(try FileReader.read(cataloguePath).bytes == before)
  }

  @Test func `says that a file stands where the library should be`() throws {
    try folder.write("x", to: "照片/library")
    #expect(openingProblem()?.code == .cannotWrite)
  }

  @Test func `can be made by many at once`() async throws {
    let root = root
    let albums = try await withThrowingTaskGroup(of: Int64.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let library = try Library.open(at: root, create: true)
          let id = try library.catalogue.begin(sampleIntent(library))
          try library.catalogue.cancel(intent: id)
          return try library.catalogue.connection.first("SELECT count(*) FROM album") { $0.integer(0) } ?? 0
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(albums == [Int64](repeating: 2, count: 8))
  }

  @Test func `says busy when another process holds the catalogue too long`() throws {
    let fixture = try Fixture()
    let other = try fixture.openAgain(waitingMilliseconds: 20)
    try fixture.catalogue.connection.transaction {
      let problem = #expect(throws: Problem.self) { try other.catalogue.cancel(intent: 1) }
      #expect(problem?.code == .libraryBusy)
      // Reading goes on.
      let copies = try other.catalogue.allCopies()
      #expect(copies.isEmpty)
    }
    #expect(throws: Never.self) { try other.catalogue.cancel(intent: 1) }
  }

  @Test func `says that the disk is full`() throws {
    let fixture = try Fixture()
    let connection = fixture.catalogue.connection
    let pages = try #require(try connection.first("PRAGMA page_count") { $0.integer(0) })
    try connection.script("PRAGMA max_page_count = \(pages)")
    var metadata = SourceMetadata()
    metadata.description = String(repeating: "x", count: 100_000)
    let intent = fixture.intent(fixture.registration([], metadata: metadata))
    let problem = #expect(throws: Problem.self) { try fixture.catalogue.begin(intent) }
    #expect(problem?.code == .diskFull)
    #expect(try fixture.catalogue.intents().isEmpty)
    try connection.script("PRAGMA max_page_count = 1073741823")
    #expect(throws: Never.self) { try fixture.catalogue.begin(intent) }
  }
}

private func sampleIntent(_ library: Library) -> Intent {
  let key = CopyKey(sourceHash: ContentHash(of: []), recipeHash: "r", folder: library.root)
  return Intent(
    run: "r",
    moves: [],
    registration: CopyRegistration(
      asset: newUUID(),
      kind: .photo,
      files: [],
      metadata: SourceMetadata(),
      width: 1,
      height: 1,
      album: .conversions,
      key: key,
      sourcePath: library.root,
      recipe: "{}",
      programVersion: "0",
      madeAt: FileTime(seconds: 0)
    )
  )
}
