import Containers
import Messages
import Pixels
import StillImages
import Testing

@Suite struct PNGWriterTests {
  private static func encode(
    _ pixels: PixelBuffer,
    bits: Int? = nil,
    colour: ColourDescription = ColourDescription(),
    blocks: MetadataBlocks = MetadataBlocks()
  ) throws -> [UInt8] {
    try StillImageEncoder.encode(
      pixels,
      significantBits: bits ?? pixels.depth.rawValue,
      colour: colour,
      blocks: blocks,
      format: .png,
      options: EncodingOptions()
    )
  }

  private static func read(_ bytes: [UInt8]) throws -> StillImageReader {
    try StillImageReader(bytes: bytes, limits: DecodingLimits())
  }

  @Test(arguments: [ChannelLayout.grey, .greyAlpha, .rgb, .rgba], [SampleDepth.eight, .sixteen])
  func `every sample comes back`(layout: ChannelLayout, depth: SampleDepth) throws {
    for (width, height) in [(1, 1), (3, 7), (16, 16), (65, 2)] {
      let pixels = TestPictures.waves(width, height, layout, depth)
      let reader = try Self.read(try Self.encode(pixels))
      #expect(reader.header.size == pixels.size)
      #expect(reader.header.layout == layout)
      #expect(reader.header.bitsPerSample == depth.rawValue)
      #expect(reader.header.orientation == .up)
      #expect(reader.notes == [])
      let decoded = try reader.decodePixels(threads: 1)
      #expect(decoded.depth == depth)
      #expect(decoded.bytes == pixels.bytes)
    }
  }

  @Test(arguments: [9, 10, 12, 15, 16])
  func `significant bits are kept`(bits: Int) throws {
    for layout in [ChannelLayout.grey, .rgba] {
      let bytes = try Self.encode(TestPictures.waves(8, 8, layout, .sixteen), bits: bits)
      #expect(try Self.read(bytes).header.bitsPerSample == bits)
    }
  }

  @Test func `metadata come back, from before the pixels`() throws {
    let exif = Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    let blocks = MetadataBlocks(exif: exif, xmp: Array("<x:xmpmeta>\u{62FE}\u{6620}</x:xmpmeta>".utf8))
    let bytes = try Self.encode(TestPictures.waves(8, 8, .rgb), blocks: blocks)
    let header = try Self.read(bytes).header
    #expect(header.blocks == blocks)
    #expect(header.orientation == .right)
    let text = String(decoding: bytes, as: Unicode.ASCII.self)
    let pixels = try #require(text.firstRange(of: "IDAT"))
    for chunk in ["eXIf", "iTXt"] {
      #expect(try #require(text.firstRange(of: chunk)).lowerBound < pixels.lowerBound)
    }
  }

  @Test func `a profile is kept byte for byte`() throws {
    let colour = ColourDescription(iccProfile: ICCProfile.displayP3())
    #expect(
      try Self.read(try Self.encode(TestPictures.waves(8, 8, .rgba), colour: colour)).header.colour == colour
    )
  }

  @Test(arguments: [
    (12, 13, HDRKind.none), (9, 16, .perceptualQuantizer), (9, 18, .hybridLogGamma), (1, 4, .none),
  ])
  func `code points go into cICP`(primaries: Int, transfer: Int, hdr: HDRKind) throws {
    let given = CodePoints(primaries: primaries, transfer: transfer, matrix: 9, isFullRange: true)
    for layout in [ChannelLayout.grey, .rgb] {
      let pixels = TestPictures.waves(8, 8, layout, .sixteen)
      let bytes = try Self.encode(pixels, colour: ColourDescription(codePoints: given))
      let reader = try Self.read(bytes)
      let expected = CodePoints(primaries: primaries, transfer: transfer, matrix: 0, isFullRange: true)
      #expect(reader.header.colour == ColourDescription(codePoints: expected))
      #expect(reader.header.hdr == hdr)
      // Readers without cICP find a profile where one can say the same.
      let profile = try PNGChunks(bytes).colour.profile
      switch hdr {
      case .none:
        guard case .whole(let found) = profile else { throw Problem(.internalError) }
        #expect(ICCProfile.inspect(found)?.fits(layout) == true)
      default: #expect(profile == .absent)
      }
    }
  }

  @Test func `sRGB is said`() throws {
    let bytes = try Self.encode(TestPictures.waves(8, 8, .rgb))
    #expect(try PNGChunks(bytes).colour.renderingIntent == 0)
    #expect(try Self.read(bytes).header.colour == ColourDescription())
  }
}
