import Containers
import TestSupport

@testable import StillImages

/// Small files that ask for much: canvases, tables, nesting and packed data without measure.
enum Bombs {
  /// Files that must fail, by name.
  static func failing() throws -> [(name: String, bytes: [UInt8])] {
    let huge = 0x7FFF_FFFF
    return [
      ("canvas.png", try png(30_000, 30_000)), ("canvas.webp", webP()), ("canvas.bmp", bmp(30_000, 30_000)),
      ("most.bmp", bmp(huge, huge)), ("canvas.gif", gif(65_535, 65_535)),
      ("canvas.tif", tiff(60_000, 60_000, 1)),
      ("strips.tif", tiff(16, huge, 0xFFFF_FFFF)), ("canvas.avif", avif(65_536, 65_536)),
      ("grid.heic", grid(tile: 65_535)), ("boxes.heic", nestedBoxes()), ("canvas.jxl", jxl),
      ("scans.jpg", jpegScans(5000)),
    ]
  }

  /// Good pictures whose metadata is hostile: the picture is converted without it.
  static func survivable() throws -> [(name: String, bytes: [UInt8])] {
    let zeros = try Deflate.bytes([UInt8](repeating: 0x20, count: 192 << 20))
    let entities =
      "<?xml version=\"1.0\"?><!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\">"
      + (1...9).map { "<!ENTITY a\($0) \"" + String(repeating: "&a\($0 - 1);", count: 10) + "\">" }.joined()
      + "]><x:xmpmeta xmlns:x=\"adobe:ns:meta/\">&a9;</x:xmpmeta>"
    let deep = String(repeating: "<a>", count: 200_000) + String(repeating: "</a>", count: 200_000)
    let header = Array("x\0\0".utf8)
    let text = Array("XML:com.adobe.xmp\0\0\0\0\0".utf8)
    var profile = [UInt8](repeating: 0, count: 128) + HEIFFileBuilder.number(0xFFFF_FFFF, 4)
    profile.replaceSubrange(12..<24, with: Array("mntrRGB XYZ ".utf8))
    profile.replaceSubrange(36..<40, with: Array("acsp".utf8))
    return [
      ("profile-bomb.png", try png(8, 8, [("iCCP", header + zeros)])),
      ("text-bomb.png", try png(8, 8, [("zTXt", header + zeros)])),
      ("international-bomb.png", try png(8, 8, [("iTXt", Array("x\0\u{1}\0\0\0".utf8) + zeros)])),
      ("packet-bomb.png", try png(8, 8, [("iTXt", Array("XML:com.adobe.xmp\0\u{1}\0\0\0".utf8) + zeros)])),
      ("exif-bomb.png", try png(8, 8, [("zTXt", Array("Raw profile type exif\0\0".utf8) + zeros)])),
      ("tags.png", try png(8, 8, [("iCCP", header + Deflate.bytes(profile))])),
      ("entities.png", try png(8, 8, [("iTXt", text + Array(entities.utf8))])),
      ("deep.png", try png(8, 8, [("iTXt", text + Array(deep.utf8))])),
    ]
  }

  /// A good picture of 8 x 8.
  static func plain() throws -> [UInt8] { try png(8, 8) }

  /// 8-bit grey; all pixels are there as long as they are few.
  private static func png(_ width: Int, _ height: Int, _ chunks: [(String, [UInt8])] = []) throws -> [UInt8] {
    let header = HEIFFileBuilder.number(width, 4) + HEIFFileBuilder.number(height, 4) + [8, 0, 0, 0, 0]
    let rows = [UInt8](repeating: 0, count: min(1 << 20, (width + 1) * height))
    let all = [("IHDR", header)] + chunks + [("IDAT", try Deflate.bytes(rows)), ("IEND", [])]
    return [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]
      + all.flatMap { kind, data in
        let body = Array(kind.utf8) + data
        return HEIFFileBuilder.number(data.count, 4) + body + HEIFFileBuilder.number(crc(body), 4)
      }
  }

  /// CRC-32 as PNG has it (ISO/IEC 15948, annex D).
  private static func crc(_ bytes: [UInt8]) -> Int {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ (crc >> 1) : crc >> 1 }
    }
    return Int(~crc)
  }

  private static func little(_ value: Int, _ count: Int) -> [UInt8] {
    HEIFFileBuilder.number(value, count).reversed()
  }

  private static func webP() -> [UInt8] {
    let canvas = Array("VP8X".utf8) + little(10, 4) + [0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 6)
    // A lossless picture of 16384 x 16384 without data.
    let picture = Array("VP8L".utf8) + little(6, 4) + [0x2F, 0xFF, 0xFF, 0xFF, 0x0F, 0]
    let content = Array("WEBP".utf8) + canvas + picture
    return Array("RIFF".utf8) + little(content.count, 4) + content
  }

  private static func bmp(_ width: Int, _ height: Int) -> [UInt8] {
    Array("BM".utf8) + little(1000, 4) + little(0, 4) + little(54, 4) + little(40, 4) + little(width, 4)
      + little(height, 4) + [1, 0, 24, 0] + [UInt8](repeating: 0, count: 1000)
  }

  private static func gif(_ width: Int, _ height: Int) -> [UInt8] {
    let size = little(width, 2) + little(height, 2)
    return Array("GIF89a".utf8) + size + [0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x2C, 0, 0, 0, 0] + size
      + [0, 2, 2, 0x44, 0x0A, 0, 0x3B]
  }

  private static func tiff(_ width: Int, _ height: Int, _ strips: Int) -> [UInt8] {
    let fields: [(tag: Int, type: Int, count: Int, value: Int)] = [
      (256, 4, 1, width), (257, 4, 1, height), (258, 3, 1, 8), (259, 3, 1, 8), (262, 3, 1, 1),
      (273, 4, strips, 8), (277, 3, 1, 1), (278, 4, 1, strips == 1 ? height : 1), (279, 4, strips, 8),
    ]
    let entries = fields.flatMap { field in
      little(field.tag, 2) + little(field.type, 2) + little(field.count, 4) + little(field.value, 4)
    }
    return Array("II*\0".utf8) + little(8, 4) + little(fields.count, 2) + entries
      + [UInt8](repeating: 0, count: 1000)
  }

  private static func avif(_ width: Int, _ height: Int) -> [UInt8] {
    // Sequence header (5.5): reduced, profile 0, level 0, 16 bits each side.
    let bits =
      "000" + "1" + "1" + "00000" + "1111" + "1111" + String(repeating: "1", count: 32) + "000" + "000" + "0"
      + "0" + "0" + "0" + "00" + "0" + "0" + "1000000"
    let payload = stride(from: 0, to: bits.count - 7, by: 8).map { start in
      bits.dropFirst(start).prefix(8).reduce(UInt8(0)) { $0 << 1 | ($1 == "1" ? 1 : 0) }
    }
    let data = [0x0A, UInt8(payload.count)] + payload + [0x32, 4, 0, 0, 0, 0]
    let properties = [
      HEIFFileBuilder.extent(width, height), HEIFFileBuilder.box("av1C", [0x81, 0, 0x0C, 0]),
    ]
    return HEIFFileBuilder([.init(1, "av01", data: data, properties: properties)]).bytes()
  }

  /// 256 x 256 tiles, the most that a grid can say, each of them the same item.
  private static func grid(tile: Int) -> [UInt8] {
    let tiles = [Int](repeating: 2, count: 65_535)
    return HEIFFileBuilder([
      .init(
        1,
        "grid",
        data: HEIFFileBuilder.grid(rows: 256, columns: 256, width: 0xFFFF_FFFF, height: 0xFFFF_FFFF),
        properties: [HEIFFileBuilder.extent(0xFFFF_FFFF, 0xFFFF_FFFF)],
        references: [("dimg", tiles)]
      ), .init(2, "hvc1", data: [0, 0, 0, 1, 0], properties: [HEIFFileBuilder.extent(tile, tile)]),
    ]).bytes()
  }

  private static func nestedBoxes() -> [UInt8] {
    let depth = 100_000
    let kinds = ["meta", "moov", "trak", "iprp", "ipco"].map { Array($0.utf8) }
    let start = HEIFFileBuilder.box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
    return start
      + (0..<depth).flatMap { HEIFFileBuilder.number((depth - $0) * 8, 4) + kinds[$0 % kinds.count] }
  }

  /// A bare code stream whose size header says 2^30 x 2^30.
  private static let jxl: [UInt8] =
    [0xFF, 0x0A, 0xFE, 0xFF, 0xFF, 0xFF, 0x1F, 0xFE, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 64)

  /// A progressive stream of so many scans, each over the whole picture.
  private static func jpegScans(_ count: Int) -> [UInt8] {
    let frame: [UInt8] = [0xFF, 0xC2, 0, 11, 8, 0x10, 0, 0x10, 0, 1, 1, 0x11, 0]
    let quantisation: [UInt8] = [0xFF, 0xDB, 0, 67, 0] + [UInt8](repeating: 1, count: 64)
    let lengths: [UInt8] = [1] + [UInt8](repeating: 0, count: 15)
    // The one code, "0": no difference (DC), a run of 2^14 + 14 further bits of blocks without anything (AC).
    let tables: [UInt8] =
      [0xFF, 0xC4, 0, 20, 0] + lengths + [0] + [0xFF, 0xC4, 0, 20, 0x10] + lengths + [0xE0]
    let blocks = 512 * 512
    let first = [0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 0, 0] + [UInt8](repeating: 0, count: blocks / 8)
    // 17 runs of 16384 blocks, 15 bits each.
    let scan: [UInt8] = [0xFF, 0xDA, 0, 8, 1, 1, 0, 1, 63, 0] + [UInt8](repeating: 0, count: 30)
    return [0xFF, 0xD8] + quantisation + frame + tables + first + (0..<count).flatMap { _ in scan } + [
      0xFF, 0xD9,
    ]
  }
}
