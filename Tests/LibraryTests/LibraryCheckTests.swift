import Files
import Messages
import Metadata
import TestSupport
import Testing

@testable import Library

@Suite struct LibraryCheckTests {
  let fixture: Fixture
  var check: LibraryCheck { LibraryCheck(fixture.library) }

  init() throws { fixture = try Fixture() }

  private func kinds(deep: Bool = false) throws -> [FindingKind] {
    try check.findings(deep: deep).map(\.kind)
  }

  @Test func `finds nothing wrong in a good library`() throws {
    try fixture.register(fixture.registration([try fixture.albumFile("sub/a.jpg")]))
    try fixture.registerSource("a")
    let run = try LibraryRun(in: fixture.library)
    _ = try fixture.catalogue.begin(fixture.intent(fixture.registration([]), run: run.id))
    var seen: [Int] = []
    #expect(try check.findings(deep: true) { done, all in seen += [done, all] }.isEmpty)
    #expect(seen == [1, 2, 2, 2])
  }

  @Test func `finds what is missing, and has copies forgotten but not sources`() throws {
    let registration = fixture.registration([try fixture.albumFile("a.jpg")])
    try fixture.register(registration)
    let source = try fixture.registerSource("a")
    for path in [registration.files[0].path, fixture.sourcePath("a")] { try DurableFile.remove(path) }
    let findings = try check.findings(deep: false)
    #expect(findings.map(\.kind) == [.missing, .missing])
    #expect(findings.map(\.asset) == [registration.asset, source])
    #expect(try check.repair(findings).map(\.asset) == [registration.asset])
    #expect(try fixture.catalogue.copy(for: registration.key) == nil)
    #expect(try fixture.catalogue.asset(uuid: source) != nil)
  }

  @Test func `finds changes, those that keep size and time only when it reads all`() throws {
    let file = try fixture.albumFile("a.jpg", "one")
    let registration = fixture.registration([file])
    try fixture.register(registration)
    try DurableFile.remove(file.path)
    try DurableFile.write(Array("two".utf8), to: file.path, modification: file.modification)
    #expect(try kinds().isEmpty)
    #expect(try kinds(deep: true) == [.changed])
    try DurableFile.setModification(FileTime(seconds: 1), of: file.path)
    #expect(try kinds() == [.changed])
    #expect(try check.repair(check.findings(deep: false)).isEmpty)
    #expect(try fixture.catalogue.asset(uuid: registration.asset) != nil)
  }

  @Test func `finds orphans and leaves them`() throws {
    let orphan = try fixture.albumFile("sub/orphan.jpg")
    let findings = try check.findings(deep: false)
    #expect(findings == [LibraryCheck.Finding(kind: .orphan, path: orphan.path)])
    #expect(try check.repair(findings).isEmpty)
    #expect(try FileStatus.ifPresent(orphan.path) != nil)
  }

  @Test func `finds what dead runs have left, and clears it away`() throws {
    let live = try LibraryRun(in: fixture.library)
    try DurableFile.write([1], to: live.stagingFolder.appending("s"))
    let album = fixture.library.albumFolder(.conversions)
    let livePart = Delivery.partPath(for: album.appending("live.jpg"), run: live.id)
    let deadPart = Delivery.partPath(for: album.appending("dead.jpg"), run: "0badcafe")
    let deadStaging = fixture.library.stagingFolder.appending("0badcafe")
    for path in [livePart, deadPart, deadStaging.appending("s")] { _ = try fixture.file(path) }
    let findings = try check.findings(deep: false)
    #expect(findings.map(\.kind) == [.remains, .remains])
    #expect(findings.map(\.path) == [deadStaging, deadPart])
    #expect(try check.repair(findings) == findings)
    #expect(try kinds().isEmpty)
    #expect(try FileStatus.ifPresent(livePart) != nil)
    #expect(try FileStatus.ifPresent(live.stagingFolder.appending("s")) != nil)
  }

  @Test func `finds open intents of dead runs and keeps what they need`() throws {
    let file = try fixture.albumFile("a.jpg")
    let intent = fixture.intent(fixture.registration([file]), run: "0badcafe")
    _ = try fixture.catalogue.begin(intent)
    _ = try fixture.file(fixture.library.stagingFolder.appending("0badcafe/s"))
    let findings = try check.findings(deep: false)
    #expect(findings.map(\.kind) == [.openIntent, .remains])
    #expect(findings.first?.path == file.path)
    #expect(try check.repair(findings).isEmpty)
  }

  @Test func `finds assets without files`() throws {
    let registration = fixture.registration([])
    try fixture.register(registration)
    let findings = try check.findings(deep: false)
    #expect(findings.map(\.kind) == [.withoutFiles])
    #expect(try check.repair(findings) == findings)
    #expect(try fixture.count("asset") == 0)
  }
}

@Suite struct LibraryRunTests {
  @Test func `lives until it goes away`() throws {
    let fixture = try Fixture()
    let other = try fixture.openAgain()
    var run: LibraryRun? = try LibraryRun(in: fixture.library)
    let id = try #require(run?.id)
    let staging = try #require(run?.stagingFolder)
    #expect(try FileStatus.of(staging).kind == .directory)
    #expect(try other.isAlive(run: id))
    #expect(try other.deadRuns().isEmpty)
    run = nil
    #expect(try !other.isAlive(run: id))
    #expect(try FileStatus.ifPresent(staging) == nil)
    try DurableFile.makeDirectories(staging)
    #expect(try other.deadRuns() == [id])
    try other.removeRemains(ofRun: id)
    #expect(try other.deadRuns().isEmpty)
  }
}
