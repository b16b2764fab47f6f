import Containers
import Messages
import Pixels
import Testing
@testable import StillImages

/// Small JPEG XL pictures.
enum JXLSample {
  static func encode(
    _ pixels: PixelBuffer,
    bits: Int = 8,
    colour: ColourDescription = ColourDescription(),
    blocks: MetadataBlocks = MetadataBlocks(),
    quality: Int = 92,
    lossless: Bool = false,
    threads: Int = 1
  ) throws -> [UInt8] {
    try JXLWriter.encode(
      pixels,
      significantBits: bits,
      colour: colour,
      blocks: blocks,
      options: EncodingOptions(quality: quality, isLossless: lossless, threads: threads)
    )
  }

  static func reader(_ bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) throws -> JXLReader {
    try JXLReader(bytes: bytes, limits: limits)
  }

  static func decode(_ bytes: [UInt8], threads: Int = 1) throws -> PixelBuffer {
    try reader(bytes).decodePixels(threads: threads)
  }

  static func problem(_ bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) -> ProblemCode? {
    do {
      _ = try reader(bytes, limits: limits).decodePixels(threads: 1)
      return nil
    } catch {
      return (error as? Problem)?.code
    }
  }
}

@Suite struct JXLWriterTests {
  static let sizes = [(1, 1), (3, 5), (65, 1), (64, 64), (301, 161)]
  static let layouts = [ChannelLayout.grey, .greyAlpha, .rgb, .rgba]

  @Test(arguments: sizes, layouts)
  func keepsSizeLayoutAndColours(size: (Int, Int), layout: ChannelLayout) throws {
    for bits in [8, 16] {
      let pixels = HEIFSample.pixels(size.0, size.1, layout, bits: bits)
      let back = try JXLSample.decode(JXLSample.encode(pixels, bits: bits))
      #expect(try #require(HEIFSample.difference(back, pixels)) <= 10)
    }
  }

  @Test(arguments: sizes, layouts)
  func losslessGivesBackEverySample(size: (Int, Int), layout: ChannelLayout) throws {
    for bits in [8, 10, 12, 16] {
      let pixels = HEIFSample.pixels(size.0, size.1, layout, bits: bits).rounded(toBits: bits)
      let coded = try JXLSample.encode(pixels, bits: bits, lossless: true)
      let reader = try JXLSample.reader(coded)
      #expect(reader.header.bitsPerSample == bits)
      #expect(try reader.decodePixels(threads: 2).bytes == pixels.bytes, "\(bits) bits")
    }
  }

  @Test func coarserMeansSmaller() throws {
    let pixels = HEIFSample.pixels(200, 200)
    let sizes = try [5, 50, 90, 100].map { try JXLSample.encode(pixels, quality: $0).count }
    #expect(sizes == sizes.sorted() && Set(sizes).count == sizes.count)
    let distances = (1...100).map { JXLEncodingSettings.distance(forQuality: $0) }
    #expect(distances == distances.sorted(by: >))
    #expect(distances.first == 15 && abs(distances[89] - 1) < 1e-9 && distances.last == 0.1)
  }

  @Test func threadsDoNotChangeTheResult() throws {
    let pixels = HEIFSample.pixels(600, 300)
    #expect(try JXLSample.encode(pixels, threads: 1) == JXLSample.encode(pixels, threads: 3))
  }

  @Test(arguments: [true, false]) func keepsAProfileThatHasNoName(lossless: Bool) throws {
    let wide = Chromaticities(
      white: (0.3127, 0.329),
      red: (0.64, 0.33),
      green: (0.21, 0.71),
      blue: (0.15, 0.06)
    )
    let profile = try #require(ICCProfile.profile(gamma: 2.2, wide))
    let pixels = HEIFSample.pixels(64, 64)
    let coded = try JXLSample.encode(
      pixels,
      colour: ColourDescription(iccProfile: profile),
      lossless: lossless
    )
    let reader = try JXLSample.reader(coded)
    #expect(reader.header.colour.iccProfile == profile)
    let difference = HEIFSample.difference(try reader.decodePixels(threads: 1), pixels)
    #expect(try #require(difference) <= (lossless ? 0 : 10))
  }

  /// A blue that no eye sees and no other space holds.
  @Test func aProfileThatHoldsMoreIsNotLeft() throws {
    let vast = Chromaticities(
      white: (0.3457, 0.3585),
      red: (0.7347, 0.2653),
      green: (0.1596, 0.8404),
      blue: (0.0366, 0.002)
    )
    let profile = try #require(ICCProfile.profile(gamma: 1.8, vast))
    let pixels = HEIFSample.pixels(64, 64)
    #expect(!JXLColour.survivesXYB(profile, isGrey: false))
    #expect(JXLColour.survivesXYB(ICCProfile.displayP3(), isGrey: false))
    let reader = try JXLSample.reader(
      JXLSample.encode(pixels, colour: ColourDescription(iccProfile: profile))
    )
    #expect(reader.header.colour.iccProfile == profile)
    let difference = HEIFSample.difference(try reader.decodePixels(threads: 1), pixels)
    #expect(try #require(difference) <= 16)
  }

  @Test func keepsAGreyProfile() throws {
    let profile = try #require(ICCProfile.profile(greyGamma: 1.8))
    let pixels = HEIFSample.pixels(64, 64, .grey)
    let coded = try JXLSample.encode(pixels, colour: ColourDescription(iccProfile: profile))
    let difference = HEIFSample.difference(try JXLSample.decode(coded), pixels)
    #expect(try #require(difference) <= 10)
  }

  @Test(
    arguments: [
      (9, 16, HDRKind.perceptualQuantizer), (9, 18, .hybridLogGamma), (12, 13, .none), (9, 1, .none),
    ],
    [true, false]
  )
  func writesCodePoints(expected: (Int, Int, HDRKind), lossless: Bool) throws {
    let (primaries, transfer, hdr) = expected
    let points = CodePoints(primaries: primaries, transfer: transfer, matrix: 0, isFullRange: true)
    let pixels = HEIFSample.pixels(64, 64, .rgb, bits: 16)
    let coded = try JXLSample.encode(
      pixels,
      bits: 16,
      colour: ColourDescription(codePoints: points),
      lossless: lossless
    )
    let reader = try JXLSample.reader(coded)
    #expect(reader.header.colour == ColourDescription(codePoints: points))
    #expect(reader.header.hdr == hdr)
    let difference = HEIFSample.difference(try reader.decodePixels(threads: 1), pixels)
    #expect(try #require(difference) <= (lossless ? 0 : 16))
  }

  @Test func sRGBNeedsNoWords() throws {
    let coded = try JXLSample.encode(HEIFSample.pixels(64, 64))
    #expect(try JXLSample.reader(coded).header.colour == ColourDescription())
    #expect(coded.starts(with: [0xFF, 0x0A]), "no container without metadata")
  }

  @Test func metadataComesBackByteForByte() throws {
    let exif = Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0] + [UInt8](repeating: 7, count: 190_000)
    let blocks = MetadataBlocks(exif: exif, xmp: Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8))
    let coded = try JXLSample.encode(HEIFSample.pixels(33, 35, .rgba), blocks: blocks)
    #expect(try JXLSample.reader(coded).header.blocks == blocks)
  }

  @Test func refusesWhatIsTooLarge() {
    let wide = PixelBuffer(
      size: PixelSize(width: 262_145, height: 1),
      layout: .grey,
      depth: .eight,
      bytes: [UInt8](repeating: 0, count: 262_145)
    )
    let problem = #expect(throws: Problem.self) { try JXLSample.encode(wide) }
    #expect(problem?.code == .sizeNotPossible)
  }
}

@Suite struct JXLReaderTests {
  private static let blocks = MetadataBlocks(
    exif: Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    xmp: Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)
  )

  @Test(arguments: [true, false], [true, false])
  func everyPrefixFailsCleanly(lossless: Bool, hasBoxes: Bool) throws {
    let bytes = try JXLSample.encode(
      HEIFSample.pixels(40, 30, .rgba),
      blocks: hasBoxes ? Self.blocks : MetadataBlocks(),
      quality: 60,
      lossless: lossless
    )
    #expect(JXLSample.problem(bytes) == nil)
    for count in 0..<bytes.count {
      let code = JXLSample.problem(Array(bytes.prefix(count)))
      #expect(code == .truncated || (count < 60 && code == .damaged), "\(count) of \(bytes.count) bytes")
    }
  }

  @Test(arguments: [true, false]) func damageIsNoticed(lossless: Bool) throws {
    let bytes = try JXLSample.encode(HEIFSample.pixels(200, 200), quality: 95, lossless: lossless)
    var unnoticed = 0
    let positions = Array(stride(from: 30, to: bytes.count, by: max(1, bytes.count / 60)))
    for position in positions {
      var changed = bytes
      changed[position] ^= 0x10
      if JXLSample.problem(changed) == nil { unnoticed += 1 }
    }
    #expect(positions.count > 30 && unnoticed * 3 < positions.count)
  }

  @Test func checksTheSizeFirst() throws {
    var limits = DecodingLimits()
    limits.maximumPixelCount = 64 * 64 - 1
    let bytes = try JXLSample.encode(HEIFSample.pixels(64, 64))
    #expect(JXLSample.problem(bytes, limits: limits) == .tooManyPixels)
  }

  @Test(arguments: 1...8) func theCodestreamsOrientationIsAppliedOnce(number: Int) throws {
    let orientation = try #require(Orientation(rawValue: number))
    let pixels = HEIFSample.pixels(70, 40)
    let encoder = try JXLEncoder(threads: 1)
    try encoder.setHeader(pixels, bits: 8, isXYB: false, orientation: orientation)
    try encoder.setColour(ColourDescription(), isGrey: false)
    try encoder.addFrame(pixels, EncodingOptions(isLossless: true))
    let reader = try JXLSample.reader(encoder.finish())
    let upright = pixels.oriented(orientation)
    #expect(reader.header.orientation == .up && reader.header.size == upright.size)
    #expect(try reader.decodePixels(threads: 1).bytes == upright.bytes)
  }

  /// A container box by box: "Exif" counts its TIFF header from behind the offset field.
  @Test func readsExifWithAnOffset() throws {
    let naked = try JXLSample.encode(HEIFSample.pixels(16, 16))
    let tiff = try #require(Self.blocks.exif)
    func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
      let size = content.count + 8
      return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: size >> $0) } + Array(type.utf8) + content
    }
    let head =
      box("JXL ", [0x0D, 0x0A, 0x87, 0x0A])
      + box("ftyp", Array("jxl ".utf8) + [0, 0, 0, 0] + Array("jxl ".utf8))
    func header(_ boxes: [UInt8]) throws -> StillImageHeader {
      try JXLSample.reader(head + boxes + box("jxlc", naked)).header
    }
    #expect(try header(box("Exif", [0, 0, 0, 6] + Array("Exif\0\0".utf8) + tiff)).blocks.exif == tiff)
    #expect(try header(box("Exif", [0, 0, 0, 0] + tiff)).blocks.exif == tiff)
    #expect(try header(box("jhgm", [0, 0, 0])).hdr == .gainMap)
    let odd = try JXLSample.reader(head + box("jxlc", naked) + box("Exif", [0, 0, 0, 9, 1, 2]))
    #expect(odd.header.blocks.exif == nil && odd.notes.map(\.code) == [.exifDropped])
  }
}
