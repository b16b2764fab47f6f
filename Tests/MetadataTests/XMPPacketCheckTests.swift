internal import Containers
internal import Messages
internal import Testing

@testable internal import Metadata

@Suite struct XMPPacketCheckTests {
  private static func packet(_ inside: String, namespaces: String = "") -> [UInt8] {
    Array(
      """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">\
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" \
      xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"\(namespaces)>\
      \(inside)</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>
      """.utf8
    )
  }

  private func refusal(_ packet: [UInt8]) -> String? {
    do {
      _ = try XMPDocument(packet: packet)
      return nil
    } catch { return (error as? Problem)?.values["detail"] ?? "\(error)" }
  }

  @Test func readsWhatIsSane() throws {
    let document = try XMPDocument(packet: Self.packet("<xmp:Rating>4</xmp:Rating>"))
    #expect(document.text(XMPNamespace.xmp, "Rating") == "4")
    let padded = Self.packet("<xmp:Rating>3</xmp:Rating>") + [UInt8](repeating: 0x20, count: 4000) + [0, 0]
    #expect(try XMPDocument(packet: padded).text(XMPNamespace.xmp, "Rating") == "3")
  }

  @Test func readsUTF16() throws {
    let text =
      #"<?xml version="1.0" encoding="UTF-16"?>"#
      + String(decoding: Self.packet("<xmp:Label>夏</xmp:Label>"), as: UTF8.self)
    for isBigEndian in [true, false] {
      let units = [0xFEFF] + Array(text.utf16)
      let bytes = units.flatMap {
        isBigEndian ? [UInt8($0 >> 8), UInt8($0 & 0xFF)] : [UInt8($0 & 0xFF), UInt8($0 >> 8)]
      }
      #expect(try XMPDocument(packet: bytes).text(XMPNamespace.xmp, "Label") == "夏")
    }
  }

  @Test func entitiesCannotExpand() {
    let bomb = """
      <?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
      """
    #expect(
      refusal(Array(bomb.utf8) + Self.packet("<xmp:Label>&b;</xmp:Label>"))?.contains("document type") == true
    )
    #expect(refusal(Self.packet("<xmp:Label>&b;</xmp:Label>")) != nil)
  }

  @Test func sizeIsLimited() {
    let label = String(repeating: "x", count: 17 << 20)
    #expect(refusal(Self.packet("<xmp:Label>\(label)</xmp:Label>"))?.contains("bytes") == true)
  }

  @Test func depthIsLimited() {
    let depth = 200_000
    let inside = String(repeating: "<xmp:a>", count: depth) + String(repeating: "</xmp:a>", count: depth)
    #expect(refusal(Self.packet(inside))?.contains("nested") == true)
  }

  @Test func propertiesAreLimited() {
    let inside = (0..<40_000).map { "<xmp:a\($0)/>" }.joined()
    #expect(refusal(Self.packet(inside))?.contains("too many elements") == true)
    let attributes = (0..<40_000).map { " xmp:a\($0)=\"\"" }.joined()
    #expect(refusal(Self.packet("", namespaces: attributes))?.contains("too many elements") == true)
  }

  @Test func namespacesAreLimited() {
    let namespaces = (0..<600).map { " xmlns:n\($0)=\"http://example.org/\($0)/\"" }.joined()
    #expect(refusal(Self.packet("", namespaces: namespaces))?.contains("namespaces") == true)
  }

  @Test func manyTagsAreRead() throws {
    let items = (0..<100_000).map { "<rdf:li>tag \($0)</rdf:li>" }.joined()
    let packet = Self.packet("<dc:subject><rdf:Bag>\(items)</rdf:Bag></dc:subject>")
    #expect(try Sidecar.read(xmp: packet).tags.count == 100_000)
  }

  @Test func everyPrefixAndManyWrongBytes() throws {
    let whole = try Sample.copy(.init(), Sample.everything).sidecar(forExtension: "jpg")
    for length in stride(from: 0, to: whole.count, by: 7) { _ = refusal(Array(whole.prefix(length))) }
    for index in stride(from: 0, to: whole.count, by: 5) {
      var bytes = whole
      bytes[index] = UInt8(ascii: "<")
      _ = try? Sidecar.read(xmp: bytes)
      bytes[index] = 0xFF
      _ = try? Sidecar.read(xmp: bytes)
    }
  }

  @Test func windowsNamespaceIsTheOtherOnes() throws {
    let packet = Self.packet(
      "<MicrosoftPhoto:Rating>75</MicrosoftPhoto:Rating>",
      namespaces: " xmlns:MicrosoftPhoto=\"http://ns.microsoft.com/photo/1.0/\""
    )
    #expect(try Sidecar.read(xmp: packet).rating == 4)
  }
}
