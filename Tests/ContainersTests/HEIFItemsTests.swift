import Containers
import Messages
import TestSupport
import Testing

@Suite struct HEIFItemsTests {
  typealias Builder = HEIFFileBuilder
  let tiff: [UInt8] = Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0]

  @Test(arguments: [0, 1, 2], [false, true]) func findsDataWithEveryLocationVersion(version: Int, base: Bool)
    throws
  {
    var split = Builder.Item(2, "Exif", data: [0, 0, 0, 0] + tiff, references: [("cdsc", [1])])
    split.pieces = 3
    var builder = Builder([
      Builder.Item(1, "hvc1", data: [1, 2, 3], properties: [Builder.extent(4, 5)]), split,
    ])
    builder.locationVersion = version
    builder.usesBaseOffset = base
    let items = try HEIFItems(bytes: builder.bytes())
    #expect(try items.data(of: items.primaryItem()) == [1, 2, 3])
    #expect(try items.exif(of: 1) == tiff)
    #expect(try items.primaryItem().spatialExtent.map { [$0.width, $0.height] } == [4, 5])
    #expect(items.majorBrand == "heic")
    #expect(items.compatibleBrands == ["mif1", "heic"])
  }

  @Test func findsDataInsideOfTheMetaBox() throws {
    var grid = Builder.Item(1, "grid", data: Builder.grid(rows: 1, columns: 2, width: 3, height: 4))
    grid.isInMeta = true
    var second = grid
    second.id = 2
    second.data = [9, 8, 7]
    var third = second
    third.id = 3
    third.pieces = 0
    let items = try HEIFItems(bytes: Builder([grid, second, third]).bytes())
    #expect(try items.data(of: items.item(1)) == grid.data)
    #expect(try items.data(of: items.item(2)) == [9, 8, 7])
    #expect(throws: Problem.self) { try items.data(of: items.item(3)) }
  }

  @Test(
    arguments: [
      (6, Array("Exif\0\0".utf8)), (0, []), (10, [0xFF, 0xE1, 0, 20] + Array("Exif\0\0".utf8)),
      (0, Array("Exif\0\0".utf8)), (999_999, Array("Exif\0\0".utf8)), (0xFFFF_FFFF, []),
    ] as [(Int, [UInt8])]
  ) func findsTheExifHeaderWhateverTheOffsetSays(offset: Int, prefix: [UInt8]) throws {
    let exif = Builder.Item(
      7,
      "Exif",
      data: Builder.number(offset, 4) + prefix + tiff,
      references: [("cdsc", [1, 9])]
    )
    let items = try HEIFItems(bytes: Builder([Builder.Item(1, "hvc1", data: [0]), exif]).bytes())
    #expect(try items.exif(of: 1) == tiff)
  }

  @Test func prefersMetadataThatDescribesThePicture() throws {
    let other = Builder.Item(2, "Exif", data: [0, 0, 0, 0] + tiff + [1], references: [("cdsc", [9])])
    let own = Builder.Item(3, "Exif", data: [0, 0, 0, 0] + tiff + [2], references: [("cdsc", [1])])
    let nobodys = Builder.Item(4, "Exif", data: [0, 0, 0, 0] + tiff + [3])
    let picture = Builder.Item(1, "hvc1", data: [0])
    var items = try HEIFItems(bytes: Builder([picture, nobodys, other, own]).bytes())
    #expect(try items.exif(of: 1)?.last == 2)
    items = try HEIFItems(bytes: Builder([picture, nobodys, other]).bytes())
    #expect(try items.exif(of: 1)?.last == 3)
    items = try HEIFItems(bytes: Builder([picture, other]).bytes())
    #expect(try items.exif(of: 1) == nil)
  }

  @Test func readsXMPAndSaysWhenItIsCompressed() throws {
    var xmp = Builder.Item(2, "mime", data: Array("<x/>\0\0".utf8), references: [("cdsc", [1])])
    let picture = Builder.Item(1, "hvc1", data: [0])
    #expect(try HEIFItems(bytes: Builder([picture, xmp]).bytes()).xmp(of: 1).packet == Array("<x/>".utf8))
    xmp.contentEncoding = "deflate"
    let compressed = try HEIFItems(bytes: Builder([picture, xmp]).bytes()).xmp(of: 1)
    #expect(compressed.packet == nil && compressed.isCompressed)
    xmp.contentType = "text/plain"
    #expect(try !HEIFItems(bytes: Builder([picture, xmp]).bytes()).xmp(of: 1).isCompressed)
  }

  @Test func tellsAuxiliaryPicturesApart() throws {
    func auxiliary(_ id: Int, _ urn: String) -> Builder.Item {
      Builder.Item(id, "hvc1", data: [0], properties: [Builder.auxiliary(urn)], references: [("auxl", [1])])
    }
    let items = try HEIFItems(
      bytes: Builder([
        Builder.Item(1, "hvc1", data: [0]), auxiliary(2, "urn:mpeg:hevc:2015:auxid:1"),
        auxiliary(3, "urn:mpeg:hevc:2015:auxid:2"), auxiliary(4, "urn:com:apple:photo:2020:aux:hdrgainmap"),
        auxiliary(5, "urn:com:apple:photo:2018:aux:portraiteffectsmatte"), auxiliary(6, "urn:example:new"),
        auxiliary(7, "urn:example:new"),
      ]).bytes()
    )
    #expect(items.alphaItem(of: 1)?.id == 2)
    #expect(items.hasGainMap(of: 1))
    #expect(!items.hasGainMap(of: 2))
    #expect(items.auxiliaryKinds == ["depth", "portrait matte", "urn:example:new"])
    #expect(items.topLevelPictures == [1])
  }

  @Test func findsTheGainMapOfAToneMappedItem() throws {
    var tmap = Builder.Item(3, "tmap", data: [0], references: [("dimg", [1, 2])])
    tmap.isHidden = false
    var map = Builder.Item(2, "hvc1", data: [0])
    map.isHidden = true
    var builder = Builder([Builder.Item(1, "hvc1", data: [0]), map, tmap])
    builder.groups = Builder.fullBox(
      "altr",
      Builder.number(9, 4) + Builder.number(2, 4) + Builder.number(3, 4)
        + Builder.number(1, 4)
    )
    let items = try HEIFItems(bytes: builder.bytes())
    #expect(items.hasGainMap(of: 1))
    #expect(items.topLevelPictures == [1])
    #expect(items.groups.first?.type == "altr")
    #expect(items.groups.first?.members == [3, 1])
  }

  @Test func countsPicturesThatStandForThemselves() throws {
    var hidden = Builder.Item(5, "hvc1", data: [0])
    hidden.isHidden = true
    let items = try HEIFItems(
      bytes: Builder([
        Builder.Item(1, "grid", data: [0], references: [("dimg", [2])]), Builder.Item(2, "hvc1", data: [0]),
        Builder.Item(3, "hvc1", data: [0], references: [("thmb", [1])]), Builder.Item(4, "hvc1", data: [0]),
        hidden,
      ]).bytes()
    )
    #expect(items.topLevelPictures == [1, 4])
  }

  @Test func bearsDataThatIsNoBoxBehindTheDirectory() throws {
    var builder = Builder([Builder.Item(1, "hvc1", data: [4])])
    builder.trailer = [0xFF, 0xFF, 0xFF, 0xFF, 1, 2]
    #expect(try HEIFItems(bytes: builder.bytes()).primaryID == 1)
  }

  @Test func refusesPiecesThatOverlapToMoreThanTheFile() throws {
    let bytes = Builder([Builder.Item(1, "hvc1", data: [UInt8](repeating: 1, count: 100))]).bytes()
    let items = try HEIFItems(bytes: bytes)
    var item = try items.primaryItem()
    let extent = try #require(item.extents?.first)
    item.extents = Array(repeating: extent, count: 40)
    #expect(throws: Problem.self) { try items.data(of: item) }
  }

  @Test func noticesThatTheFileWasCutOff() throws {
    var bytes = Builder([
      Builder.Item(1, "hvc1", data: [1, 2, 3]), Builder.Item(2, "hvc1", data: [4]),
    ]).bytes()
    #expect(throws: Never.self) { try HEIFItems(bytes: bytes).checkNothingIsCutOff() }
    bytes.removeLast()
    let problem = #expect(throws: Problem.self) { try HEIFItems(bytes: bytes).checkNothingIsCutOff() }
    #expect(problem?.code == .truncated)
  }

  @Test func survivesEveryPrefixAndEveryFlippedByte() {
    var grid = Builder.Item(1, "grid", data: Builder.grid(rows: 1, columns: 1, width: 3, height: 4))
    grid.isInMeta = true
    grid.references = [("dimg", [2])]
    grid.properties = [
      Builder.extent(3, 4), Builder.rotation(1), Builder.mirror(0), Builder.codePoints(1, 13, 6, full: true),
      Builder.aperture([3, 1, 4, 1, 0, 1, 0, 1]),
    ]
    let bytes = Builder([
      grid, Builder.Item(2, "hvc1", data: [1, 2, 3]),
      Builder.Item(3, "Exif", data: [0, 0, 0, 0] + tiff, references: [("cdsc", [1])]),
    ]).bytes()
    func look(_ bytes: [UInt8]) {
      guard let items = try? HEIFItems(bytes: bytes), let id = items.primaryID else { return }
      _ = try? items.exif(of: id)
      _ = try? items.xmp(of: id)
      for item in items.items.values { _ = try? items.data(of: item) }
      _ = (items.topLevelPictures, items.auxiliaryKinds, items.motionVideo(of: id), items.hasGainMap(of: id))
    }
    for count in 0..<bytes.count {
      look(Array(bytes.prefix(count)))
      for value: UInt8 in [0, 1, 0x7F, 0xFF] {
        var changed = bytes
        changed[count] = value
        look(changed)
      }
    }
    #expect(throws: Problem.self) { try HEIFItems(bytes: Array(bytes.prefix(60))) }
  }
}
