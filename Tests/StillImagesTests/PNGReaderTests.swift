import Containers
import Messages
import Pixels
import StillImages
import Testing

@Suite struct PNGReaderTests {
  private static func read(_ bytes: [UInt8]) throws -> StillImageReader {
    try StillImageReader(bytes: bytes, limits: DecodingLimits())
  }

  private static func encode(_ pixels: PixelBuffer) throws -> [UInt8] {
    try StillImageEncoder.encode(
      pixels,
      significantBits: pixels.depth.rawValue,
      colour: ColourDescription(),
      blocks: MetadataBlocks(),
      format: .png,
      options: EncodingOptions()
    )
  }

  @Test func `every prefix throws`() throws {
    for depth in [SampleDepth.eight, .sixteen] {
      let bytes = try Self.encode(TestPictures.waves(9, 7, .rgba, depth))
      for count in 0..<bytes.count {
        #expect(throws: Problem.self) { try Self.read(Array(bytes[..<count])).decodePixels(threads: 1) }
      }
    }
  }

  @Test func `a changed byte throws`() throws {
    let bytes = try Self.encode(TestPictures.waves(9, 7, .rgb))
    for position in bytes.indices {
      var changed = bytes
      changed[position] ^= 0x10
      #expect(throws: Problem.self) { try Self.read(changed).decodePixels(threads: 1) }
    }
  }

  @Test func `too few pixel rows are damage although all checksums fit`() throws {
    // The header of a taller picture before the rows of a smaller one.
    let rows = PNGTestFile.stored([0, 1, 2, 0, 3, 4])
    let file = PNGTestFile.file(width: 2, height: 3, depth: 8, colourType: 0, rows: rows)
    let reader = try Self.read(file)
    #expect(throws: Problem.self) { try reader.decodePixels(threads: 1) }
    let whole = PNGTestFile.file(width: 2, height: 2, depth: 8, colourType: 0, rows: rows)
    #expect(try Self.read(whole).decodePixels(threads: 1).bytes == [1, 2, 3, 4])
  }

  /// Rows under each of the five filters, as the standard's equations give them (9.2).
  @Test(arguments: [(UInt8(0), 1), (4, 2), (2, 3), (6, 4)])
  func `every filter is undone`(colourType: UInt8, channelCount: Int) throws {
    let (width, height) = (5, 11)
    let waves = TestPictures.waves(width * channelCount, height, .grey).bytes
    func sample(_ x: Int, _ y: Int) -> Int {
      x < 0 || y < 0 ? 0 : Int(waves[y * width * channelCount + x])
    }
    var rows: [UInt8] = []
    for y in 0..<height {
      let filter = y % 5
      rows.append(UInt8(filter))
      for x in 0..<(width * channelCount) {
        let (a, b, c) = (sample(x - channelCount, y), sample(x, y - 1), sample(x - channelCount, y - 1))
        let estimate = a + b - c
        let distances = [abs(estimate - a), abs(estimate - b), abs(estimate - c)]
        let nearest = [a, b, c][distances.firstIndex(of: distances.min() ?? 0) ?? 0]
        let predicted = [0, a, b, (a + b) / 2, nearest][filter]
        rows.append(UInt8(truncatingIfNeeded: sample(x, y) - predicted))
      }
    }
    func file(_ rows: [UInt8]) -> [UInt8] {
      PNGTestFile.file(
        width: width,
        height: height,
        depth: 8,
        colourType: colourType,
        rows: PNGTestFile.stored(rows)
      )
    }
    #expect(try Self.read(file(rows)).decodePixels(threads: 1).bytes == waves)
    rows[(width * channelCount + 1) * 3] = 5
    #expect(throws: Problem.self) { try Self.read(file(rows)).decodePixels(threads: 1) }
  }

  static let narrow: [(UInt8, [UInt8], [UInt8])] = [
    (1, [0, 0b1010_0000], [255, 0, 255]), (2, [0, 0b1101_1000], [255, 85, 170]),
    (4, [0, 0xF1, 0x80], [255, 17, 136]),
  ]

  @Test(arguments: narrow)
  func `few bits are widened`(depth: UInt8, row: [UInt8], expected: [UInt8]) throws {
    let file = PNGTestFile.file(
      width: 3,
      height: 1,
      depth: depth,
      colourType: 0,
      rows: PNGTestFile.stored(row)
    )
    let reader = try Self.read(file)
    #expect(reader.header.layout == .grey)
    #expect(reader.header.bitsPerSample == 8)
    #expect(try reader.decodePixels(threads: 1).bytes == expected)
  }

  @Test func `palettes become colours, with tRNS transparency`() throws {
    let palette = PNGTestFile.chunk("PLTE", [10, 20, 30, 40, 50, 60])
    let rows = PNGTestFile.stored([0, 0b0100_0000])
    let plain = PNGTestFile.file(width: 2, height: 1, depth: 1, colourType: 3, chunks: [palette], rows: rows)
    #expect(try Self.read(plain).decodePixels(threads: 1).bytes == [10, 20, 30, 40, 50, 60])
    let clear = PNGTestFile.file(
      width: 2,
      height: 1,
      depth: 1,
      colourType: 3,
      chunks: [palette, PNGTestFile.chunk("tRNS", [7])],
      rows: rows
    )
    let reader = try Self.read(clear)
    #expect(reader.header.layout == .rgba)
    #expect(try reader.decodePixels(threads: 1).bytes == [10, 20, 30, 7, 40, 50, 60, 255])
  }

  @Test func `a transparent grey or colour becomes alpha`() throws {
    let grey = PNGTestFile.file(
      width: 2,
      height: 1,
      depth: 8,
      colourType: 0,
      chunks: [PNGTestFile.chunk("tRNS", [0, 9])],
      rows: PNGTestFile.stored([0, 9, 8])
    )
    #expect(try Self.read(grey).header.layout == .greyAlpha)
    #expect(try Self.read(grey).decodePixels(threads: 1).bytes == [9, 0, 8, 255])
    let deep = PNGTestFile.file(
      width: 1,
      height: 1,
      depth: 16,
      colourType: 0,
      chunks: [PNGTestFile.chunk("tRNS", [1, 2])],
      rows: PNGTestFile.stored([0, 1, 2])
    )
    let expected: [UInt16] = [0x0102, 0]
    #expect(try Self.read(deep).decodePixels(threads: 1).bytes == expected.withUnsafeBytes { Array($0) })
    let colour = PNGTestFile.file(
      width: 1,
      height: 1,
      depth: 8,
      colourType: 2,
      chunks: [PNGTestFile.chunk("tRNS", [0, 1, 0, 2, 0, 3])],
      rows: PNGTestFile.stored([0, 1, 2, 3])
    )
    #expect(try Self.read(colour).decodePixels(threads: 1).bytes == [1, 2, 3, 0])
  }

  private func colour(_ chunks: [[UInt8]], colourType: UInt8 = 2) throws -> (ColourDescription, [NoteCode]) {
    let rows = PNGTestFile.stored(colourType == 2 ? [0, 1, 2, 3] : [0, 1])
    let reader = try Self.read(
      PNGTestFile.file(width: 1, height: 1, depth: 8, colourType: colourType, chunks: chunks, rows: rows)
    )
    return (reader.header.colour, reader.notes.map(\.code))
  }

  private func number(_ value: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func profileChunk(_ profile: [UInt8]) -> [UInt8] {
    PNGTestFile.chunk("iCCP", Array("p\0\0".utf8) + PNGTestFile.stored(profile))
  }

  @Test func `cICP wins over iCCP, iCCP over the rest`() throws {
    let profile = ICCProfile.displayP3()
    let points = PNGTestFile.chunk("cICP", [9, 16, 0, 1])
    let gamma = PNGTestFile.chunk("gAMA", number(100_000))
    let (first, _) = try colour([points, profileChunk(profile), gamma])
    #expect(first.iccProfile == nil && first.codePoints?.transfer == 16)
    let (second, _) = try colour([gamma, profileChunk(profile)])
    #expect(second.iccProfile == profile)
    let (unspecified, _) = try colour([PNGTestFile.chunk("cICP", [2, 2, 0, 1]), profileChunk(profile)])
    #expect(unspecified.iccProfile == profile)
  }

  @Test func `narrow range is unsupported`() {
    let problem = #expect(throws: Problem.self) { try colour([PNGTestFile.chunk("cICP", [1, 13, 0, 0])]) }
    #expect(problem?.code == .codecUnsupported)
  }

  @Test func `a wrong length in a profile is set right`() throws {
    var profile = ICCProfile.displayP3()
    profile[3] &+= 2
    let found = try colour([profileChunk(profile)])
    #expect(ICCProfile.inspect(try #require(found.0.iccProfile))?.isLengthRight == true)
    #expect(found.1 == [])
  }

  @Test func `unusable profiles are noted`() throws {
    let profile = ICCProfile.sRGB()
    #expect(try colour([profileChunk([1, 2, 3])]).1 == [.profileUnusable])
    #expect(try colour([profileChunk(profile)], colourType: 0) == (ColourDescription(), [.profileUnusable]))
    #expect(try colour([PNGTestFile.chunk("iCCP", [1])]).1 == [.profileUnusable])
  }

  @Test func `gAMA and cHRM become a profile unless they are sRGB's`() throws {
    let srgb = PNGTestFile.chunk(
      "cHRM",
      [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000].flatMap(number)
    )
    let adobe = PNGTestFile.chunk(
      "cHRM",
      [31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000].flatMap(number)
    )
    let usual = PNGTestFile.chunk("gAMA", number(45_455))
    #expect(try colour([usual]).0 == ColourDescription())
    #expect(try colour([usual, srgb]).0 == ColourDescription())
    #expect(try colour([srgb]).0 == ColourDescription())
    let found = try #require(try colour([usual, adobe]).0.iccProfile)
    #expect(ICCProfile.inspect(found)?.space == .rgb)
    #expect(try colour([PNGTestFile.chunk("gAMA", number(100_000))]).0.iccProfile != nil)
    #expect(try colour([PNGTestFile.chunk("sRGB", [0]), usual, adobe]).0 == ColourDescription())
    #expect(try colour([PNGTestFile.chunk("gAMA", number(0))]).0 == ColourDescription())
    let grey = try #require(
      try colour([PNGTestFile.chunk("gAMA", number(100_000))], colourType: 0).0.iccProfile
    )
    #expect(ICCProfile.inspect(grey)?.space == .grey)
    #expect(try colour([usual, adobe], colourType: 0).0 == ColourDescription())
    let impossible = PNGTestFile.chunk("cHRM", [Int](repeating: 0, count: 8).flatMap(number))
    #expect(try colour([impossible]).0 == ColourDescription())
  }

  @Test func `frames of an animation are further pictures`() throws {
    let file = PNGTestFile.file(
      width: 1,
      height: 1,
      depth: 8,
      colourType: 0,
      chunks: [PNGTestFile.chunk("acTL", [0, 0, 0, 4, 0, 0, 0, 0])],
      rows: PNGTestFile.stored([0, 1])
    )
    #expect(try Self.read(file).header.further.furtherImageCount == 3)
  }

  @Test func `limits hold before memory is taken`() throws {
    let file = PNGTestFile.file(
      width: 40_000,
      height: 40_000,
      depth: 1,
      colourType: 0,
      rows: PNGTestFile.stored([])
    )
    let problem = #expect(throws: Problem.self) { try Self.read(file) }
    #expect(problem?.code == .tooManyPixels)
  }
}

/// Makes PNG files by hand.
enum PNGTestFile {
  static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    var remainder: UInt32 = 0xFFFF_FFFF
    for byte in body {
      remainder ^= UInt32(byte)
      for _ in 0..<8 { remainder = remainder & 1 == 1 ? remainder >> 1 ^ 0xEDB8_8320 : remainder >> 1 }
    }
    return number(data.count, 4) + body + number(Int(~remainder), 4)
  }

  /// A zlib stream with one stored block.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65521
      high = (high + low) % 65521
    }
    let length = number(bytes.count, 2).reversed()
    return [0x78, 0x01, 0x01] + length + length.map { ~$0 } + bytes + number(high << 16 | low, 4)
  }

  static func file(
    width: Int,
    height: Int,
    depth: UInt8,
    colourType: UInt8,
    chunks: [[UInt8]] = [],
    rows: [UInt8]
  ) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", number(width, 4) + number(height, 4) + [depth, colourType, 0, 0, 0])
      + chunks.flatMap { $0 } + chunk("IDAT", rows) + chunk("IEND", [])
  }
}
