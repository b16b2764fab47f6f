import Containers
import Messages
import Pixels
import TestSupport
import Testing
@testable import StillImages

@Suite struct AVIFWriterTests {
  static let sizes = [(1, 1), (3, 5), (2, 64), (65, 1), (64, 64), (151, 161), (200, 96)]
  static let layouts = [ChannelLayout.grey, .greyAlpha, .rgb, .rgba]

  @Test(arguments: sizes, layouts)
  func keepsSizeLayoutAndColours(size: (Int, Int), layout: ChannelLayout) throws {
    let pixels = HEIFSample.pixels(size.0, size.1, layout)
    // 4:2:0 and 4:4:4.
    for quality in [92, 97] {
      let coded = try AVIFSample.encode(pixels, quality: quality)
      #expect(try AVIFSample.header(coded).format == .avif)
      let difference = HEIFSample.difference(try HEIFSample.decode(coded), pixels)
      // A wrong border would differ by 100 and more.
      #expect(try #require(difference) <= 16)
    }
  }

  @Test(arguments: sizes, layouts)
  func losslessGivesBackEverySample(size: (Int, Int), layout: ChannelLayout) throws {
    for bits in [8, 10, 12] {
      let pixels = HEIFSample.pixels(size.0, size.1, layout, bits: bits).rounded(toBits: bits)
      let coded = try AVIFSample.encode(pixels, bits: bits, lossless: true)
      let back = try HEIFSample.decode(coded)
      #expect(back.layout == layout && back.depth == pixels.depth)
      #expect(back.bytes == pixels.bytes, "\(bits) bits")
    }
  }

  @Test func writesAsManyBitsAsAreNeeded() throws {
    for (bits, expected) in [(8, 8), (9, 10), (10, 10), (12, 12), (16, 12)] {
      let pixels = HEIFSample.pixels(64, 64, .rgba, bits: bits)
      let coded = try AVIFSample.encode(pixels, bits: bits)
      #expect(try AVIFSample.header(coded).bitsPerSample == expected)
      let difference = HEIFSample.difference(try HEIFSample.decode(coded), pixels)
      #expect(try #require(difference) <= 16)
    }
  }

  @Test func coarserMeansSmaller() throws {
    let pixels = HEIFSample.pixels(200, 200)
    let sizes = try [5, 50, 90, 100].map { try AVIFSample.encode(pixels, quality: $0).count }
    #expect(sizes == sizes.sorted() && Set(sizes).count == sizes.count)
    let quantizers = (1...100).map { AV1EncodingSettings.quantizer(forQuality: $0) }
    #expect(quantizers == quantizers.sorted(by: >) && quantizers.first == 63 && quantizers.last == 1)
  }

  @Test func threadsDoNotChangeTheResult() throws {
    let pixels = HEIFSample.pixels(400, 300)
    #expect(try AVIFSample.encode(pixels, threads: 1) == AVIFSample.encode(pixels, threads: 3))
  }

  @Test func keepsTheProfile() throws {
    let profile = ICCProfile.displayP3()
    let colour = ColourDescription(iccProfile: profile)
    let coded = try AVIFSample.encode(HEIFSample.pixels(65, 67), colour: colour)
    #expect(try AVIFSample.header(coded).colour == colour)
    #expect(try #require(HEIFSample.difference(HEIFSample.decode(coded), HEIFSample.pixels(65, 67))) <= 16)
  }

  @Test(arguments: [
    (9, 16, HDRKind.perceptualQuantizer), (9, 18, .hybridLogGamma), (12, 13, .none), (1, 13, .none),
  ])
  func writesCodePoints(primaries: Int, transfer: Int, hdr: HDRKind) throws {
    let points = CodePoints(primaries: primaries, transfer: transfer, matrix: 0, isFullRange: true)
    let pixels = HEIFSample.pixels(64, 64, .rgb, bits: 10)
    let coded = try AVIFSample.encode(pixels, bits: 10, colour: ColourDescription(codePoints: points))
    let header = try AVIFSample.header(coded)
    #expect(header.colour.codePoints?.primaries == primaries)
    #expect(header.colour.codePoints?.transfer == transfer)
    #expect(header.colour.codePoints?.matrix == (primaries == 9 ? 9 : 6))
    #expect(header.colour.codePoints?.isFullRange == true)
    #expect(header.hdr == hdr)
    #expect(try #require(HEIFSample.difference(HEIFSample.decode(coded), pixels)) <= 16)
  }

  @Test func metadataComesBackByteForByte() throws {
    let exif = Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0] + [UInt8](repeating: 7, count: 90_000)
    let blocks = MetadataBlocks(exif: exif, xmp: Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8))
    let coded = try AVIFSample.encode(HEIFSample.pixels(33, 35, .rgba), blocks: blocks)
    #expect(try AVIFSample.header(coded).blocks == blocks)
  }

  @Test func saysWhatTheBitStreamIs() throws {
    func record(_ layout: ChannelLayout, bits: Int, lossless: Bool = false) throws -> (
      [UInt8], AV1SequenceHeader
    ) {
      let pixels = HEIFSample.pixels(64, 64, layout, bits: bits)
      let items = try HEIFItems(bytes: AVIFSample.encode(pixels, bits: bits, lossless: lossless))
      let header = try AV1SequenceHeader.only(in: items.data(of: items.primaryItem())[...])
      return (header.configurationRecord, header)
    }
    // Version 1; profile and level; depth, grey, halving of chroma (AV1-ISOBMFF 2.3.3).
    #expect(try record(.rgb, bits: 8).0 == [0x81, 0x00, 0b0000_1100, 0])
    #expect(try record(.grey, bits: 10).0 == [0x81, 0x00, 0b0101_1100, 0])
    #expect(try record(.rgb, bits: 8, lossless: true).0 == [0x81, 0x20, 0, 0])
    #expect(try record(.rgb, bits: 12).0 == [0x81, 0x40, 0b0110_1100, 0])
    #expect(try record(.rgb, bits: 10).1.codePoints.isFullRange)
  }

  @Test func refusesWhatFewDecodersTake() {
    let wide = PixelBuffer(
      size: PixelSize(width: 32_769, height: 1),
      layout: .grey,
      depth: .eight,
      bytes: [UInt8](repeating: 0, count: 32_769)
    )
    let problem = #expect(throws: Problem.self) { try AVIFSample.encode(wide) }
    #expect(problem?.code == .sizeNotPossible)
  }

  @Test func writesTheLargestSide() throws {
    let pixels = HEIFSample.pixels(AVIFWriter.maximumSide, 2, .grey)
    #expect(try HEIFSample.decode(AVIFSample.encode(pixels)).size == pixels.size)
  }
}
