internal import Containers
internal import Messages
internal import Testing

@testable internal import Metadata

/// Plain texts of PNG and JPEG files.
@Suite struct TextTests {
  private func blocks(_ texts: [(String, String)], xmp: [UInt8]? = nil) -> MetadataBlocks {
    var blocks = MetadataBlocks(xmp: xmp)
    blocks.texts = texts.map { EmbeddedText(keyword: $0.0, bytes: Array($0.1.utf8)) }
    return blocks
  }

  private static let all = [
    ("Title", "Lake"), ("Author", "Ann"), ("Description", "Morning"), ("Copyright", "(c) Ann"),
    ("Creation Time", "Wed, 14 Jul 2021 18:03:22 +0900"), ("Software", "Paint 1"), ("Comment", "A note"),
    ("Disclaimer", "Look only"),
  ]

  @Test func everyTextHasItsPlaceInXMP() throws {
    let original = blocks(Self.all)
    let carried = EmbeddedMetadataReader.read(original).0
    #expect(carried.title == "Lake")
    #expect(carried.description == "Morning")
    #expect(carried.captureDate?.iso8601 == "2021-07-14T18:03:22+09:00")
    let (copy, notes) = try Sample.copy(original, carried).blocks()
    #expect(notes == [])
    let document = try XMPDocument(packet: try #require(copy.xmp))
    #expect(document.items(XMPNamespace.dc, "creator") == ["Ann"])
    #expect(document.localizedText(XMPNamespace.dc, "rights") == "(c) Ann")
    #expect(document.localizedText(XMPNamespace.dc, "title") == "Lake")
    #expect(document.localizedText(XMPNamespace.exif, "UserComment") == "A note")
    #expect(document.localizedText(XMPNamespace.rights, "UsageTerms") == "Look only")
    #expect(document.text(XMPNamespace.xmp, "CreatorTool") == "Paint 1")
  }

  @Test func blocksSayMore() throws {
    let document = try XMPDocument()
    try document.setLocalizedText(XMPNamespace.dc, "title", to: "Real")
    try document.setLocalizedText(XMPNamespace.dc, "rights", to: "Mine")
    try document.set(XMPNamespace.photoshop, "DateCreated", to: "2001-01-01T00:00:00")
    let original = blocks(Self.all, xmp: try XMPPacket.bytes(document))
    let carried = EmbeddedMetadataReader.read(original).0
    #expect(carried.title == "Real")
    #expect(carried.captureDate?.year == 2001)
    let copy = try XMPDocument(packet: try #require(try Sample.copy(original, carried).blocks().0.xmp))
    #expect(copy.localizedText(XMPNamespace.dc, "rights") == "Mine")
  }

  @Test func aCommentIsADescriptionForWantOfOne() throws {
    let carried = EmbeddedMetadataReader.read(blocks([("Comment", "Grandma's garden")])).0
    #expect(carried.description == "Grandma's garden")
    #expect(
      EmbeddedMetadataReader.read(blocks([("Comment", "CREATOR: gd-jpeg v1.0 (using IJG JPEG v80)")])).0
        == SourceMetadata()
    )
    #expect(EmbeddedMetadataReader.read(blocks([("Comment", "Lavc59.37.100")])).0 == SourceMetadata())
    #expect(EmbeddedMetadataReader.read(blocks([("Comment", "a\u{1}\u{2}")])).0 == SourceMetadata())
  }

  @Test func whatHasNoPlaceIsSaid() throws {
    var original = blocks([
      ("parameters", "a cat"), ("date:create", "x"), ("parameters", "a dog"), ("Thumb::URI", "y"),
    ])
    original.unreadTexts = ["workflow", "png:x"]
    let notes = try Sample.copy(original, SourceMetadata()).blocks().1
    #expect(notes == [Note(.textDropped, ["keywords": "parameters, workflow"])])
  }

  @Test(
    arguments: [
      ("Wed, 14 Jul 2021 18:03:22 GMT", "2021-07-14T18:03:22+00:00"),
      ("14 July 2021 18:03:22", "2021-07-14T18:03:22"),
      ("2021:07:14 18:03:22", "2021-07-14T18:03:22"),
      ("2021-07-14T18:03:22.5Z", "2021-07-14T18:03:22.5+00:00"),
      ("Wed, 31 Feb 2021 18:03:22 GMT", nil), ("yesterday", nil), ("", nil),
    ] as [(String, String?)]
  )
  func creationTime(_ text: String, _ date: String?) {
    let found = TextReading([EmbeddedText(keyword: "Creation Time", bytes: Array(text.utf8))]).date
    #expect(found?.iso8601 == date)
  }
}
