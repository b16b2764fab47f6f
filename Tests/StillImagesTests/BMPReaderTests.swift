import Messages
import Pixels
import StillImages
import Testing

@Suite struct BMPReaderTests {
  private static func number(_ value: Int, _ count: Int = 4) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// A file of a header of 40 bytes or more.
  private static func file(
    _ width: Int,
    _ height: Int,
    bits: Int,
    method: Int = 0,
    headerLength: Int = 40,
    masks: [Int] = [],
    palette: [[UInt8]] = [],
    _ pixels: [UInt8]
  ) -> [UInt8] {
    var header = number(headerLength) + number(width) + number(height) + number(1, 2) + number(bits, 2)
    header += number(method) + number(0) + number(0) + number(0) + number(palette.count) + number(0)
    header += masks.flatMap { number($0) }
    header += [UInt8](repeating: 0, count: max(0, headerLength - header.count))
    let table: [UInt8] = palette.flatMap { $0 + [0] }
    let offset = 14 + header.count + table.count
    var file = Array("BM".utf8) + number(offset + pixels.count)
    file += number(0) + number(offset)
    return file + header + table + pixels
  }

  private static func read(_ bytes: [UInt8]) throws -> StillImageReader {
    try StillImageReader(bytes: bytes, limits: DecodingLimits())
  }

  private static func samples(_ bytes: [UInt8]) throws -> [UInt8] {
    try read(bytes).decodePixels(threads: 1).bytes
  }

  private static let colours: [[UInt8]] = [[1, 2, 3], [10, 20, 30], [100, 110, 120], [255, 0, 255]]

  @Test func `rows come from below, or from above where the height is negative`() throws {
    let pixels: [UInt8] = [3, 2, 1, 6, 5, 4, 0, 0, 9, 8, 7, 12, 11, 10, 0, 0]
    #expect(try Self.samples(Self.file(2, 2, bits: 24, pixels)) == [7, 8, 9, 10, 11, 12, 1, 2, 3, 4, 5, 6])
    #expect(try Self.samples(Self.file(2, -2, bits: 24, pixels)) == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    // The last row may lack its padding.
    #expect(try Self.samples(Self.file(2, 2, bits: 24, Array(pixels.dropLast(2)))).count == 12)
    #expect(
      #expect(throws: Problem.self) {
        try Self.samples(Self.file(2, 2, bits: 24, Array(pixels.dropLast(3))))
      }?
      .code == .truncated
    )
  }

  @Test func `the oldest header has colours of three bytes`() throws {
    let header =
      Self.number(12) + Self.number(2, 2) + Self.number(1, 2) + Self.number(1, 2) + Self.number(1, 2)
    let file = Array("BM".utf8) + Self.number(0) + Self.number(0) + Self.number(32) + header
    #expect(
      try Self.samples(file + [1, 2, 3, 10, 20, 30] + [0b0100_0000, 0, 0, 0]) == [3, 2, 1, 30, 20, 10]
    )
  }

  @Test func `palettes of every width`() throws {
    let all: [UInt8] = [3, 2, 1, 30, 20, 10, 120, 110, 100, 255, 0, 255]
    for (bits, row) in [(2, [0b00_01_10_11, 0, 0, 0]), (4, [0x01, 0x23, 0, 0]), (8, [0, 1, 2, 3])] {
      let file = Self.file(4, 1, bits: bits, palette: Self.colours, row.map { UInt8($0) })
      #expect(try Self.samples(file) == all)
    }
    let grey = Self.file(4, 1, bits: 8, palette: [[7, 7, 7], [9, 9, 9]], [0, 1, 0, 200])
    #expect(try Self.read(grey).header.layout == .grey)
    #expect(try Self.samples(grey) == [7, 9, 7, 0])
  }

  @Test func `masks say where the channels are`() throws {
    let five = Self.file(2, 1, bits: 16, [0x00, 0x7C, 0xFF, 0x7F])
    #expect(try Self.samples(five) == [255, 0, 0, 255, 255, 255])
    let six = Self.file(
      2,
      1,
      bits: 16,
      method: 3,
      masks: [0xF800, 0x07E0, 0x001F],
      [0xE0, 0x07, 0x1F, 0x00]
    )
    // The masks behind a header of 40 bytes are no part of it.
    #expect(try Self.samples(six) == [0, 255, 0, 0, 0, 255])
    let deep = Self.file(
      1,
      1,
      bits: 32,
      method: 3,
      masks: [0x3FF0_0000, 0xF_FC00, 0x3FF],
      Self.number(1023 << 20 | 512 << 10)
    )
    #expect(try Self.read(deep).notes.map(\.code) == [.bitDepthReduced])
    #expect(try Self.samples(deep) == [255, 128, 0])
    let torn = Self.file(1, 1, bits: 32, method: 3, masks: [0xFF00FF, 0xFF00, 0xFF], [0, 0, 0, 0])
    #expect(#expect(throws: Problem.self) { try Self.read(torn) }?.code == .damaged)
  }

  @Test func `transparency only where a mask says so`() throws {
    let pixels: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
    let plain = Self.file(2, 1, bits: 32, pixels)
    #expect(try Self.samples(plain) == [3, 2, 1, 7, 6, 5])
    let masks = [0xFF0000, 0xFF00, 0xFF, 0xFF00_0000]
    for length in [56, 108, 124] {
      let unused = Self.file(2, 1, bits: 32, headerLength: length, masks: masks, pixels)
      #expect(try Self.read(unused).header.layout == .rgb)
      let used = Self.file(2, 1, bits: 32, method: 3, headerLength: length, masks: masks, pixels)
      #expect(try Self.samples(used) == [3, 2, 1, 4, 7, 6, 5, 8])
    }
    let behind = Self.file(2, 1, bits: 32, method: 6, masks: masks, pixels)
    #expect(try Self.samples(behind) == [3, 2, 1, 4, 7, 6, 5, 8])
    let empty = Self.file(1, 1, bits: 32, method: 3, headerLength: 108, masks: masks, [1, 2, 3, 0])
    #expect(try Self.samples(empty) == [3, 2, 1, 255])
  }

  private static func indices(_ samples: [UInt8]) -> [UInt8] {
    stride(from: 0, to: samples.count, by: 3).map { samples[$0] == 3 ? 0 : samples[$0] == 30 ? 1 : 2 }
  }

  @Test func `runs, literals, skips and early ends`() throws {
    func file(_ method: Int, _ code: [UInt8]) -> [UInt8] {
      Self.file(4, 3, bits: method == 1 ? 8 : 4, method: method, palette: Self.colours, code)
    }
    func decode(_ method: Int, _ code: [UInt8]) throws -> [UInt8] {
      Self.indices(try Self.samples(file(method, code)))
    }
    // Below: a run of 4. Middle: a literal of 3 and its padding. Above: skipped to (2, 2), then one pixel.
    let code: [UInt8] = [4, 1, 0, 0, 0, 3, 1, 2, 1, 0, 0, 0, 0, 2, 2, 0, 1, 2, 0, 1]
    #expect(try decode(1, code) == [0, 0, 2, 0, 1, 2, 1, 0, 1, 1, 1, 1])
    let half: [UInt8] = [4, 0x12, 0, 0, 0, 3, 0x12, 0x10, 0, 0, 3, 0x21, 0, 1]
    #expect(try decode(2, half) == [2, 1, 2, 0, 1, 2, 1, 0, 1, 2, 1, 2])
    // A run over the edge is cut; an end before the last row leaves the first colour.
    #expect(try decode(1, [255, 1, 0, 1]) == [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1])
    for count in [1, 2, 5, 12] {
      #expect(
        #expect(throws: Problem.self) { try decode(1, Array(code[..<count])) }?.code == .truncated
      )
    }
  }

  @Test func `what has no pixels of its own is not supported`() throws {
    for method in [4, 5] {
      let file = Self.file(1, 1, bits: 24, method: method, [0, 0, 0, 0])
      #expect(#expect(throws: Problem.self) { try Self.read(file) }?.code == .formatUnsupported)
    }
    let huge = Self.file(1 << 30, 1 << 30, bits: 24, [0])
    #expect(#expect(throws: Problem.self) { try Self.read(huge) }?.code == .tooManyPixels)
  }

  /// The length of the header counts its own four bytes; what says less once ended the program.
  @Test(arguments: [0, 1, 3, 4, 11, 13, 15, 0x7FFF_FFFF, 0xFFFF_FFFF])
  func `a header of an impossible length`(length: Int) throws {
    var bytes: [UInt8] = [0x42, 0x4D] + [UInt8](repeating: 0, count: 68)
    for index in 0..<4 { bytes[14 + index] = UInt8(truncatingIfNeeded: length >> (8 * index)) }
    let problem = #expect(throws: Problem.self) { try Self.read(bytes) }
    #expect(problem?.code == .damaged)
  }

  @Test func `hostile bytes fail cleanly`() throws {
    var state: UInt64 = 5
    let runs = Self.file(
      4,
      3,
      bits: 8,
      method: 1,
      palette: Self.colours,
      [4, 1, 0, 0, 0, 3, 1, 2, 1, 0, 0, 2, 2, 0, 0, 1]
    )
    let masks = Self.file(
      2,
      1,
      bits: 32,
      method: 3,
      headerLength: 124,
      masks: [0xFF0000, 0xFF00, 0xFF, 0xFF00_0000],
      [1, 2, 3, 4, 5, 6, 7, 8]
    )
    for original in [runs, masks] {
      for _ in 0..<1000 {
        var bytes = original
        for _ in 0..<3 {
          state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
          bytes[2 + Int(state >> 33) % (bytes.count - 2)] = UInt8(truncatingIfNeeded: state >> 24)
        }
        var limits = DecodingLimits()
        limits.maximumPixelCount = 1 << 20
        _ = try? StillImageReader(bytes: bytes, limits: limits).decodePixels(threads: 1)
      }
    }
  }
}
