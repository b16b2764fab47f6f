import Containers
import Messages
import Pixels
import StillImages
import Testing

@Suite struct GIFReaderTests {
  private static func short(_ value: Int) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }

  /// Indices below 4 as LZW codes of 3 bits; a clear code every two pixels keeps them at that width.
  private static func coded(_ indices: [UInt8]) -> [UInt8] {
    var codes: [Int] = []
    for (place, index) in indices.enumerated() {
      if place % 2 == 0 { codes.append(4) }
      codes.append(Int(index))
    }
    codes.append(5)
    var (bytes, store, held): ([UInt8], Int, Int) = ([], 0, 0)
    for code in codes {
      store |= code << held
      held += 3
      while held >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: store))
        store >>= 8
        held -= 8
      }
    }
    if held > 0 { bytes.append(UInt8(truncatingIfNeeded: store)) }
    return [2, UInt8(bytes.count)] + bytes + [0]
  }

  private static func frame(
    _ left: Int,
    _ top: Int,
    _ width: Int,
    _ height: Int,
    isInterlaced: Bool = false,
    transparent: UInt8? = nil,
    _ indices: [UInt8]
  ) -> [UInt8] {
    let control: [UInt8] = transparent.map { [0x21, 0xF9, 4, 1, 0, 0, $0, 0] } ?? []
    let numbers = [left, top, width, height].flatMap(short)
    let flags: UInt8 = isInterlaced ? 0x40 : 0
    return control + [0x2C] + numbers + [flags] + coded(indices)
  }

  private static let palette: [UInt8] = [0, 0, 0, 255, 0, 0, 0, 255, 0, 0, 0, 255]

  private static func file(_ width: Int, _ height: Int, _ blocks: [[UInt8]]) -> [UInt8] {
    var file = Array("GIF89a".utf8) + short(width)
    file += short(height) + [0x81, 0, 0]
    file += palette
    return file + blocks.flatMap { $0 } + [0x3B]
  }

  private static func read(_ bytes: [UInt8]) throws -> StillImageReader {
    try StillImageReader(bytes: bytes, limits: DecodingLimits())
  }

  @Test func `a picture`() throws {
    let reader = try Self.read(Self.file(2, 2, [Self.frame(0, 0, 2, 2, [0, 1, 2, 3])]))
    #expect(reader.header.format == .gif)
    #expect(reader.header.layout == .rgb)
    #expect(try reader.decodePixels(threads: 1).bytes == Self.palette)
  }

  @Test func `interlaced rows find their places`() throws {
    // Rows arrive as 0, 8, 4, 2, 6, 1, 3, 5, 7.
    let order = [0, 8, 4, 2, 6, 1, 3, 5, 7]
    let frame = Self.frame(0, 0, 1, 9, isInterlaced: true, order.map { UInt8($0 % 4) })
    let pixels = try Self.read(Self.file(1, 9, [frame])).decodePixels(threads: 1)
    #expect(pixels.bytes == (0..<9).flatMap { Self.palette[($0 % 4 * 3)...].prefix(3) })
  }

  @Test func `the first frame lies on its canvas, the others are counted`() throws {
    let first = Self.frame(1, 1, 1, 2, transparent: 2, [1, 2])
    let file = Self.file(3, 4, [first, Self.frame(0, 0, 1, 1, [1]), Self.frame(0, 0, 1, 1, [1])])
    let reader = try Self.read(file)
    #expect(reader.header.size == PixelSize(width: 3, height: 4))
    #expect(reader.header.further.furtherImageCount == 2)
    var expected = [UInt8](repeating: 0, count: 48)
    expected.replaceSubrange(16..<20, with: [255, 0, 0, 255])
    #expect(try reader.decodePixels(threads: 1).bytes == expected)
    // A canvas that is too small grows.
    let small = try Self.read(Self.file(1, 1, [Self.frame(1, 0, 2, 1, [1, 2])]))
    #expect(small.header.size == PixelSize(width: 3, height: 1))
  }

  @Test func `XMP and a comment are metadata`() throws {
    let packet = Array("<x:xmpmeta>\u{62FE}</x:xmpmeta>".utf8)
    let magic: [UInt8] = [1] + (0...255).reversed().map { UInt8($0) } + [0]
    var xmp: [UInt8] = [0x21, 0xFF, 11]
    xmp += Array("XMP DataXMP".utf8)
    xmp += packet + magic
    let comment: [UInt8] = [0x21, 0xFE, 6] + Array("A lake".utf8) + [0]
    let blocks = try Self.read(Self.file(1, 1, [comment, xmp, Self.frame(0, 0, 1, 1, [1])])).header.blocks
    #expect(blocks.xmp == packet)
    let exif = try #require(blocks.exif)
    #expect(String(decoding: exif, as: UTF8.self).contains("ASCII\0\0\0A lake"))
    let credit: [UInt8] = [0x21, 0xFE, 17] + Array("Created with GIMP".utf8) + [0]
    #expect(try Self.read(Self.file(1, 1, [credit, Self.frame(0, 0, 1, 1, [1])])).header.blocks.exif == nil)
  }

  @Test func `cut off within the first frame is never half a picture`() throws {
    let frame = Self.frame(0, 0, 4, 4, (0..<16).map { UInt8($0 % 4) })
    let file = Self.file(4, 4, [frame, frame])
    let first = file.count - 1 - frame.count
    for count in 1..<(first - 2) {
      #expect(throws: Problem.self) { try Self.read(Array(file[..<count])).decodePixels(threads: 1) }
    }
    #expect(try Self.read(Array(file[..<first])).decodePixels(threads: 1).bytes.count == 48)
  }

  @Test func `hostile bytes fail cleanly`() throws {
    let frame = Self.frame(0, 0, 4, 4, transparent: 1, (0..<16).map { UInt8($0 % 4) })
    let original = Self.file(4, 4, [[0x21, 0xFE, 2, 65, 66, 0], frame, frame])
    var state: UInt64 = 9
    for _ in 0..<2000 {
      var bytes = original
      for _ in 0..<3 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[6 + Int(state >> 33) % (bytes.count - 6)] = UInt8(truncatingIfNeeded: state >> 24)
      }
      var limits = DecodingLimits()
      limits.maximumPixelCount = 1 << 20
      _ = try? StillImageReader(bytes: bytes, limits: limits).decodePixels(threads: 1)
    }
  }
}
