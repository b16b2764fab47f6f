import Containers
import Messages
import Pixels
import StillImages
import Testing

@Suite struct WebPTests {
  private static func encode(
    _ pixels: PixelBuffer,
    quality: Int = 90,
    isLossless: Bool = true,
    colour: ColourDescription = ColourDescription(),
    blocks: MetadataBlocks = MetadataBlocks()
  ) throws -> [UInt8] {
    try StillImageEncoder.encode(
      pixels,
      significantBits: 8,
      colour: colour,
      blocks: blocks,
      format: .webp,
      options: EncodingOptions(quality: quality, isLossless: isLossless, threads: 2)
    )
  }

  private static func read(_ bytes: [UInt8]) throws -> StillImageReader {
    try StillImageReader(bytes: bytes, limits: DecodingLimits())
  }

  private static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
    Array(kind.utf8) + number(data.count, 4) + data + (data.count % 2 == 0 ? [] : [0])
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func riff(_ chunks: [[UInt8]]) -> [UInt8] {
    let content = chunks.flatMap { $0 }
    return Array("RIFF".utf8) + number(content.count + 4, 4) + Array("WEBP".utf8) + content
  }

  private static func header(_ width: Int, _ height: Int, flags: UInt8 = 0x10) -> [UInt8] {
    chunk("VP8X", [flags, 0, 0, 0] + number(width - 1, 3) + number(height - 1, 3))
  }

  @Test(arguments: [ChannelLayout.rgb, .rgba])
  func `lossless is exact, invisible colours too`(layout: ChannelLayout) throws {
    for (width, height) in [(1, 1), (3, 7), (64, 33)] {
      let pixels = TestPictures.waves(width, height, layout)
      let reader = try Self.read(try Self.encode(pixels))
      #expect(reader.header.format == .webp)
      #expect(reader.header.size == pixels.size)
      // A picture whose alpha is full everywhere, like this of one pixel, may say it has none.
      let decoded = try reader.decodePixels(threads: 2)
      #expect(decoded.converted(to: layout).bytes == pixels.bytes)
    }
  }

  @Test func `lossy is near, and nearer with more quality`() throws {
    for layout in [ChannelLayout.rgb, .rgba] {
      let pixels = TestPictures.waves(65, 48, layout)
      let distances = try [10, 50, 90, 100].map { quality in
        let decoded = try Self.read(try Self.encode(pixels, quality: quality, isLossless: false))
          .decodePixels(threads: 1)
        return try #require(PixelComparison.meanAbsoluteDifference(pixels, decoded))
      }
      #expect(distances == distances.sorted(by: >))
      #expect(try #require(distances.last) < 0.015)
    }
  }

  @Test func `profile and metadata come back, Exif without prefix`() throws {
    let exif = Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    let blocks = MetadataBlocks(exif: exif, xmp: Array("<x:xmpmeta>\u{62FE}\u{6620}</x:xmpmeta>".utf8))
    let colour = ColourDescription(iccProfile: ICCProfile.displayP3())
    for isLossless in [true, false] {
      for layout in [ChannelLayout.rgb, .rgba] {
        let pixels = TestPictures.waves(9, 8, layout)
        let bytes = try Self.encode(pixels, isLossless: isLossless, colour: colour, blocks: blocks)
        #expect(bytes.count % 2 == 0)
        let header = try Self.read(bytes).header
        #expect(header.blocks == blocks)
        #expect(header.colour == colour)
        #expect(header.orientation == .right)
        #expect(header.layout == layout)
        let text = String(decoding: bytes, as: Unicode.ASCII.self)
        #expect(text.firstRange(of: "EXIF\u{1A}\0\0\0MM") != nil)
      }
    }
  }

  @Test func `code points become a profile`() throws {
    let points = CodePoints(primaries: 12, transfer: 13, matrix: 0, isFullRange: true)
    let colour = ColourDescription(codePoints: points)
    let header = try Self.read(try Self.encode(TestPictures.waves(8, 8, .rgb), colour: colour)).header
    #expect(header.colour.iccProfile == ICCProfile.displayP3())
  }

  @Test func `a prefix before Exif is forgiven, nonsense is noted`() throws {
    let picture = try Self.encode(TestPictures.waves(8, 8, .rgb))
    let exif = Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    func file(_ content: [UInt8]) -> [UInt8] {
      Self.riff([Self.header(8, 8), Array(picture[12...]), Self.chunk("EXIF", content)])
    }
    let prefixed = try Self.read(file(Array("Exif\0\0".utf8) + exif))
    #expect(prefixed.header.blocks.exif == exif)
    #expect(prefixed.notes == [])
    let nonsense = try Self.read(file(Array("hello".utf8)))
    #expect(nonsense.header.blocks.exif == nil)
    #expect(nonsense.notes.map(\.code) == [.exifDropped])
  }

  /// Three frames, the first smaller than the canvas.
  private static func animation(left: Int = 4, top: Int = 2) throws -> (file: [UInt8], frame: PixelBuffer) {
    let frame = TestPictures.waves(6, 5, .rgba)
    let coded = Array(try encode(frame)[12...])
    let place = number(left / 2, 3) + number(top / 2, 3) + number(5, 3) + number(4, 3) + number(100, 3) + [0]
    let chunk = chunk("ANMF", place + coded)
    let control = Self.chunk("ANIM", [255, 255, 255, 255, 0, 0])
    return (riff([header(16, 12, flags: 0x12), control, chunk, chunk, chunk]), frame)
  }

  @Test func `an animation gives its first frame on its canvas`() throws {
    let (file, frame) = try Self.animation()
    let reader = try Self.read(file)
    #expect(reader.header.size == PixelSize(width: 16, height: 12))
    #expect(reader.header.layout == .rgba)
    #expect(reader.header.further.furtherImageCount == 2)
    let pixels = try reader.decodePixels(threads: 1)
    var expected = [UInt8](repeating: 0, count: 16 * 12 * 4)
    for row in 0..<5 {
      for byte in 0..<24 { expected[((row + 2) * 16 + 4) * 4 + byte] = frame.bytes[row * 24 + byte] }
    }
    #expect(pixels.bytes == expected)
  }

  @Test func `a frame outside its canvas is damage`() throws {
    let (file, _) = try Self.animation(left: 12)
    #expect(#expect(throws: Problem.self) { try Self.read(file) }?.code == .damaged)
  }

  @Test func `cut off anywhere is never half a picture`() throws {
    for isLossless in [true, false] {
      let blocks = MetadataBlocks(xmp: Array("<x/>".utf8))
      let bytes = try Self.encode(TestPictures.waves(40, 40, .rgba), isLossless: isLossless, blocks: blocks)
      for count in stride(from: 1, to: bytes.count, by: 3) {
        #expect(throws: Problem.self) { try Self.read(Array(bytes[..<count])).decodePixels(threads: 1) }
        // The same with a header that promises no more.
        var honest = Array(bytes[..<count])
        guard count > 30 else { continue }
        honest.replaceSubrange(4..<8, with: Self.number(count - 8, 4))
        if let pixels = try? Self.read(honest).decodePixels(threads: 1) {
          #expect(pixels.size == PixelSize(width: 40, height: 40))
        }
      }
    }
  }

  @Test func `two sizes are damage, too many pixels are refused first`() throws {
    let picture = Array(try Self.encode(TestPictures.waves(8, 8, .rgb))[12...])
    let two = Self.riff([Self.header(9, 8), picture])
    #expect(#expect(throws: Problem.self) { try Self.read(two) }?.code == .damaged)
    let huge = Self.riff([Self.header(1 << 24, 1 << 24), picture])
    #expect(#expect(throws: Problem.self) { try Self.read(huge) }?.code == .tooManyPixels)
  }

  @Test func `hostile bytes fail cleanly`() throws {
    let (file, _) = try Self.animation()
    let still = try Self.encode(
      TestPictures.waves(20, 20, .rgba),
      isLossless: false,
      blocks: MetadataBlocks(exif: Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0], xmp: Array("<x/>".utf8))
    )
    var state: UInt64 = 3
    for original in [file, still] {
      for _ in 0..<400 {
        var bytes = original
        for _ in 0..<3 {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 24)
        }
        var limits = DecodingLimits()
        limits.maximumPixelCount = 1 << 20
        _ = try? StillImageReader(bytes: bytes, limits: limits).decodePixels(threads: 1)
      }
    }
  }
}
