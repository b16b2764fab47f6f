internal import Containers
internal import Messages
internal import Testing

@testable internal import Metadata

@Suite struct XMPReadingTests {
  private func read(_ fill: (XMPDocument) throws -> Void) throws -> XMPReading {
    let document = try XMPDocument()
    try fill(document)
    return XMPReading(document)
  }

  @Test(arguments: [
    ("35,39.516000N", 35.6586), ("35,39,30.96N", 35.6586), ("35.6586N", 35.6586), ("36,48.0S", -36.8),
    ("-36.8", -36.8),
    ("0,0.036S", -0.0006),
  ]) func coordinates(_ text: String, _ expected: Double) throws {
    let value = try #require(XMPPlace.coordinate(text, "N", "S"))
    #expect(abs(value - expected) < 1e-9)
  }

  @Test(arguments: ["", "N", "x,yN", "35,-1N", "1,2,3,4N", "35,39E"]) func noCoordinates(_ text: String) {
    #expect(XMPPlace.coordinate(text, "N", "S") == nil)
  }

  @Test func writesCoordinatesToTheMicrominute() {
    #expect(XMPPlace.text(35.6586, "N", "S") == "35,39.516000N")
    #expect(XMPPlace.text(-0.0006, "N", "S") == "0,00.036000S")
    #expect(XMPPlace.text(-179.9999, "E", "W") == "179,59.994000W")
  }

  @Test func hierarchyAndLeavesAreJoined() throws {
    let found = try read { document in
      try document.set(XMPNamespace.digiKam, "TagsList", to: ["travel", "Places/Tokyo"], as: .sequence)
      try document.set(
        XMPNamespace.lr,
        "hierarchicalSubject",
        to: ["Places|Tokyo", "People|Anna|Work"],
        as: .bag
      )
      try document.set(
        XMPNamespace.dc,
        "subject",
        to: ["Tokyo", "travel", "Work", "Ca\u{303}o", "Cão", "Places", " "],
        as: .bag
      )
    }
    #expect(
      found.tags.map(\.levels) == [
        ["travel"], ["Places", "Tokyo"], ["People", "Anna", "Work"], ["Cão"], ["Places"],
      ]
    )
  }

  @Test func fiveStarsAreNoHeartAndNoHeartIsNoStars() throws {
    let stars = try read { try $0.set(XMPNamespace.xmp, "Rating", to: "5") }
    #expect(stars.rating == 5 && stars.favourite == nil)
    let heart = try read { try $0.set(XMPNamespace.fstop, "favorite", to: "true") }
    #expect(heart.rating == nil && heart.favourite == true)
    let both = try read {
      try $0.set(XMPNamespace.fstop, "favorite", to: "1")
      try $0.set(XMPNamespace.xmp, "Rating", to: "5")
    }
    #expect(both.rating == 5 && both.favourite == true)
  }

  /// The stars that a copy shows for a heart don't become somebody's rating in the copy's copy.
  @Test func standInStarsAreNotRead() throws {
    var metadata = Sample.everything
    let (blocks, _) = try Sample.copy(MetadataBlocks(), metadata).blocks()
    let found = EmbeddedMetadataReader.read(blocks).0
    #expect(found.favourite == true && found.rating == nil)
    let again = EmbeddedMetadataReader.read(try Sample.copy(blocks, found).blocks().0).0
    #expect(again.favourite == true && again.rating == nil)
    metadata.rating = 5
    #expect(EmbeddedMetadataReader.read(try Sample.copy(MetadataBlocks(), metadata).blocks().0).0.rating == 5)
    // Somebody gave four since.
    let document = try XMPDocument(packet: try #require(blocks.xmp))
    try document.set(XMPNamespace.xmp, "Rating", to: "4")
    #expect(XMPReading(document).rating == 4)
  }

  @Test func ratings() throws {
    for (text, expected) in [("3", 3), ("-1", -1), ("0", 0), ("4.0", 4), ("6", nil), ("good", nil)]
      as [(String, Int?)]
    {
      #expect(try read { try $0.set(XMPNamespace.xmp, "Rating", to: text) }.rating == expected)
    }
  }

  @Test func albums() throws {
    let found = try read { document in
      for fields in [
        [("mwg-coll:CollectionName", "A"), ("mwg-coll:CollectionURI", "urn:uuid:0F")],
        [("mwg-coll:CollectionName", "B"), ("mwg-coll:CollectionURI", "http://example.org")],
        [("mwg-coll:CollectionURI", "urn:uuid:2")],
      ] { try document.append(XMPNamespace.collections, "Collections", as: .bag, fields: fields) }
    }
    #expect(found.albums == [AlbumReference(name: "A", identifier: "0f"), AlbumReference(name: "B")])
  }

  @Test func extendedPacketIsReadWithTheMainOne() throws {
    let main = try XMPDocument()
    try main.set(XMPNamespace.xmp, "Rating", to: "2")
    try main.set(XMPNamespace.note, "HasExtendedXMP", to: "00000000000000000000000000000000")
    let extended = try XMPDocument()
    try extended.set(XMPNamespace.dc, "subject", to: ["a", "b"], as: .bag)
    try extended.set(XMPNamespace.xmp, "Rating", to: "1")
    let blocks = MetadataBlocks(
      xmp: try XMPPacket.bytes(main),
      extendedXMP: Array(try extended.serialized().utf8)
    )
    let found = EmbeddedMetadataReader.read(blocks).0
    #expect(found.rating == 2 && found.tags.map(\.leaf) == ["a", "b"])
    let copy = try Sample.copy(blocks, found).blocks().0
    #expect(copy.extendedXMP == nil)
    #expect(!String(decoding: copy.xmp ?? [], as: UTF8.self).contains("HasExtendedXMP"))
    #expect(EmbeddedMetadataReader.read(copy).0 == found)
    // An extension that is damaged leaves the packet.
    let broken = MetadataBlocks(xmp: blocks.xmp, extendedXMP: [1, 2, 3])
    #expect(EmbeddedMetadataReader.read(broken).0.rating == 2)
    #expect(try Sample.copy(broken, found).blocks().1.map(\.code) == [.xmpDropped])
  }
}
