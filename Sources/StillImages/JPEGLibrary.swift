internal import CJPEG
internal import Messages
internal import Pixels

/// libjpeg-turbo through its C barrier, in Swift's terms: results become values or `Problem`.
enum JPEGLibrary {
  /// The most columns or rows that libjpeg encodes (JPEG_MAX_DIMENSION of jmorecfg.h).
  static let maximumSide = 65_500

  /// Size and channels that decoding gives.
  static func shape(of bytes: [UInt8], denominator: Int) throws -> (size: PixelSize, channelCount: Int) {
    var shape = cjpeg_shape()
    try check(cjpeg_read_shape(bytes, bytes.count, Int32(denominator), &shape))
    guard shape.colours != Int32(CJPEG_OTHER.rawValue) else {
      throw Problem(.codecUnsupported, ["codec": "JPEG of \(shape.channels) components", "detail": ""])
    }
    return (PixelSize(width: Int(shape.width), height: Int(shape.height)), Int(shape.channels))
  }

  /// The whole picture: grey, RGB or CMYK (255 full ink), packed.
  static func decode(_ bytes: [UInt8], denominator: Int) throws -> (size: PixelSize, samples: [UInt8]) {
    let (size, channelCount) = try shape(of: bytes, denominator: denominator)
    let capacity = size.width * size.height * channelCount
    let samples = try [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      try check(cjpeg_decode(bytes, bytes.count, Int32(denominator), buffer.baseAddress, capacity))
      count = capacity
    }
    return (size, samples)
  }

  /// How a picture is encoded.
  struct Settings {
    /// 1...100.
    var quality: Int
    /// 4:2:0 instead of 4:4:4.
    var isSubsampled: Bool
    /// Scans that refine each other.
    var isProgressive: Bool
  }

  /// A stream of SOI, JFIF's APP0, tables, scans, EOI.
  static func encode(_ pixels: PixelBuffer, _ settings: Settings) throws -> [UInt8] {
    var output: UnsafeMutablePointer<UInt8>?
    var count = 0
    let settings = cjpeg_settings(
      quality: Int32(settings.quality),
      is_subsampled: settings.isSubsampled ? 1 : 0,
      is_progressive: settings.isProgressive ? 1 : 0
    )
    let result = cjpeg_encode(
      pixels.bytes,
      pixels.bytes.count,
      UInt32(pixels.size.width),
      UInt32(pixels.size.height),
      Int32(pixels.layout.channelCount),
      settings,
      &output,
      &count
    )
    defer { cjpeg_free(output) }
    guard result.status == Int32(CJPEG_OK.rawValue), let output else {
      throw Problem(.encodeFailed, ["format": StillFormat.jpeg.rawValue, "detail": text(of: result)])
    }
    return Array(UnsafeBufferPointer(start: output, count: count))
  }

  private static func check(_ result: cjpeg_result) throws {
    let detail = text(of: result)
    switch UInt32(bitPattern: result.status) {
    case CJPEG_OK.rawValue: return
    case CJPEG_TRUNCATED.rawValue: throw Problem(.truncated, ["detail": detail])
    case CJPEG_UNSUPPORTED.rawValue: throw Problem(.codecUnsupported, ["codec": "JPEG", "detail": detail])
    case CJPEG_NO_MEMORY.rawValue: throw Problem(.workerOutOfMemory, ["limit": detail])
    case CJPEG_MISUSE.rawValue: throw Problem(.internalError, ["detail": detail])
    default: throw Problem(.damaged, ["detail": detail])
    }
  }

  private static func text(of result: cjpeg_result) -> String {
    withUnsafeBytes(of: result.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
