import Messages
import Testing
@testable import Containers

@Suite struct HEIFAssemblerTests {
  private static let tiff = Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
  private static let packet = Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)

  /// A picture, its alpha, Exif and XMP.
  private static func file() -> HEIFAssembler {
    let extent = HEIFAssembler.Property("ispe", [0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 4])
    let configuration = HEIFAssembler.Property("av1C", [0x81, 0, 0, 0], isEssential: true)
    let urn = Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha".utf8)
    let auxiliary = HEIFAssembler.Property("auxC", [0, 0, 0, 0] + urn + [0])
    let describes = [HEIFItem.Reference(type: "cdsc", targets: [1])]
    var file = HEIFAssembler(brands: ["avif", "mif1"])
    file.items = [
      .init("av01", data: [1, 2, 3], properties: [extent, configuration]),
      .init(
        "av01",
        data: [4, 5],
        properties: [extent, configuration, auxiliary],
        references: [HEIFItem.Reference(type: "auxl", targets: [1])]
      ),
      .init("Exif", data: [0, 0, 0, 0] + tiff, references: describes),
      .init("mime", data: packet, references: describes, contentType: "application/rdf+xml"),
    ]
    return file
  }

  @Test func whatIsPutInComesOut() throws {
    let items = try HEIFItems(bytes: Self.file().bytes())
    #expect(items.majorBrand == "avif" && items.compatibleBrands == ["avif", "mif1"])
    #expect(items.order == [1, 2, 3, 4])
    let primary = try items.primaryItem()
    #expect(primary.id == 1 && primary.type == "av01")
    #expect(try items.data(of: primary) == [1, 2, 3])
    #expect(primary.spatialExtent.map { [$0.width, $0.height] } == [8, 4])
    let alpha = try #require(items.alphaItem(of: 1))
    #expect(alpha.id == 2)
    #expect(try items.data(of: alpha) == [4, 5])
    #expect(try items.exif(of: 1) == Self.tiff)
    #expect(try items.xmp(of: 1).packet == Self.packet)
    try items.checkNothingIsCutOff()
  }

  @Test func equalPropertiesAreWrittenOnce() throws {
    let bytes = try Self.file().bytes()
    let found = (0..<(bytes.count - 4)).count { bytes[$0..<($0 + 4)].elementsEqual("av1C".utf8) }
    #expect(found == 1)
  }

  @Test func metadataStandsBeforeThePictures() throws {
    let items = try HEIFItems(bytes: Self.file().bytes())
    let starts = try (1...4).map { try items.checkedExtents(of: items.item($0))[0].lowerBound }
    #expect(max(starts[2], starts[3]) < min(starts[0], starts[1]))
  }
}
