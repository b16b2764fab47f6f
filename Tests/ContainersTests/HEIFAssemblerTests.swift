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

  @Test func piecesMakeTheSameFile() throws {
    var pieces: [[UInt8]] = []
    try Self.file().write { pieces.append($0) }
    #expect(try pieces.flatMap { $0 } == Self.file().bytes())
    // What stands before the data, and the data of each item.
    #expect(pieces.count == 5)
  }

  @Test func moreThanTheBoxesNumberIsRefused() throws {
    var file = HEIFAssembler(brands: ["heic"])
    let properties = (0..<127).map { HEIFAssembler.Property("abcd", [UInt8($0)]) }
    file.items = properties.map { .init("hvc1", data: [1], properties: [$0]) }
    #expect(try HEIFItems(bytes: file.bytes()).order.count == 127)
    file.items.append(.init("hvc1", data: [1], properties: [.init("abcd", [127])]))
    #expect(throws: Problem.self) { try file.bytes() }
    #expect(throws: Problem.self) { try file.write { _ in Issue.record("a piece of a file that is none") } }
    file.items = [HEIFAssembler.Item](repeating: .init("hvc1", data: [1]), count: 65_536)
    #expect(throws: Problem.self) { try file.bytes() }
  }

  @Test(arguments: [(70_000, 1), (65_535, 0)]) func aGridHoldsItsTilesInOrder(width: Int, flags: UInt8) throws
  {
    var file = HEIFAssembler(brands: ["heic", "mif1"])
    let tiles = (0..<6).map { HEIFAssembler.Item("hvc1", data: [UInt8($0)]) }
    file.addGrid(
      width: width,
      height: 9,
      columns: 3,
      tiles: tiles,
      properties: [.init("pixi", [0, 0, 0, 0, 1, 8])]
    )
    file.add(MetadataBlocks(exif: Self.tiff, xmp: Self.packet), exifPrefix: Array("Exif\0\0".utf8))
    let items = try HEIFItems(bytes: file.bytes())
    let grid = try items.primaryItem()
    #expect(grid.type == "grid" && grid.spatialExtent.map { [$0.width, $0.height] } == [width, 9])
    #expect(grid.properties.contains(.pixelInformation([8])))
    let data = try items.data(of: grid)
    #expect(data.prefix(4) == [0, flags, 1, 2] && data.count == (flags == 1 ? 12 : 8))
    let targets = grid.targets(of: "dimg")
    #expect(try targets.map { try items.data(of: items.item($0)) } == (0..<6).map { [$0] })
    #expect(try targets.allSatisfy { try items.item($0).isHidden })
    #expect(try items.exif(of: 1) == Self.tiff)
    #expect(try items.xmp(of: 1).packet == Self.packet)
  }
}
