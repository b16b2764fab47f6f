import Messages
import Pixels
import StillImages
import Testing

@testable import Containers

@Suite struct TIFFReaderTests {
  private static func read(_ bytes: [UInt8]) throws -> StillImageReader {
    try StillImageReader(bytes: bytes, limits: DecodingLimits())
  }

  private static func pixels(_ builder: TIFFBuilder) throws -> PixelBuffer {
    try read(builder.file()).decodePixels(threads: 1)
  }

  private static let twelve = (0..<12).map { UInt8($0 * 20) }

  @Test func `grey of both directions`() throws {
    var builder = TIFFBuilder(bits: [8], photometric: 1, strips: [Self.twelve])
    #expect(try Self.pixels(builder).bytes == Self.twelve)
    builder.photometric = 0
    #expect(try Self.pixels(builder).bytes == Self.twelve.map { 255 - $0 })
  }

  @Test func `few bits become eight, and more become sixteen`() throws {
    var builder = TIFFBuilder(width: 4, height: 1, bits: [1], photometric: 1, strips: [[0b1010_0000]])
    #expect(try Self.pixels(builder).bytes == [255, 0, 255, 0])
    builder.bits = [2]
    builder.strips = [[0b00_01_10_11]]
    #expect(try Self.pixels(builder).bytes == [0, 85, 170, 255])
    builder.bits = [4]
    builder.strips = [[0x0F, 0x18]]
    #expect(try Self.pixels(builder).bytes == [0, 255, 17, 136])
    builder.bits = [12]
    builder.strips = [[0x00, 0x0F, 0xFF, 0x80, 0x00, 0x01]]
    let reader = try Self.read(builder.file())
    #expect(reader.header.bitsPerSample == 12)
    #expect(try reader.decodePixels(threads: 1).words == [0, 65535, 32776, 16])
  }

  @Test(arguments: [true, false])
  func `sixteen bits in both orders`(isLittleEndian: Bool) throws {
    let words = [1, 258, 40_000, 65_535]
    let strip = words.flatMap { TIFFFields.number($0, size: 2, isLittleEndian) }
    let builder = TIFFBuilder(
      isLittleEndian: isLittleEndian,
      width: 4,
      height: 1,
      bits: [16],
      photometric: 1,
      strips: [strip]
    )
    #expect(try Self.pixels(builder).words.map(Int.init) == words)
  }

  @Test func `IEEE numbers are clipped to 0...1, which is said`() throws {
    let values: [Float] = [-1, 0, 0.25, 0.5, 1, 4, .nan, .infinity]
    var builder = TIFFBuilder(width: 8, height: 1, bits: [32], photometric: 1, sampleFormat: 3)
    builder.strips = [values.flatMap { TIFFFields.number(Int($0.bitPattern), size: 4, true) }]
    let expected: [UInt16] = [0, 0, 16384, 32768, 65535, 65535, 0, 65535]
    let reader = try Self.read(builder.file())
    #expect(reader.notes == [Note(.bitDepthReduced, ["from": "32 (float)", "to": "16"])])
    #expect(reader.header.bitsPerSample == 16)
    #expect(try reader.decodePixels(threads: 1).words == expected)
    builder.bits = [16]
    builder.strips = [values.flatMap { TIFFFields.number(Int(Float16($0).bitPattern), size: 2, true) }]
    #expect(try Self.pixels(builder).words == expected)
    builder.bits = [64]
    builder.strips = [
      values.flatMap { value in
        let bits = Double(value).bitPattern
        return (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) }
      }
    ]
    #expect(try Self.pixels(builder).words == expected)
  }

  @Test func `whole numbers of 32 bits keep their upper half`() throws {
    let strip = [0, 0xFFFF_FFFF, 0x8000_FFFF, 0x1234_5678].flatMap { TIFFFields.number($0, size: 4, true) }
    let builder = TIFFBuilder(width: 4, height: 1, bits: [32], photometric: 1, strips: [strip])
    #expect(try Self.pixels(builder).words == [0, 0xFFFF, 0x8000, 0x1234])
  }

  @Test func `planes and strips come together`() throws {
    let pixels = TestPictures.waves(5, 4, .rgb).bytes
    var strips: [[UInt8]] = []
    for plane in 0..<3 {
      let samples = stride(from: plane, to: pixels.count, by: 3).map { pixels[$0] }
      strips += [Array(samples[..<15]), Array(samples[15...])]
    }
    let builder = TIFFBuilder(width: 5, height: 4, strips: strips, rowsPerStrip: 3, planar: 2)
    #expect(try Self.pixels(builder).bytes == pixels)
  }

  @Test func `tiles are cut to the picture`() throws {
    let whole = TestPictures.waves(32, 32, .rgb).bytes
    var strips: [[UInt8]] = []
    for (row, column) in [(0, 0), (0, 16), (16, 0), (16, 16)] {
      strips.append((0..<16).flatMap { whole[(((row + $0) * 32 + column) * 3)...].prefix(48) })
    }
    let tile = PixelSize(width: 16, height: 16)
    let builder = TIFFBuilder(width: 21, height: 18, strips: strips, tile: tile)
    let expected = (0..<18).flatMap { whole[($0 * 96)...].prefix(63) }
    #expect(try Self.pixels(builder).bytes == expected)
  }

  @Test func `a palette gives its colours, written with 8 bits or 16`() throws {
    let colours = [10, 20, 30, 40] + [50, 60, 70, 80] + [90, 100, 110, 120]
    for scale in [1, 256] {
      let builder = TIFFBuilder(
        width: 4,
        height: 1,
        bits: [2],
        photometric: 3,
        more: { $0.add(320, shorts: colours.map { $0 * scale }) },
        strips: [[0b00_01_10_11]]
      )
      #expect(try Self.pixels(builder).bytes == [10, 50, 90, 20, 60, 100, 30, 70, 110, 40, 80, 120])
    }
  }

  @Test func `alpha is straight, premultiplied, or none`() throws {
    let samples: [UInt8] = [100, 50, 25, 128, 9, 9, 9, 0, 200, 255, 0, 255]
    func builder(_ kinds: [Int]?) -> TIFFBuilder {
      TIFFBuilder(
        width: 3,
        height: 1,
        bits: [8, 8, 8, 8],
        more: { if let kinds { $0.add(TIFFTag.extraSamples, shorts: kinds) } },
        strips: [samples]
      )
    }
    #expect(try Self.pixels(builder([2])).bytes == samples)
    #expect(try Self.pixels(builder(nil)).bytes == samples)
    #expect(
      try Self.pixels(builder([1])).bytes == [199, 100, 50, 128, 9, 9, 9, 0, 200, 255, 0, 255]
    )
    let without = try Self.read(builder([0]).file())
    #expect(without.header.layout == .rgb)
    #expect(without.header.further.auxiliaryKinds == ["extra channel"])
    #expect(try without.decodePixels(threads: 1).bytes == [100, 50, 25, 9, 9, 9, 200, 255, 0])
  }

  @Test func `L*a*b* becomes sRGB`() throws {
    // White, black, and the red of sRGB by its values at D50: L* 54.29, a* 80.81, b* 69.89 (54, 81, 70).
    for (photometric, offset) in [(8, 0), (9, 128)] {
      let lab = [(255, 0, 0), (0, 0, 0), (138, 81, 70)].flatMap { lightness, a, b in
        [UInt8(lightness), UInt8(a + offset), UInt8(b + offset)]
      }
      let builder = TIFFBuilder(width: 3, height: 1, photometric: photometric, strips: [lab])
      let found = try Self.pixels(builder).bytes.map(Int.init)
      for (sample, wanted) in zip(found, [255, 255, 255, 0, 0, 0, 255, 0, 0]) {
        // Whole units of a* and b* are ten steps of sRGB's darkest green.
        #expect(abs(sample - wanted) <= 12)
      }
    }
  }

  @Test func `CMYK needs its profile`() throws {
    let builder = TIFFBuilder(
      width: 1,
      height: 1,
      bits: [8, 8, 8, 8],
      photometric: 5,
      strips: [[0, 0, 0, 0]]
    )
    #expect(#expect(throws: Problem.self) { try Self.read(builder.file()) }?.code == .cmykWithoutProfile)
  }

  @Test func `what is not a picture to us says so`() throws {
    for photometric in [4, 32803, 32844, 32845, 34892] {
      let builder = TIFFBuilder(photometric: photometric, strips: [[UInt8](repeating: 0, count: 36)])
      let problem = #expect(throws: Problem.self) { try Self.read(builder.file()) }
      #expect(problem?.code == .formatUnsupported)
    }
    let raw = TIFFBuilder(
      more: { $0.add(TIFFTag.dngVersion, type: 1, count: 4, [1, 4, 0, 0]) },
      strips: [[UInt8](repeating: 0, count: 5000)]
    )
    #expect(#expect(throws: Problem.self) { try Self.read(raw.file()) }?.values["format"] == "camera raw")
  }

  @Test func `cut off anywhere is never half a picture`() throws {
    let builder = TIFFBuilder(strips: [[UInt8](repeating: 7, count: 36)])
    let bytes = builder.file()
    for count in 0..<(bytes.count - 4) {
      #expect(throws: Problem.self) { try Self.read(Array(bytes[..<count])).decodePixels(threads: 1) }
    }
    var short = builder
    short.height = 300
    #expect(throws: Problem.self) { try Self.pixels(short) }
  }

  @Test func `sizes are refused before memory is taken`() throws {
    let huge = TIFFBuilder(width: 1 << 30, height: 1 << 30, strips: [[0]])
    #expect(#expect(throws: Problem.self) { try Self.read(huge.file()) }?.code == .tooManyPixels)
    let tile = PixelSize(width: 1 << 24, height: 1 << 24)
    let tiled = TIFFBuilder(strips: [[0]], tile: tile)
    #expect(throws: Problem.self) { try Self.read(tiled.file()) }
  }

  @Test func `hostile bytes fail cleanly`() throws {
    var state: UInt64 = 11
    let encoded = try StillImageEncoder.encode(
      TestPictures.waves(20, 20, .rgba, .sixteen),
      significantBits: 16,
      colour: ColourDescription(),
      blocks: MetadataBlocks(xmp: Array("<x/>".utf8), iptc: [0x1C, 2, 5, 0, 1, 65]),
      format: .tiff,
      options: EncodingOptions()
    )
    let builder = TIFFBuilder(strips: [[UInt8](repeating: 7, count: 36)])
    for original in [encoded, builder.file()] {
      for _ in 0..<600 {
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
