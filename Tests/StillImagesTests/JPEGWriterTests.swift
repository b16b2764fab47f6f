import Containers
import Messages
import Pixels
import StillImages
import Testing

@Suite struct JPEGWriterTests {
  private static func encode(
    _ pixels: PixelBuffer,
    quality: Int,
    colour: ColourDescription = ColourDescription(),
    isLossless: Bool = false
  ) throws -> [UInt8] {
    try StillImageEncoder.encode(
      pixels,
      significantBits: 8,
      colour: colour,
      blocks: MetadataBlocks(),
      format: .jpeg,
      options: EncodingOptions(quality: quality, isLossless: isLossless)
    )
  }

  private static func read(_ bytes: [UInt8]) throws -> StillImageReader {
    try StillImageReader(bytes: bytes, limits: DecodingLimits())
  }

  @Test(arguments: [ChannelLayout.grey, .rgb], [(1, 1), (7, 5), (8, 8), (16, 17), (33, 64), (640, 3)])
  func `a decoded copy is near its picture`(layout: ChannelLayout, size: (Int, Int)) throws {
    let pixels = TestPictures.waves(size.0, size.1, layout)
    var previous = 0.0
    for (quality, allowed) in [(98, 0.006), (80, 0.03), (30, 0.06)] {
      let reader = try Self.read(try Self.encode(pixels, quality: quality))
      #expect(reader.header.layout == layout)
      #expect(reader.header.size == pixels.size)
      #expect(reader.header.bitsPerSample == 8)
      let decoded = try reader.decodePixels(threads: 1)
      let distance = try #require(PixelComparison.meanAbsoluteDifference(pixels, decoded))
      #expect(distance <= allowed, "quality \(quality)")
      #expect(distance >= previous - 0.01)
      previous = distance
    }
  }

  @Test func `quality 90 and up keeps colour at full resolution`() throws {
    let pixels = TestPictures.waves(32, 32, .rgb)
    func sampling(_ quality: Int) throws -> UInt8 {
      let bytes = try Self.encode(pixels, quality: quality)
      let frame = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
      return bytes[frame + 11]
    }
    #expect(try sampling(89) == 0x22)
    #expect(try sampling(90) == 0x11)
  }

  @Test func `code points other than sRGB become a profile`() throws {
    let pixels = TestPictures.waves(8, 8, .rgb)
    let p3 = CodePoints(primaries: 12, transfer: 13, matrix: 0, isFullRange: true)
    let reader = try Self.read(
      try Self.encode(pixels, quality: 80, colour: ColourDescription(codePoints: p3))
    )
    #expect(reader.header.colour.iccProfile == ICCProfile.profile(for: p3))
    let linear = CodePoints(primaries: 1, transfer: 8, matrix: 0, isFullRange: true)
    let grey = try Self.read(
      try Self.encode(
        TestPictures.waves(8, 8, .grey),
        quality: 80,
        colour: ColourDescription(codePoints: linear)
      )
    )
    #expect(grey.header.colour.iccProfile.flatMap(ICCProfile.inspect)?.space == .grey)
    #expect(grey.notes == [])
    let srgb = CodePoints(primaries: 1, transfer: 13, matrix: 6, isFullRange: true)
    let plain = try Self.read(
      try Self.encode(pixels, quality: 80, colour: ColourDescription(codePoints: srgb))
    )
    #expect(plain.header.colour == ColourDescription())
    let pq = CodePoints(primaries: 9, transfer: 16, matrix: 9, isFullRange: true)
    let problem = #expect(throws: Problem.self) {
      try Self.encode(pixels, quality: 80, colour: ColourDescription(codePoints: pq))
    }
    #expect(problem?.code == .encodeFailed)
  }

  @Test func `a profile is kept byte for byte`() throws {
    let profile = ICCProfile.displayP3()
    let colour = ColourDescription(iccProfile: profile)
    let reader = try Self.read(try Self.encode(TestPictures.waves(8, 8, .rgb), quality: 80, colour: colour))
    #expect(reader.header.colour == colour)
  }

  @Test func `what JPEG can't hold is refused`() throws {
    let wide = PixelBuffer(
      size: PixelSize(width: 65_501, height: 1),
      layout: .grey,
      depth: .eight,
      bytes: [UInt8](repeating: 0, count: 65_501)
    )
    for pixels in [
      TestPictures.waves(8, 8, .rgba), TestPictures.waves(8, 8, .greyAlpha),
      TestPictures.waves(8, 8, .rgb, .sixteen),
      wide,
    ] {
      let problem = #expect(throws: Problem.self) { try Self.encode(pixels, quality: 80) }
      #expect(problem?.code == .encodeFailed)
    }
    let problem = #expect(throws: Problem.self) {
      try Self.encode(TestPictures.waves(8, 8, .rgb), quality: 80, isLossless: true)
    }
    #expect(problem?.code == .encodeFailed)
    #expect(StillImageEncoder.maximumSide(of: .jpeg) == 65_500)
  }

  @Test func `noise at full quality is bigger than the first guess and still whole`() throws {
    var state: UInt64 = 3
    let bytes = (0..<(96 * 96 * 3)).map { _ -> UInt8 in
      state = state &* 6_364_136_223_846_793_005 &+ 1
      return UInt8(truncatingIfNeeded: state >> 40)
    }
    let pixels = PixelBuffer(
      size: PixelSize(width: 96, height: 96),
      layout: .rgb,
      depth: .eight,
      bytes: bytes
    )
    let decoded = try Self.read(try Self.encode(pixels, quality: 100)).decodePixels(threads: 1)
    #expect(try #require(PixelComparison.meanAbsoluteDifference(pixels, decoded)) < 0.01)
  }
}
