/// What a file is, told by its first bytes and never by its name.
public enum DetectedFormat: Hashable, Sendable {
  /// A picture that is read.
  case still(StillFormat)
  /// A picture format that is known but not read; the name is for people.
  case otherStill(name: String)
  /// A video; the name is for people.
  case video(name: String)
  /// Nothing that is known.
  case unknown
  /// No bytes at all.
  case empty
}

/// Tells formats by content.
public enum FormatDetector {
  /// As many first bytes as are looked at; fewer are enough when the file has no more.
  public static let neededByteCount = 4096

  /// What the file that begins with these bytes is.
  public static func detect(_ head: [UInt8]) -> DetectedFormat {
    if head.isEmpty { return .empty }
    for signature in signatures where signature.fits(head) { return signature.format }
    if let format = tiff(head) ?? ISOMediaDetector.detect(head) ?? transportStream(head) { return format }
    return .unknown
  }

  /// A place in the file and the bytes that stand there; every part must fit.
  private struct Signature: Sendable {
    var parts: [(offset: Int, bytes: [UInt8])]
    var format: DetectedFormat

    init(_ bytes: [UInt8], _ format: DetectedFormat, at offset: Int = 0) {
      parts = [(offset, bytes)]
      self.format = format
    }

    init(parts: [(offset: Int, bytes: [UInt8])], _ format: DetectedFormat) {
      self.parts = parts
      self.format = format
    }

    /// Resource interchange files: "RIFF", a length, a kind.
    init(riff kind: String, _ format: DetectedFormat) {
      parts = [(0, Array("RIFF".utf8)), (8, Array(kind.utf8))]
      self.format = format
    }

    func fits(_ head: [UInt8]) -> Bool {
      parts.allSatisfy { offset, bytes in
        head.count >= offset + bytes.count && head[offset..<(offset + bytes.count)].elementsEqual(bytes)
      }
    }
  }

  private static let signatures = [
    Signature([0xFF, 0xD8, 0xFF], .still(.jpeg)),
    Signature([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .still(.png)),
    Signature(Array("GIF87a".utf8), .still(.gif)),
    Signature(Array("GIF89a".utf8), .still(.gif)),
    Signature(riff: "WEBP", .still(.webp)),
    Signature(riff: "AVI ", .video(name: "AVI")),
    Signature([0xFF, 0x0A], .still(.jxl)),
    Signature([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20, 0x0D, 0x0A, 0x87, 0x0A], .still(.jxl)),
    Signature([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A], .otherStill(name: "JPEG 2000")),
    Signature([0xFF, 0x4F, 0xFF, 0x51], .otherStill(name: "JPEG 2000")),
    Signature(Array("8BPS".utf8), .otherStill(name: "Photoshop")),
    Signature(Array("FUJIFILMCCD-RAW".utf8), .otherStill(name: "camera raw")),
    Signature(Array("FOVb".utf8), .otherStill(name: "camera raw")),
    // BMP's second four bytes are its size, the third reserved zeros.
    Signature(parts: [(0, Array("BM".utf8)), (6, [0, 0, 0, 0])], .still(.bmp)),
    Signature([0x1A, 0x45, 0xDF, 0xA3], .video(name: "Matroska")),
    Signature(Array("OggS".utf8), .video(name: "Ogg")),
    Signature(Array("FLV\u{1}".utf8), .video(name: "Flash video")),
    Signature([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], .video(name: "Windows Media")),
    Signature([0x00, 0x00, 0x01, 0xBA], .video(name: "MPEG-PS")),
    Signature([0x00, 0x00, 0x01, 0xB3], .video(name: "MPEG")),
  ]

  /// TIFF and the camera raw files that are built on it: Canon ("CR" at 8), Panasonic ("IIU\0"), Olympus ("IIRO",
  /// "IIRS", "MMOR"), and what a DNGVersion (0xC612) or a maker's name says within the first bytes.
  private static func tiff(_ head: [UInt8]) -> DetectedFormat? {
    guard head.count >= 8 else { return nil }
    switch Array(head[..<4]) {
    case Array("IIU\0".utf8), Array("IIRO".utf8), Array("IIRS".utf8), Array("MMOR".utf8):
      return .otherStill(name: "camera raw")
    case Array("II*\0".utf8):
      if head.count >= 10, head[8..<10].elementsEqual("CR".utf8) { return .otherStill(name: "camera raw") }
      return hasRawTag(head, isLittleEndian: true) ? .otherStill(name: "camera raw") : .still(.tiff)
    case Array("MM\0*".utf8):
      return hasRawTag(head, isLittleEndian: false) ? .otherStill(name: "camera raw") : .still(.tiff)
    case Array("II+\0".utf8), Array("MM\0+".utf8): return .still(.tiff)
    default: return nil
    }
  }

  /// Whether the first directory, if it is near enough, has DNGVersion, or SubIFDs (0x014A) and so is no plain TIFF of a
  /// camera: Nikon, Sony and Pentax keep the raw picture there and a preview in the first directory.
  private static func hasRawTag(_ head: [UInt8], isLittleEndian: Bool) -> Bool {
    func number(_ offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset + count <= head.count else { return nil }
      let bytes = head[offset..<(offset + count)]
      return isLittleEndian
        ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : bytes.reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(4, 4), let count = number(directory, 2) else { return false }
    let tags = (0..<count).prefix(400).compactMap { number(directory + 2 + $0 * 12, 2) }
    return tags.contains(0xC612) || (tags.contains(0x014A) && tags.contains(0x010F))
  }

  /// Packets of 188 bytes, or of 192 in the files of AVCHD cameras, that begin with 0x47.
  private static func transportStream(_ head: [UInt8]) -> DetectedFormat? {
    for (start, step) in [(0, 188), (4, 192)] where head.count > start + step * 3 {
      if (0...3).allSatisfy({ head[start + $0 * step] == 0x47 }) { return .video(name: "MPEG-TS") }
    }
    return nil
  }
}
