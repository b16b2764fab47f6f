import Files
import TestSupport
import Testing

@testable import Library

@Suite struct SeenFilesTests {
  let fixture: Fixture
  let path = FilePath(bytes: [0x2F, 0xFF, 0x2F, 0x61])
  let status = FileStatus(
    kind: .regular,
    size: 5,
    modification: FileTime(seconds: 1_600_000_000, nanoseconds: 9),
    device: 1,
    inode: .max
  )
  let hash = ContentHash(of: [1])

  init() throws { fixture = try Fixture() }

  @Test func `knows a file that has not changed, before and after it is written`() throws {
    try fixture.catalogue.remember(hash, of: path, status: status)
    #expect(try fixture.catalogue.knownHash(of: path, status: status) == hash)
    try fixture.catalogue.flush()
    #expect(try fixture.openAgain().catalogue.knownHash(of: path, status: status) == hash)
    var remounted = status
    remounted.device = 99
    #expect(try fixture.catalogue.knownHash(of: path, status: remounted) == hash)
  }

  @Test(arguments: [false, true]) func `does not know a changed file`(isFlushed: Bool) throws {
    try fixture.catalogue.remember(hash, of: path, status: status)
    if isFlushed { try fixture.catalogue.flush() }
    for change in [\FileStatus.size, \.modification.seconds] {
      var changed = status
      changed[keyPath: change] += 1
      #expect(try fixture.catalogue.knownHash(of: path, status: changed) == nil)
    }
    var changed = status
    changed.modification.nanoseconds += 1
    #expect(try fixture.catalogue.knownHash(of: path, status: changed) == nil)
    changed = status
    changed.inode = 7
    #expect(try fixture.catalogue.knownHash(of: path, status: changed) == nil)
    #expect(try fixture.catalogue.knownHash(of: FilePath("/other"), status: status) == nil)
  }

  @Test func `replaces what it knew`() throws {
    try fixture.catalogue.remember(hash, of: path, status: status)
    try fixture.catalogue.flush()
    var changed = status
    changed.size = 6
    try fixture.catalogue.remember(ContentHash(of: [2]), of: path, status: changed)
    try fixture.catalogue.flush()
    #expect(try fixture.catalogue.knownHash(of: path, status: changed) == ContentHash(of: [2]))
    #expect(try fixture.count("source_seen") == 1)
  }

  @Test func `does not trust a file that has only just changed`() throws {
    var fresh = status
    fresh.modification = .now
    try fixture.catalogue.remember(hash, of: path, status: fresh)
    #expect(try fixture.catalogue.knownHash(of: path, status: fresh) == nil)
  }

  @Test func `writes in batches and at the end`() throws {
    do {
      let catalogue = try fixture.openAgain().catalogue
      for number in 0..<600 {
        try catalogue.remember(hash, of: FilePath("/\(number)"), status: status)
      }
      #expect(try fixture.count("source_seen") == 512)
    }
    #expect(try fixture.count("source_seen") == 600)
  }
}
