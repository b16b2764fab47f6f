import Containers
import Messages
import Pixels
import TestSupport
import Testing
@testable import StillImages

@Suite struct HEIFWriterTests {
  static let sizes = [(1, 1), (3, 5), (2, 64), (65, 1), (64, 64), (151, 161), (200, 96)]

  @Test(arguments: sizes, [ChannelLayout.grey, .greyAlpha, .rgb, .rgba])
  func keepsSizeLayoutAndColours(size: (Int, Int), layout: ChannelLayout) throws {
    let pixels = HEIFSample.pixels(size.0, size.1, layout)
    let difference = HEIFSample.difference(try HEIFSample.decode(HEIFSample.encode(pixels)), pixels)
    // A wrong border would differ by 100 and more.
    #expect(try #require(difference) <= 16)
  }

  @Test(arguments: sizes, [ChannelLayout.grey, .greyAlpha, .rgb, .rgba])
  func losslessGivesBackEverySample(size: (Int, Int), layout: ChannelLayout) throws {
    for bits in [8, 10] {
      let pixels = HEIFSample.pixels(size.0, size.1, layout, bits: bits)
      let coded = try HEIFSample.encode(pixels, bits: bits, lossless: true)
      let back = try HEIFSample.decode(coded)
      #expect(back.layout == layout && back.depth == pixels.depth)
      // 10-bit samples stand for 16-bit ones within half a step.
      let tolerance = bits == 8 ? 0 : 32
      let count = size.0 * size.1 * layout.channelCount
      #expect((0..<count).allSatisfy { abs(back.sample($0) - pixels.sample($0)) <= tolerance })
    }
  }

  @Test func writesTenBitsForMoreThanEight() throws {
    for (bits, expected) in [(8, 8), (10, 10), (12, 10), (16, 10)] {
      let pixels = HEIFSample.pixels(64, 64, .rgb, bits: 16)
      let coded = try HEIFSample.encode(pixels, bits: bits)
      #expect(try HEIFReader(bytes: coded, limits: DecodingLimits()).header.bitsPerSample == expected)
    }
  }

  @Test func coarserMeansSmaller() throws {
    let pixels = HEIFSample.pixels(200, 200)
    let sizes = try [5, 50, 90, 100].map { try HEIFSample.encode(pixels, quality: $0).count }
    #expect(sizes == sizes.sorted() && Set(sizes).count == sizes.count)
    let factors = (1...100).map { HEIFEncodingSettings.rateFactor(forQuality: $0) }
    #expect(factors == factors.sorted(by: >) && factors.first == 51 && factors.last == 8)
  }

  @Test func threadsDoNotChangeTheResult() throws {
    let pixels = HEIFSample.pixels(200, 200)
    #expect(try HEIFSample.encode(pixels, threads: 1) == HEIFSample.encode(pixels, threads: 3))
  }

  @Test func writesTheProfileAlone() throws {
    let profile = ICCProfile.displayP3()
    let coded = try HEIFSample.encode(
      HEIFSample.pixels(65, 67),
      colour: ColourDescription(iccProfile: profile),
      quality: 90
    )
    let header = try HEIFReader(bytes: coded, limits: DecodingLimits()).header
    #expect(header.colour.iccProfile == profile)
    #expect(header.colour.codePoints == nil)
    // The bit stream says how luma and chroma are meant: the colours are right without an nclx box.
    #expect(try #require(HEIFSample.difference(HEIFSample.decode(coded), HEIFSample.pixels(65, 67))) <= 16)
  }

  @Test(arguments: [
    (9, 16, HDRKind.perceptualQuantizer), (9, 18, .hybridLogGamma), (12, 13, .none), (1, 13, .none),
  ])
  func writesCodePoints(primaries: Int, transfer: Int, hdr: HDRKind) throws {
    let points = CodePoints(primaries: primaries, transfer: transfer, matrix: 0, isFullRange: true)
    let pixels = HEIFSample.pixels(64, 64, .rgb, bits: 10)
    let coded = try HEIFSample.encode(pixels, bits: 10, colour: ColourDescription(codePoints: points))
    let header = try HEIFReader(bytes: coded, limits: DecodingLimits()).header
    #expect(header.colour.codePoints?.primaries == primaries)
    #expect(header.colour.codePoints?.transfer == transfer)
    #expect(header.colour.codePoints?.matrix == (primaries == 9 ? 9 : 6))
    #expect(header.colour.codePoints?.isFullRange == true)
    #expect(header.hdr == hdr)
    #expect(try #require(HEIFSample.difference(HEIFSample.decode(coded), pixels)) <= 16)
  }

  @Test func saysSRGBWhereNothingIsKnown() throws {
    let coded = try HEIFSample.encode(HEIFSample.pixels(64, 64, .rgb, bits: 10), bits: 10)
    let points = try HEIFReader(bytes: coded, limits: DecodingLimits()).header.colour.codePoints
    #expect(points?.primaries == 1 && points?.transfer == 13)
  }

  @Test func metadataComesBackByteForByte() throws {
    let exif = Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0] + [UInt8](repeating: 7, count: 90_000)
    let blocks = MetadataBlocks(exif: exif, xmp: Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8))
    for size in [(64, 64), (33, 35)] {
      let coded = try HEIFSample.encode(HEIFSample.pixels(size.0, size.1, .rgba), blocks: blocks)
      #expect(try HEIFReader(bytes: coded, limits: DecodingLimits()).header.blocks == blocks)
    }
  }

  @Test(arguments: [(64, 64), (65, 33)], [ChannelLayout.rgb, .greyAlpha])
  func locatesItemsInAFormThatExiv2Reads(size: (Int, Int), layout: ChannelLayout) throws {
    let blocks = MetadataBlocks(exif: Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    let coded = try HEIFSample.encode(HEIFSample.pixels(size.0, size.1, layout), blocks: blocks)
    var file = BoxReader(coded)
    let meta = try #require(file.readBoxes().first { $0.type == "meta" })
    var inner = BoxReader(coded, in: meta.content.dropFirst(4))
    let location = try #require(inner.readBoxes().first { $0.type == "iloc" })
    let version = coded[location.content.lowerBound]
    let hasBases = coded[location.content.lowerBound + 5] >> 4 != 0
    // exiv2 0.27 takes bases for 0 in version 1.
    #expect(version == 0 || !hasBases)
    #expect(try HEIFReader(bytes: coded, limits: DecodingLimits()).header.blocks == blocks)
  }

  @Test func refusesWhatNoDecoderTakes() {
    let wide = PixelBuffer(
      size: PixelSize(width: 16_385, height: 1),
      layout: .grey,
      depth: .eight,
      bytes: [UInt8](repeating: 0, count: 16_385)
    )
    let problem = #expect(throws: Problem.self) { try HEIFSample.encode(wide) }
    #expect(problem?.code == .sizeNotPossible)
  }
}
