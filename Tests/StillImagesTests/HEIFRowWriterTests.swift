import Containers
import Files
import Glibc
import Messages
import Pixels
import TestSupport
import Testing

@testable import StillImages

@Suite struct HEIFRowWriterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Tiles of one and of several columns and rows, odd sides, one column or row that begins another tile.
  static let sizes = [
    (641, 30), (30, 641), (1, 700), (700, 1), (1025, 513), (513, 1281), (1080, 700), (897, 899),
  ]

  private func write(
    _ picture: PixelBuffer,
    colour: ColourDescription = ColourDescription(),
    blocks: MetadataBlocks = MetadataBlocks(),
    quality: Int = 90,
    threads: Int = 2
  ) throws -> (path: FilePath, bytes: [UInt8]) {
    let path = folder.path.appending("\(picture.size.width)x\(picture.size.height)-\(quality)-\(threads)")
    try DurableFile.remove(path)
    try StillImageRowWriter.write(
      PixelBufferRows(picture),
      to: path,
      format: .heic,
      colour: colour,
      blocks: blocks,
      options: EncodingOptions(quality: quality, threads: threads)
    )
    return (path, try FileReader.read(path).bytes)
  }

  /// Waves with fine grain, so that coding costs something everywhere.
  private static func picture(_ width: Int, _ height: Int) -> PixelBuffer {
    var picture = TestPictures.waves(width, height, .rgb)
    var state: UInt32 = 7
    for index in picture.bytes.indices {
      state = state &* 1_664_525 &+ 1_013_904_223
      picture.bytes[index] = UInt8(clamping: Int(picture.bytes[index]) + Int(state >> 28) - 8)
    }
    return picture
  }

  /// In decibels, over all samples of the columns and rows given.
  private static func likeness(
    _ one: PixelBuffer,
    _ other: PixelBuffer,
    where isMeant: (Int, Int) -> Bool = { _, _ in true }
  ) -> Double {
    guard one.size == other.size, one.layout == other.layout else { return 0 }
    var (sum, count) = (0, 0)
    for y in 0..<one.size.height {
      for x in 0..<one.size.width where isMeant(x, y) {
        for channel in 0..<3 {
          let index = y &* one.bytesPerRow &+ x &* 3 &+ channel
          let difference = Int(one.bytes[index]) &- Int(other.bytes[index])
          sum &+= difference &* difference
          count &+= 1
        }
      }
    }
    return -10 * log10(Double(sum) / Double(max(count, 1)) / 65_025)
  }

  @Test(arguments: sizes) func `a picture reads back, whole and by rows`(width: Int, height: Int) throws {
    let picture = Self.picture(width, height)
    let (path, bytes) = try write(picture)
    let reader = try StillImageReader(bytes: bytes, limits: DecodingLimits())
    #expect(reader.header.format == .heic && reader.header.size == picture.size)
    #expect(reader.header.layout == .rgb && reader.header.bitsPerSample == 8 && reader.notes.isEmpty)
    let found = try reader.decodePixels(threads: 2)
    let rows = try StillImageRows(path)
    #expect(rows.header.orientation == .up)
    #expect(try PixelBuffer(reading: rows).bytes == found.bytes)

    let whole = try HEIFSample.decode(HEIFSample.encode(picture, quality: 90))
    let (own, others) = (Self.likeness(found, picture), Self.likeness(whole, picture))
    #expect(own > others - 0.3, "\(own) dB, in one picture \(others) dB")
  }

  @Test(arguments: [40, 75, 90]) func `the borders of tiles are as good as the rest`(quality: Int) throws {
    let picture = Self.picture(1100, 1100)
    let found = try HEIFSample.decode(write(picture, quality: quality).bytes)
    let tile = HEIFTiling(picture.size).tile
    func isBorder(_ place: Int, _ side: Int) -> Bool { (place + 4) % side < 8 && place >= 4 || place >= 1096 }
    let border = Self.likeness(found, picture) { isBorder($0, tile.width) || isBorder($1, tile.height) }
    let all = Self.likeness(found, picture)
    #expect(border > all - 1, "\(border) dB, \(all) dB in all")
  }

  @Test func `bytes do not depend on threads`() throws {
    let picture = Self.picture(1300, 650)
    let one = try write(picture, threads: 1).bytes
    #expect(try write(picture, threads: 2).bytes == one)
    #expect(try write(picture, threads: 9).bytes == one)
  }

  @Test func `quality means what it means for one picture`() throws {
    let picture = Self.picture(1080, 1300)
    for quality in [30, 75, 90] {
      let whole = try HEIFSample.encode(picture, quality: quality).count
      let grid = try write(picture, quality: quality).bytes.count
      // Each tile has boxes and a beginning of its own: they count in a picture as small as this.
      let tiling = HEIFTiling(picture.size)
      let own = 300 * tiling.columns * tiling.rows
      #expect(
        grid < whole * 21 / 20 + own && grid > whole * 19 / 20,
        "\(grid) bytes, \(whole) in one picture"
      )
    }
  }

  @Test func `the file is laid out as cameras do it`() throws {
    let blocks = MetadataBlocks(
      exif: Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      xmp: Array("<x/>".utf8)
    )
    let items = try HEIFItems(bytes: write(Self.picture(1082, 702), blocks: blocks).bytes)
    #expect(items.majorBrand == "heic" && items.compatibleBrands.contains("mif1"))
    let primary = try items.primaryItem()
    #expect(primary.type == "grid" && primary.id == 1 && !primary.isHidden)
    #expect(primary.spatialExtent.map { [$0.width, $0.height] } == [1082, 702])
    #expect(primary.properties.contains(.pixelInformation([8, 8, 8])))
    #expect(try items.data(of: primary) == [0, 0, 1, 1, 0x04, 0x3A, 0x02, 0xBE])
    #expect(primary.targets(of: "dimg") == Array(2...5))
    var configurations: Set<Int> = []
    for id in primary.targets(of: "dimg") {
      let tile = try items.item(id)
      #expect(tile.type == "hvc1" && tile.isHidden)
      #expect(tile.spatialExtent.map { [$0.width, $0.height] } == [576, 384])
      for case .hevcConfiguration(let range) in tile.properties { configurations.insert(range.lowerBound) }
    }
    #expect(configurations.count == 1)
    #expect(items.order.count == 7)
    let exif = try #require(items.items.values.first { $0.type == "Exif" })
    #expect(exif.targets(of: "cdsc") == [1])
    // As HEIFWriter's files have it.
    #expect(try items.data(of: exif).prefix(10) == [0, 0, 0, 6] + Array("Exif\0\0".utf8))
    try items.checkNothingIsCutOff()
  }

  @Test func `profile and metadata come back byte for byte`() throws {
    let exif = Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0] + [UInt8](repeating: 7, count: 90_000)
    let blocks = MetadataBlocks(exif: exif, xmp: Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8))
    let profile = ICCProfile.displayP3()
    let colour = ColourDescription(iccProfile: profile)
    let header = try HEIFReader(
      bytes: write(Self.picture(700, 650), colour: colour, blocks: blocks).bytes,
      limits: DecodingLimits()
    ).header
    #expect(header.blocks == blocks)
    #expect(header.colour.iccProfile == profile && header.colour.codePoints == nil)
  }

  @Test func `code points are those of one picture`() throws {
    for points in [nil, CodePoints(primaries: 12, transfer: 13, matrix: 0, isFullRange: true)] {
      let colour = ColourDescription(codePoints: points)
      let picture = Self.picture(650, 20)
      let grid = try HEIFReader(bytes: write(picture, colour: colour).bytes, limits: DecodingLimits()).header
      let whole = try HEIFReader(
        bytes: HEIFSample.encode(picture, colour: colour),
        limits: DecodingLimits()
      ).header
      #expect(grid.colour == whole.colour && grid.colour.codePoints != nil)
    }
  }

  @Test func `small, grey, transparent and lossless pictures stay whole`() throws {
    func takes(_ width: Int, _ layout: ChannelLayout, lossless: Bool = false) -> Bool {
      HEIFRowWriter.takes(
        PixelBufferRows(TestPictures.waves(width, 2, layout)),
        options: EncodingOptions(isLossless: lossless)
      )
    }
    #expect(takes(642, .rgb))
    #expect(!takes(640, .rgb) && !takes(643, .rgb))
    #expect(!takes(642, .rgb, lossless: true))
    #expect(!takes(642, .grey) && !takes(642, .rgba) && !takes(642, .greyAlpha))
    let small = try HEIFItems(bytes: write(Self.picture(640, 640)).bytes)
    #expect(try small.primaryItem().type == "hvc1")
  }

  @Test func `tiles cover the picture and nothing is without it`() {
    for length in Array(1...2000) + [4096, 5680, 9999, 16_383, 16_384] {
      for size in [
        PixelSize(width: length, height: 16_385 - length), PixelSize(width: length, height: length),
      ] {
        let tiling = HEIFTiling(size)
        let (width, height) = (tiling.tile.width, tiling.tile.height)
        #expect(width * tiling.columns >= size.width && width * (tiling.columns - 1) < size.width)
        #expect(height * tiling.rows >= size.height && height * (tiling.rows - 1) < size.height)
        #expect(width % 64 == 0 && height % 64 == 0)
        #expect((64...640).contains(width) && (64...640).contains(height))
        // libheif takes 1,000 items, of which three are no tiles.
        #expect(tiling.columns <= 256 && tiling.rows <= 256 && tiling.columns * tiling.rows <= 900)
        #expect(width * tiling.columns <= size.width + max(63, size.width / 5))
        #expect(height * tiling.rows <= size.height + max(127, size.height / 4))
      }
    }
    #expect(HEIFTiling(PixelSize(width: 1080, height: 5680)).tile == PixelSize(width: 576, height: 320))
  }

  /// Rows that fail within the second row of tiles.
  private final class FailingRows: PictureRows {
    let size = PixelSize(width: 700, height: 1600)
    let layout = ChannelLayout.rgb
    private var rowsRead = 0

    func readRow(into row: UnsafeMutableRawBufferPointer) throws {
      if rowsRead == 900 { throw Problem(.damaged, ["detail": "row 900"]) }
      rowsRead += 1
      for index in row.indices { row[index] = UInt8(truncatingIfNeeded: index &* rowsRead) }
    }
  }

  @Test func `rows that fail leave no file`() throws {
    #expect(throws: Problem(.damaged, ["detail": "row 900"])) {
      try StillImageRowWriter.write(
        FailingRows(),
        to: folder.path.appending("x"),
        format: .heic,
        colour: ColourDescription(),
        blocks: MetadataBlocks(),
        options: EncodingOptions(threads: 2)
      )
    }
    #expect(try DirectoryWalk.names(in: folder.path).isEmpty)
  }
}
