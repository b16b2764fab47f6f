internal import Containers
internal import Messages
internal import Testing

@testable internal import Metadata

@Suite struct IPTCTests {
  static func block(_ datasets: [(UInt8, UInt8, [UInt8])]) -> [UInt8] {
    datasets.flatMap { [0x1C, $0.0, $0.1, UInt8($0.2.count >> 8), UInt8($0.2.count & 0xFF)] + $0.2 }
  }

  private static func text(_ number: UInt8, _ text: String) -> (UInt8, UInt8, [UInt8]) {
    (2, number, Array(text.utf8))
  }

  static let sample = block([
    (2, 0, [0, 2]), text(5, "Title"), text(10, "1"), text(25, "one"), text(25, "two"), text(55, "20040226"),
    text(60, "131415+0100"), text(80, "Somebody"), text(90, "Zürich"), text(116, "(c) Somebody"),
    text(120, "Caption"),
  ])

  private var carried: SourceMetadata { EmbeddedMetadataReader.read(MetadataBlocks(iptc: Self.sample)).0 }

  @Test func reads() {
    #expect(carried.title == "Title" && carried.description == "Caption")
    #expect(carried.tags.map(\.leaf) == ["one", "two"])
    #expect(carried.captureDate?.iso8601 == "2004-02-26T13:14:15+01:00")
  }

  @Test func readsLatin1AndUTF8() {
    #expect(IPTCRecords(Self.block([(2, 120, [0x43, 0xE3, 0x6F])])).text(120) == "Cão")
    #expect(
      IPTCRecords(Self.block([(1, 90, IPTCRecords.utf8Escape), (2, 120, Array("Cão".utf8))])).text(120)
        == "Cão"
    )
  }

  @Test func staysAsItIsWhereNothingDiffers() throws {
    let (blocks, notes) = try Sample.copy(MetadataBlocks(iptc: Self.sample), carried).blocks()
    #expect(blocks.iptc == Self.sample && notes == [])
  }

  @Test func changesWhatWouldContradict() throws {
    var carried = carried
    carried.tags = [Tag(levels: ["Places", "夏"]), Tag(levels: [String(repeating: "é", count: 40)])]
    carried.description = "Other"
    carried.captureDate = CaptureDate(iso8601: "2020-01-02T03:04:05")
    carried.rating = 3
    let (blocks, notes) = try Sample.copy(MetadataBlocks(iptc: Self.sample), carried).blocks()
    #expect(notes == [])
    let records = IPTCRecords(try #require(blocks.iptc))
    #expect(records.isDeclaredUTF8 && !records.isDamaged)
    #expect(records.texts(25) == ["夏", String(repeating: "é", count: 32)])
    #expect(records.text(120) == "Other" && records.text(5) == "Title" && records.text(90) == "Zürich")
    #expect(records.text(55) == "20200102" && !records.contains(60) && !records.contains(10))
    #expect(records.datasets.map(\.record) == records.datasets.map(\.record).sorted())
  }

  @Test func movesToXMPWhereItHasNoPlace() throws {
    let (blocks, notes) = try Sample.copy(MetadataBlocks(iptc: Self.sample), carried, target: .heic).blocks()
    #expect(blocks.iptc == nil && notes == [Note(.iptcMovedToXMP)])
    let document = try XMPDocument(packet: try #require(blocks.xmp))
    #expect(document.items(XMPNamespace.dc, "creator") == ["Somebody"])
    #expect(document.localizedText(XMPNamespace.dc, "rights") == "(c) Somebody")
    #expect(document.text(XMPNamespace.photoshop, "City") == "Zürich")
    let found = EmbeddedMetadataReader.read(blocks).0
    #expect(MetadataComparison.differences(expected: carried, found: found) == [])
  }

  @Test func whatXMPSaysStays() throws {
    let original = try XMPDocument()
    try original.set(XMPNamespace.photoshop, "City", to: "Basel")
    let blocks = MetadataBlocks(xmp: try XMPPacket.bytes(original), iptc: Self.sample)
    let copy = try Sample.copy(blocks, carried, target: .png).blocks().0
    #expect(try XMPDocument(packet: try #require(copy.xmp)).text(XMPNamespace.photoshop, "City") == "Basel")
  }

  @Test func damagedBlockGoesOnlyIfItMustChange() throws {
    let damaged = Self.sample + [0x1C, 2, 25, 0xFF]
    var (blocks, notes) = try Sample.copy(MetadataBlocks(iptc: damaged), carried).blocks()
    #expect(blocks.iptc == damaged && notes == [])
    var other = carried
    other.description = "Other"
    (blocks, notes) = try Sample.copy(MetadataBlocks(iptc: damaged), other).blocks()
    #expect(blocks.iptc == nil && notes == [Note(.iptcMovedToXMP)])
  }

  @Test func everyPrefixAndLyingLengths() {
    for length in 0...Self.sample.count { _ = IPTCRecords(Array(Self.sample.prefix(length))) }
    for length in [[0x80, 0], [0x80, 4, 0xFF, 0xFF, 0xFF, 0xFF], [0xFF, 0xFF], [0x80, 9]] as [[UInt8]] {
      #expect(IPTCRecords([0x1C, 2, 120] + length + [1, 2, 3]).datasets.isEmpty)
    }
    let long = IPTCRecords([0x1C, 2, 120, 0x80, 2, 0, 3] + Array("abc".utf8))
    #expect(long.text(120) == "abc")
    var large = long
    large.replace(120, with: [String(repeating: "x", count: 40_000)])
    #expect(IPTCRecords(large.bytes).text(120)?.utf8.count == 40_000)
  }
}
