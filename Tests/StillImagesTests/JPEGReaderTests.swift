import Containers
import Messages
import Pixels
import StillImages
import Testing

@Suite struct JPEGReaderTests {
  private static func encode(
    _ pixels: PixelBuffer,
    quality: Int = 95,
    _ blocks: MetadataBlocks = MetadataBlocks()
  ) throws
    -> [UInt8]
  {
    try StillImageEncoder.encode(
      pixels,
      significantBits: 8,
      colour: ColourDescription(),
      blocks: blocks,
      format: .jpeg,
      options: EncodingOptions(quality: quality)
    )
  }

  private static func read(_ bytes: [UInt8]) throws -> StillImageReader {
    try StillImageReader(bytes: bytes, limits: DecodingLimits())
  }

  @Test func `every prefix throws, header or pixels`() throws {
    for layout in [ChannelLayout.grey, .rgb] {
      let bytes = try Self.encode(TestPictures.waves(17, 13, layout))
      for count in 0..<bytes.count {
        #expect(throws: Problem.self) { try Self.read(Array(bytes[..<count])).decodePixels(threads: 1) }
      }
    }
  }

  @Test func `a scan that ends early is damage even when EOI follows`() throws {
    let bytes = try Self.encode(TestPictures.waves(64, 64, .rgb))
    for share in [4, 3, 2] {
      let cut = Array(bytes[..<(bytes.count - bytes.count / share)]) + [0xFF, 0xD9]
      guard let reader = try? Self.read(cut) else { continue }
      let problem = #expect(throws: Problem.self) { try reader.decodePixels(threads: 1) }
      #expect(problem?.code == .damaged || problem?.code == .truncated)
    }
  }

  @Test func `changed bytes never trap`() throws {
    let whole = try Self.encode(TestPictures.waves(24, 24, .rgb))
    var state: UInt64 = 99
    func random(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    for _ in 0..<2000 {
      var bytes = whole
      for _ in 0...random(3) { bytes[random(bytes.count)] = UInt8(random(256)) }
      _ = try? StillImageReader(bytes: bytes, limits: DecodingLimits()).decodePixels(threads: 1)
    }
  }

  @Test func `padding before EOI is no damage`() throws {
    let pixels = TestPictures.waves(16, 16, .rgb)
    let bytes = try Self.encode(pixels)
    let padded = Array(bytes.dropLast(2)) + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0] + [0xFF, 0xD9, 1, 2, 3]
    #expect(
      try Self.read(padded).decodePixels(threads: 1).bytes == Self.read(bytes).decodePixels(threads: 1).bytes
    )
  }

  @Test func `stray bytes before the scan are no damage`() throws {
    let bytes = try Self.encode(TestPictures.waves(16, 16, .rgb))
    let frame = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    let stray = Array(bytes[..<frame]) + [UInt8](repeating: 7, count: 40) + bytes[frame...]
    #expect(
      try Self.read(stray).decodePixels(threads: 1).bytes == Self.read(bytes).decodePixels(threads: 1).bytes
    )
  }

  @Test func `limits hold before memory is taken`() throws {
    let bytes = try Self.encode(TestPictures.waves(20, 10, .grey))
    var limits = DecodingLimits()
    limits.maximumPixelCount = 200
    _ = try StillImageReader(bytes: bytes, limits: limits)
    limits.maximumPixelCount = 199
    let problem = #expect(throws: Problem.self) { try StillImageReader(bytes: bytes, limits: limits) }
    #expect(problem == Problem(.tooManyPixels, ["width": "20", "height": "10", "limit": "199"]))
  }

  @Test(arguments: [UInt8(12), 16])
  func `other precisions are unsupported`(precision: UInt8) throws {
    var bytes = try Self.encode(TestPictures.waves(8, 8, .grey))
    let frame = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes[frame + 4] = precision
    let problem = #expect(throws: Problem.self) { try Self.read(bytes) }
    #expect(problem?.code == .codecUnsupported)
  }

  @Test func `lossless coding is unsupported`() throws {
    var bytes = try Self.encode(TestPictures.waves(8, 8, .grey))
    let frame = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes[frame + 1] = 0xC3
    let problem = #expect(throws: Problem.self) { try Self.read(bytes) }
    #expect(problem?.code == .codecUnsupported)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 7, 8, 16, 63, 64, 200])
  func `reduced decoding keeps at least what is asked`(least: Int) throws {
    let bytes = try Self.encode(TestPictures.waves(65, 131, .rgb))
    let wanted = PixelSize(width: least, height: least)
    let picture = try Self.read(bytes).decodePixels(threads: 1, atLeast: wanted)
    #expect(picture.size.width >= min(65, least) && picture.size.height >= min(131, least))
    #expect(picture.size.width < 65 || least > 33)
  }

  @Test func `unreadable Exif is noted`() throws {
    let bytes = try Self.encode(TestPictures.waves(8, 8, .grey))
    let bad = Array(bytes[..<2]) + [0xFF, 0xE1, 0, 12] + Array("Exif\0\0nope".utf8) + bytes[2...]
    #expect(try Self.read(bad).notes.map(\.code) == [.exifDropped])
  }

  @Test func `a profile for other channels is left out and noted`() throws {
    let profile = ICCProfile.sRGB()
    let bytes = try StillImageEncoder.encode(
      TestPictures.waves(8, 8, .grey),
      significantBits: 8,
      colour: ColourDescription(iccProfile: profile),
      blocks: MetadataBlocks(),
      format: .jpeg,
      options: EncodingOptions()
    )
    let reader = try Self.read(bytes)
    #expect(reader.header.colour == ColourDescription())
    #expect(reader.notes.map(\.code) == [.profileUnusable])
  }
}
