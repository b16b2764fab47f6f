internal import Containers
internal import Files
internal import Testing

@testable internal import Metadata

@Suite struct SidecarTests {
  private func names(_ name: String, beside siblings: [String]) -> [(String, Bool)] {
    Sidecar.candidates(for: FilePath("/p/\(name)"), siblings: { siblings.map { Array($0.utf8) } })
      .map { ($0.path.lossyString, $0.isShared) }
  }

  @Test func fullNameFirst() {
    let found = names("IMG_1.HEIC", beside: ["IMG_1.HEIC", "IMG_1.xmp", "IMG_1.AAE", "IMG_10.HEIC"])
    #expect(found.map(\.0) == ["/p/IMG_1.HEIC.xmp", "/p/IMG_1.HEIC.XMP", "/p/IMG_1.xmp", "/p/IMG_1.XMP"])
    #expect(found.allSatisfy { !$0.1 })
  }

  @Test func shortNameIsSharedWithSiblings() {
    let found = names("IMG_1.HEIC", beside: ["IMG_1.HEIC", "IMG_1.MOV"])
    #expect(found.map(\.1) == [false, false, true, true])
    #expect(names("IMG_1", beside: ["IMG_1.MOV"]).map(\.0) == ["/p/IMG_1.xmp", "/p/IMG_1.XMP"])
  }

  @Test func sharedSidecarMustSayWhoseItIs() throws {
    let packet = try Sample.copy(.init(), Sample.everything).sidecar(forExtension: "heic")
    let nameless = try XMPPacket.bytes(try XMPDocument())
    func shared(_ name: String) throws -> Sidecar.Candidate {
      let siblings = ["a.HEIC", "a.MOV"].map { Array($0.utf8) }
      let candidates = Sidecar.candidates(for: FilePath(name), siblings: { siblings })
      return try #require(candidates.first { $0.isShared })
    }
    #expect(try shared("a.HEIC").read(packet)?.favourite == true)
    #expect(try shared("a.MOV").read(packet) == nil)
    #expect(try shared("a.HEIC").read(nameless) == nil)
  }

  @Test func namesThatAreNotUTF8() {
    let path = FilePath(bytes: [0x2F, 0xFF, 0x2E, 0x6A, 0x70, 0x67])
    let first = Sidecar.candidates(for: path, siblings: { [] }).first
    #expect(first?.path.bytes == path.bytes + Array(".xmp".utf8))
  }
}

/// What an XMP sidecar says besides date, place, tags and the like.
@Suite struct SidecarContentTests {
  private func document(_ properties: [(String, String, String)]) throws -> [UInt8] {
    let document = try XMPDocument()
    for (namespace, name, value) in properties { try document.set(namespace, name, to: value) }
    return try XMPPacket.bytes(document)
  }

  @Test(arguments: [true, false]) func itIsCarried(hasEmbedded: Bool) throws {
    let sidecar = try document([
      (XMPNamespace.photoshop, "Credit", "Ann"), (XMPNamespace.photoshop, "City", "Tokyo"),
      (XMPNamespace.tiff, "Make", "wrong"), (XMPNamespace.xmp, "CreatorTool", "darktable"),
    ])
    let region = try XMPDocument(packet: sidecar)
    try region.append(
      XMPNamespace.regions,
      "Regions/mwg-rs:RegionList",
      as: .bag,
      fields: [("mwg-rs:Name", "Ann"), ("mwg-rs:Type", "Face")]
    )
    let embedded = try document([
      (XMPNamespace.photoshop, "City", "Kyoto"), (XMPNamespace.photoshop, "Country", "Japan"),
      (XMPNamespace.tiff, "Make", "Camera"),
    ])
    var original = MetadataBlocks(xmp: hasEmbedded ? embedded : nil)
    original.sidecarXMP = try XMPPacket.bytes(region)
    let (blocks, notes) = try Sample.copy(original, SourceMetadata()).blocks()
    #expect(notes == [])
    let copy = try XMPDocument(packet: try #require(blocks.xmp))
    #expect(copy.text(XMPNamespace.photoshop, "Credit") == "Ann")
    #expect(copy.text(XMPNamespace.photoshop, "City") == "Tokyo")
    #expect(copy.text(XMPNamespace.photoshop, "Country") == (hasEmbedded ? "Japan" : nil))
    #expect(copy.text(XMPNamespace.tiff, "Make") == (hasEmbedded ? "Camera" : nil))
    #expect(copy.text(XMPNamespace.xmp, "CreatorTool") == nil)
    #expect(copy.text(XMPNamespace.regions, "Regions/mwg-rs:RegionList[1]/mwg-rs:Name") == "Ann")
  }

  @Test func anEmptySidecarTakesNothingAway() throws {
    var original = MetadataBlocks(xmp: try document([(XMPNamespace.photoshop, "City", "Kyoto")]))
    original.sidecarXMP = try XMPPacket.bytes(try XMPDocument())
    let copy = try XMPDocument(
      packet: try #require(try Sample.copy(original, SourceMetadata()).blocks().0.xmp)
    )
    #expect(copy.text(XMPNamespace.photoshop, "City") == "Kyoto")
  }
}
