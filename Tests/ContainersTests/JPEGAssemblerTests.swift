import Messages
import Testing

@testable import Containers

@Suite struct JPEGAssemblerTests {
  private let stream = JPEGBuilder.stream([JPEGBuilder.segment(0xE0, "JFIF\0", [1, 1, 0, 0, 1, 0, 1, 0, 0])])
  private let exif = JPEGBuilder.exif(orientation: 1)

  private func packet(_ body: String) -> [UInt8] {
    Array(
      """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      \(body)
      </rdf:RDF></x:xmpmeta>
      <?xpacket end="w"?>
      """.utf8
    )
  }

  @Test func `blocks come back as they went in`() throws {
    let blocks = MetadataBlocks(exif: exif, xmp: packet(""), iptc: [0x1C, 2, 5, 0, 1, 65])
    let bytes = try JPEGAssembler.assemble(stream: stream, blocks: blocks, iccProfile: [1, 2, 3])
    let found = try JPEGSegments(bytes)
    #expect(found.blocks == blocks)
    #expect(found.profile == .whole([1, 2, 3]))
    let markers = try JPEGMarkers(bytes).segments.map(\.marker)
    #expect(markers == [0xE0, 0xE1, 0xE1, 0xE2, 0xED, 0xC0])
    #expect(bytes.suffix(20) == stream.suffix(20))
  }

  @Test func `nothing to add changes nothing`() throws {
    #expect(try JPEGAssembler.assemble(stream: stream, blocks: MetadataBlocks()) == stream)
    let bare = JPEGBuilder.stream()
    #expect(try JPEGAssembler.assemble(stream: bare, blocks: MetadataBlocks()) == bare)
  }

  @Test func `Exif has one segment and a limit`() throws {
    let filling = [UInt8](repeating: 0, count: JPEGAssembler.exifLimit - exif.count)
    let largest = MetadataBlocks(exif: exif + filling)
    #expect(try JPEGSegments(JPEGAssembler.assemble(stream: stream, blocks: largest)).blocks == largest)
    let problem = #expect(throws: Problem.self) {
      try JPEGAssembler.assemble(stream: stream, blocks: MetadataBlocks(exif: exif + filling + [0]))
    }
    #expect(problem?.code == .metadataFailed)
  }

  @Test(arguments: [1, 65_519, 65_520, 200_000])
  func `profiles are cut into chunks`(count: Int) throws {
    let profile = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let bytes = try JPEGAssembler.assemble(stream: stream, blocks: MetadataBlocks(), iccProfile: profile)
    #expect(try JPEGSegments(bytes).profile == .whole(profile))
  }

  @Test func `a profile of more than 255 chunks is refused`() {
    let profile = [UInt8](repeating: 0, count: 255 * 65_519 + 1)
    let problem = #expect(throws: Problem.self) {
      try JPEGAssembler.assemble(stream: stream, blocks: MetadataBlocks(), iccProfile: profile)
    }
    #expect(problem?.code == .metadataFailed)
  }

  @Test(arguments: [65_000, 65_510, 200_001])
  func `long IPTC goes on in further segments`(count: Int) throws {
    let iptc = [0x1C] + (1..<count).map { UInt8(truncatingIfNeeded: $0) }
    let bytes = try JPEGAssembler.assemble(stream: stream, blocks: MetadataBlocks(iptc: iptc))
    #expect(try JPEGSegments(bytes).blocks.iptc == iptc)
  }

  @Test func `extended XMP is named by its digest`() throws {
    let stale =
      "<rdf:Description rdf:about=\"\" xmpNote:HasExtendedXMP=\"00000000000000000000000000000000\"/>"
    let extended = Array(repeating: UInt8(ascii: "x"), count: 150_000)
    let blocks = MetadataBlocks(xmp: packet(stale), extendedXMP: extended)
    let found = try JPEGSegments(JPEGAssembler.assemble(stream: stream, blocks: blocks)).blocks
    #expect(found.extendedXMP == extended)
    let xmp = XMPText(try #require(found.xmp))
    #expect(xmp.values(of: "xmpNote:HasExtendedXMP").map(\.text) == [MD5.hexadecimal(of: extended)])
  }

  @Test func `a packet over the limit keeps its small properties and moves the large ones`() throws {
    let thumbnail = String(repeating: "A", count: 100_000)
    let history = String(repeating: "<rdf:li>saved</rdf:li>", count: 1000)
    let body = """
      <rdf:Description rdf:about="urn:x" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="image/jpeg"
        xmlns:GImage="g/" GImage:Data="\(thumbnail)">
        <dc:subject><rdf:Bag><rdf:li>tree &lt; house</rdf:li></rdf:Bag></dc:subject>
        <xmpMM:History xmlns:xmpMM="m/"><rdf:Seq>\(history)</rdf:Seq></xmpMM:History>
        <!-- <dc:not/> --><dc:rights/>
      </rdf:Description>
      """
    let bytes = try JPEGAssembler.assemble(stream: stream, blocks: MetadataBlocks(xmp: packet(body)))
    let found = try JPEGSegments(bytes).blocks
    let main = XMPText(try #require(found.xmp))
    #expect(main.packet.count <= JPEGExtendedXMP.largestPacket)
    #expect(main.mentions("tree &lt; house"))
    #expect(main.mentions("xmpMM:History"))
    #expect(main.mentions("rdf:about=\"urn:x\" xmlns:xmpNote"))
    #expect(!main.mentions("GImage:Data"))
    let extended = XMPText(try #require(found.extendedXMP))
    #expect(extended.mentions("GImage:Data=\"\(thumbnail)\""))
    #expect(extended.mentions("xmlns:GImage=\"g/\""))
    #expect(extended.mentions("</rdf:RDF></x:xmpmeta>"))
    #expect(!extended.mentions("tree"))
  }

  @Test func `large elements move with all that is in them`() throws {
    let entries = String(repeating: "<rdf:li>saved, again and again</rdf:li>", count: 3000)
    let body = """
      <rdf:Description rdf:about="" xmlns:m="m/" xmlns:e="e/">
        <e:note>stays</e:note><m:History><rdf:Seq>\(entries)</rdf:Seq></m:History>
      </rdf:Description>
      """
    let found = try JPEGSegments(
      JPEGAssembler.assemble(stream: stream, blocks: MetadataBlocks(xmp: packet(body)))
    ).blocks
    #expect(XMPText(try #require(found.xmp)).mentions("<e:note>stays</e:note>"))
    #expect(
      XMPText(try #require(found.extendedXMP)).mentions(
        "<m:History><rdf:Seq>\(entries)</rdf:Seq></m:History>"
      )
    )
  }

  @Test func `padding alone is no reason to divide`() throws {
    let whole = packet("<rdf:Description rdf:about=\"\"/>" + String(repeating: " ", count: 10))
    let padded = Array(
      String(decoding: whole, as: UTF8.self)
        .replacing("<?xpacket end", with: String(repeating: " ", count: 80_000) + "<?xpacket end").utf8
    )
    let found = try JPEGSegments(
      JPEGAssembler.assemble(stream: stream, blocks: MetadataBlocks(xmp: padded))
    ).blocks
    #expect(found.extendedXMP == nil)
    #expect((found.xmp?.count ?? 0) < 1000)
  }

  @Test(arguments: ["", "no markup", "<rdf:RDF><rdf:Description a=\"", "<rdf:RDF></rdf:RDF>"])
  func `what can't be divided is refused`(text: String) {
    let xmp = Array((text + String(repeating: "x", count: 70_000)).utf8)
    let problem = #expect(throws: Problem.self) {
      try JPEGAssembler.assemble(stream: stream, blocks: MetadataBlocks(xmp: xmp))
    }
    #expect(problem?.code == .metadataFailed)
  }
}

@Suite struct JPEGDigestTests {
  /// RFC 1321, A.5.
  @Test(arguments: [
    ("", "D41D8CD98F00B204E9800998ECF8427E"), ("a", "0CC175B9C0F1B6A831C399E269772661"),
    ("message digest", "F96B697D7CB7938D525A2F31AAF161D0"),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57EDF4A22BE3C955AC49DA2E2107B67A"
    ),
  ])
  func `digests are those of the RFC`(text: String, digest: String) {
    #expect(MD5.hexadecimal(of: Array(text.utf8)) == digest)
  }
}
