import Messages
import Pixels
import Testing

@testable import Containers

/// Makes PNG files out of chunks; pixels are nonsense.
enum PNGBuilder {
  static func chunk(_ type: String, _ data: [UInt8] = []) -> [UInt8] {
    let body = Array(type.utf8) + data
    let checksum = Checksum.crc32(body, in: body.indices)
    return BigEndian.bytes(data.count, count: 4) + body + BigEndian.bytes(checksum, count: 4)
  }

  static func header(width: Int = 4, height: Int = 3, depth: UInt8 = 8, colourType: UInt8 = 2) -> [UInt8] {
    chunk(
      "IHDR",
      BigEndian.bytes(width, count: 4) + BigEndian.bytes(height, count: 4) + [depth, colourType, 0, 0, 0]
    )
  }

  static func file(_ chunks: [[UInt8]], header: [UInt8] = header()) -> [UInt8] {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + header + chunks.flatMap { $0 }
      + chunk("IDAT", [1, 2, 3])
      + chunk("IEND")
  }

  /// A zlib stream with stored blocks (RFC 1950, RFC 1951 3.2.4).
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65521
      high = (high + low) % 65521
    }
    let length = BigEndian.bytes(bytes.count, count: 2).reversed()
    return [0x78, 0x01, 0x01] + length + length.map { ~$0 } + bytes
      + BigEndian.bytes(high << 16 | low, count: 4)
  }
}

@Suite struct PNGChunksTests {
  private func chunks(_ chunks: [[UInt8]]) throws -> PNGChunks { try PNGChunks(PNGBuilder.file(chunks)) }

  @Test func `a bare file has a header`() throws {
    let found = try chunks([])
    #expect(found.header.size == PixelSize(width: 4, height: 3))
    #expect(found.header.bitDepth == 8)
    #expect(found.header.colourType == 2)
    #expect(found.blocks == MetadataBlocks())
    #expect(found.colour == PNGColour())
  }

  @Test func `every prefix is truncated`() {
    let bytes = PNGBuilder.file([PNGBuilder.chunk("eXIf", JPEGBuilder.exif(orientation: 1))])
    for count in 0..<bytes.count {
      let problem = #expect(throws: Problem.self) { try PNGChunks(Array(bytes[..<count])) }
      #expect(problem?.code == .truncated)
    }
  }

  @Test func `a changed byte fails its checksum`() {
    let bytes = PNGBuilder.file([PNGBuilder.chunk("tEXt", Array("a\0b".utf8))])
    for position in 8..<bytes.count {
      var changed = bytes
      changed[position] ^= 0x40
      #expect(throws: Problem.self) { try PNGChunks(changed) }
    }
  }

  @Test(arguments: [
    PNGBuilder.header(width: 0), PNGBuilder.header(height: 0), PNGBuilder.header(width: 0x8000_0000),
    PNGBuilder.header(depth: 3), PNGBuilder.header(depth: 4), PNGBuilder.header(depth: 16, colourType: 3),
    PNGBuilder.header(colourType: 5), PNGBuilder.chunk("IHDR", [1]), PNGBuilder.chunk("gAMA", [0, 0, 0, 0]),
  ])
  func `headers that make no sense are refused`(header: [UInt8]) {
    #expect(throws: Problem.self) { try PNGChunks(PNGBuilder.file([], header: header)) }
  }

  @Test func `colour chunks are read`() throws {
    let colour = try chunks([
      PNGBuilder.chunk("gAMA", [0, 0, 0xB1, 0x8F]), PNGBuilder.chunk("sRGB", [1]),
      PNGBuilder.chunk("cHRM", (1...8).flatMap { BigEndian.bytes($0 * 1000, count: 4) }),
      PNGBuilder.chunk("cICP", [12, 13, 0, 1]),
      PNGBuilder.chunk("iCCP", Array("name\0\0".utf8) + PNGBuilder.stored([1, 2, 3])),
    ]).colour
    #expect(colour.gamma == 45_455)
    #expect(colour.renderingIntent == 1)
    #expect(colour.chromaticities?.white == [1000, 2000])
    #expect(colour.chromaticities?.blue == [7000, 8000])
    #expect(colour.codePoints == CodePoints(primaries: 12, transfer: 13, matrix: 0, isFullRange: true))
    #expect(colour.profile == .whole([1, 2, 3]))
  }

  @Test(arguments: [[], Array("name".utf8), Array("name\0\u{1}".utf8), Array("name\0\0xyz".utf8)])
  func `profiles that can't be inflated are unusable`(data: [UInt8]) throws {
    guard case .unusable = try chunks([PNGBuilder.chunk("iCCP", data)]).colour.profile else {
      Issue.record("taken as a profile")
      return
    }
  }

  @Test func `Exif is bare, with a prefix, or garbage`() throws {
    let exif = JPEGBuilder.exif(orientation: 6)
    #expect(try chunks([PNGBuilder.chunk("eXIf", exif)]).blocks.exif == exif)
    #expect(try chunks([PNGBuilder.chunk("eXIf", Array("Exif\0\0".utf8) + exif)]).blocks.exif == exif)
    let garbage = try chunks([PNGBuilder.chunk("eXIf", [1, 2, 3])])
    #expect(garbage.blocks.exif == nil)
    #expect(garbage.exifIsUnusable)
  }

  @Test func `XMP stands in iTXt, compressed or not, before or after the pixels`() throws {
    let xmp = Array("<x:xmpmeta/>".utf8)
    let plain = PNGBuilder.chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0en\0\0".utf8) + xmp)
    let packed = PNGBuilder.chunk(
      "iTXt",
      Array("XML:com.adobe.xmp\0\u{1}\0\0\0".utf8) + PNGBuilder.stored(xmp)
    )
    #expect(try chunks([plain]).blocks.xmp == xmp)
    #expect(try chunks([packed]).blocks.xmp == xmp)
    let late = Array(PNGBuilder.file([]).dropLast(12)) + plain + PNGBuilder.chunk("IEND")
    #expect(try PNGChunks(late).blocks.xmp == xmp)
  }

  @Test func `ImageMagick's text profiles are read`() throws {
    let exif = JPEGBuilder.exif(orientation: 6)
    func raw(_ kind: String, _ bytes: [UInt8]) -> [UInt8] {
      let hex = Hexadecimal.text(bytes).lowercased()
      let lines = stride(from: 0, to: hex.utf8.count, by: 72).map { hex.dropFirst($0).prefix(72) }
      let text = Array("\n\(kind)\n      \(bytes.count)\n\(lines.joined(separator: "\n"))\n".utf8)
      return PNGBuilder.chunk("zTXt", Array("Raw profile type \(kind)\0\0".utf8) + PNGBuilder.stored(text))
    }
    let iptc: [UInt8] = [0x1C, 2, 5, 0, 1, 65]
    let found = try chunks([
      raw("exif", Array("Exif\0\0".utf8) + exif), raw("xmp", [60, 61]),
      raw("iptc", PhotoshopResources.wrapping(iptc: iptc)),
    ])
    #expect(found.blocks == MetadataBlocks(exif: exif, xmp: [60, 61], iptc: iptc))
    #expect(try chunks([raw("APP1", Array("Exif\0\0".utf8) + exif)]).blocks.exif == exif)
    #expect(
      try chunks([raw("APP1", Array("http://ns.adobe.com/xap/1.0/\0<x/>".utf8))]).blocks.xmp
        == Array("<x/>".utf8)
    )
  }

  @Test(arguments: ["\nexif\n5\n0102", "\nexif\nmany\n0102", "exif", "\nexif\n2\n01zz", "\nexif\n-1\n01"])
  func `text profiles that do not add up are left out`(text: String) throws {
    let chunk = PNGBuilder.chunk("tEXt", Array("Raw profile type xmp\0\(text)".utf8))
    #expect(try chunks([chunk]).blocks.xmp == nil)
  }

  @Test func `transparency, significant bits and animation are told`() throws {
    let found = try chunks([
      PNGBuilder.chunk("tRNS", [0, 0, 0, 0, 0, 0]), PNGBuilder.chunk("sBIT", [5, 6, 5]),
      PNGBuilder.chunk("acTL", [0, 0, 0, 3, 0, 0, 0, 0]),
    ])
    #expect(found.hasTransparency)
    #expect(found.significantBits == 6)
    #expect(found.furtherFrameCount == 2)
  }

  @Test func `inflating stops at the limit`() {
    let stream = PNGBuilder.stored([UInt8](repeating: 7, count: 1000))
    #expect(Inflate.bytes(stream[...], limit: 1000)?.count == 1000)
    #expect(Inflate.bytes(stream[...], limit: 999) == nil)
    for count in 0..<stream.count { #expect(Inflate.bytes(stream[..<count], limit: 1000) == nil) }
  }
}

@Suite struct EmbeddedTextTests {
  @Test func `texts of a PNG are kept with their keywords`() throws {
    let long = Array("Long\0".utf8) + [UInt8](repeating: 0x61, count: (1 << 20) + 1)
    let file = PNGBuilder.file([
      PNGBuilder.chunk("tEXt", Array("Title\0Caf".utf8) + [0xE9]),
      PNGBuilder.chunk("iTXt", Array("Author\0\0\0en\0Autor\0Ann".utf8)),
      PNGBuilder.chunk("zTXt", Array("Copyright\0\0".utf8) + PNGBuilder.stored(Array("mine".utf8))),
      PNGBuilder.chunk("zTXt", Array("Broken\0\0xx".utf8)), PNGBuilder.chunk("tEXt", long),
    ])
    let blocks = try PNGChunks(file).blocks
    #expect(blocks.texts.map(\.keyword) == ["Title", "Author", "Copyright"])
    #expect(blocks.texts.map(\.bytes) == [Array("Caf".utf8) + [0xE9], Array("Ann".utf8), Array("mine".utf8)])
    #expect(blocks.unreadTexts == ["Broken", "Long"])
  }

  @Test func `so many texts cost no more than a few`() throws {
    let chunk = PNGBuilder.chunk("tEXt", Array("Comment\0x".utf8))
    let blocks = try PNGChunks(PNGBuilder.file([[UInt8]](repeating: chunk, count: 5000))).blocks
    #expect(blocks.texts.count == 64)
    #expect(blocks.unreadTexts.count == 64)
  }

  @Test func `a comment of a JPEG is a text`() throws {
    let file = JPEGBuilder.stream([JPEGBuilder.segment(0xFE, "Grandma's garden")])
    #expect(
      try JPEGSegments(file).blocks.texts
        == [EmbeddedText(keyword: "Comment", bytes: Array("Grandma's garden".utf8))]
    )
  }
}
