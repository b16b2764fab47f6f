internal import Messages
public import Pixels

/// Puts metadata around the coded picture that libwebp made (RFC 9649, 2.7).
public enum WebPAssembler {
  static let alphaFlag: UInt8 = 0x10
  private static let profileFlag: UInt8 = 0x20
  private static let exifFlag: UInt8 = 0x08
  private static let xmpFlag: UInt8 = 0x04
  /// A RIFF length has 32 bits and is even.
  private static let maximumLength = Int(UInt32.max) - 1

  /// The file of `stream` (a WebP file without metadata) with a profile and metadata; Exif without "Exif\0\0", which
  /// strict readers take for damage. Nothing to add gives the stream as it is.
  ///
  /// - Throws: `encodeFailed` for an animation, `metadataFailed` where the file becomes larger than its lengths can say.
  public static func assemble(
    stream: [UInt8],
    size: PixelSize,
    hasAlpha: Bool,
    blocks: MetadataBlocks,
    iccProfile: [UInt8]?
  ) throws -> [UInt8] {
    if blocks.exif == nil && blocks.xmp == nil && iccProfile == nil { return stream }
    let source = try WebPChunks(stream)
    guard !source.picture.isEmpty else {
      throw Problem(.encodeFailed, ["format": "webp", "detail": "no still picture"])
    }
    var flags: UInt8 = hasAlpha ? alphaFlag : 0
    var chunks: [UInt8] = []
    if let iccProfile {
      flags |= profileFlag
      chunks += chunk("ICCP", iccProfile)
    }
    for range in source.picture { chunks += padded(Array(stream[range])) }
    if let exif = blocks.exif {
      flags |= exifFlag
      chunks += chunk("EXIF", exif)
    }
    if let xmp = blocks.xmp {
      flags |= xmpFlag
      chunks += chunk("XMP ", xmp)
    }
    let content = header(size: size, flags: flags) + chunks
    guard content.count + 4 <= maximumLength else {
      throw Problem(.metadataFailed, ["detail": "WebP of \(content.count) bytes"])
    }
    return file(content)
  }

  /// The RIFF header and what it is about.
  static func file(_ content: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + LittleEndian.bytes(content.count + 4, count: 4) + Array("WEBP".utf8) + content
  }

  /// VP8X.
  static func header(size: PixelSize, flags: UInt8) -> [UInt8] {
    let sides = LittleEndian.bytes(size.width - 1, count: 3) + LittleEndian.bytes(size.height - 1, count: 3)
    return chunk("VP8X", [flags, 0, 0, 0] + sides)
  }

  static func chunk(_ kind: String, _ data: [UInt8]) -> [UInt8] {
    padded(Array(kind.utf8) + LittleEndian.bytes(data.count, count: 4) + data)
  }

  private static func padded(_ bytes: [UInt8]) -> [UInt8] { bytes.count % 2 == 0 ? bytes : bytes + [0] }
}

/// Numbers as bytes, the least significant first.
enum LittleEndian {
  /// The low `count` bytes of a number that is not negative.
  static func bytes(_ number: Int, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
