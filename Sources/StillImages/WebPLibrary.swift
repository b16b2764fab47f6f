internal import CWebP
internal import Messages
internal import Pixels

/// libwebp in Swift's terms: results become values or `Problem`.
enum WebPLibrary {
  /// The most columns or rows that libwebp encodes (WEBP_MAX_DIMENSION of encode.h).
  static let maximumSide = 16_383

  /// What a file's own headers say of its still picture.
  struct Features {
    var size: PixelSize
    var hasAlpha: Bool
    /// Whether it is coded as luma and colour differences (VP8) and not as colours themselves.
    var isLossy: Bool
  }

  static func features(of bytes: [UInt8]) throws -> Features {
    var features = WebPBitstreamFeatures()
    try check(WebPGetFeatures(bytes, bytes.count, &features))
    guard features.width > 0, features.height > 0 else { throw damaged("no size") }
    return Features(
      size: PixelSize(width: Int(features.width), height: Int(features.height)),
      hasAlpha: features.has_alpha != 0,
      isLossy: features.format == 1
    )
  }

  /// The whole picture as RGB or RGBA, packed. Data that end too early fail: libwebp gives no part of a picture to
  /// whoever asks for the whole.
  static func decode(_ bytes: [UInt8], _ features: Features, threads: Int) throws -> [UInt8] {
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else {
      throw Problem(.internalError, ["detail": "libwebp: another version"])
    }
    let channelCount = features.hasAlpha ? 4 : 3
    let stride = features.size.width * channelCount
    let capacity = stride * features.size.height
    config.options.use_threads = threads > 1 ? 1 : 0
    config.output.colorspace = features.hasAlpha ? MODE_RGBA : MODE_RGB
    config.output.is_external_memory = 1
    return try [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      config.output.u.RGBA.rgba = buffer.baseAddress
      config.output.u.RGBA.stride = Int32(clamping: stride)
      config.output.u.RGBA.size = capacity
      defer { WebPFreeDecBuffer(&config.output) }
      try check(WebPDecode(bytes, bytes.count, &config))
      count = capacity
    }
  }

  /// The whole picture, which must be lossy, as luma and halved colour differences brought to the full range.
  static func decodePlanes(_ bytes: [UInt8], _ features: Features, threads: Int) throws -> ColourPlanes? {
    var config = WebPDecoderConfig()
    guard WebPInitDecoderConfig(&config) != 0 else {
      throw Problem(.internalError, ["detail": "libwebp: another version"])
    }
    config.options.use_threads = threads > 1 ? 1 : 0
    config.output.colorspace = MODE_YUV
    defer { WebPFreeDecBuffer(&config.output) }
    try check(WebPDecode(bytes, bytes.count, &config))
    let output = config.output.u.YUVA
    let chroma = ColourPlanes.chromaSize(of: features.size, .halved)
    let planes = try [
      (output.y, output.y_stride, features.size), (output.u, output.u_stride, chroma),
      (output.v, output.v_stride, chroma),
    ]
    .enumerated().map { index, plane in
      let (start, stride, size) = plane
      guard let start, Int(stride) >= size.width else { throw damaged("no plane \(index)") }
      return PixelBuffer(fullRangeOf: start, stride: Int(stride), size: size, isLuma: index == 0)
    }
    return ColourPlanes(sampling: .halved, planes: planes)
  }

  /// How a picture is encoded.
  struct Settings {
    /// libwebp's own scale, 0...100.
    var quality: Float
    var isLossless: Bool
    var threads: Int
  }

  /// A WebP file without metadata, of RGB or RGBA pixels.
  static func encode(_ pixels: PixelBuffer, _ settings: Settings) throws -> [UInt8] {
    let picture = try WebPPictureOwner(size: pixels.size, usesARGB: settings.isLossless)
    try picture.take(pixels)
    return try picture.encode(configuration(settings))
  }

  /// A lossy WebP file without metadata, of luma and halved colour differences.
  static func encode(_ planes: ColourPlanes, _ settings: Settings) throws -> [UInt8] {
    let picture = try WebPPictureOwner(size: planes.size, usesARGB: false)
    try picture.take(planes)
    return try picture.encode(configuration(settings))
  }

  private static func configuration(_ settings: Settings) throws -> WebPConfig {
    var config = WebPConfig()
    guard WebPConfigInit(&config) != 0 else { throw failure("another version") }
    config.thread_level = settings.threads > 1 ? 1 : 0
    // Colours below full transparency are kept: they are part of a lossless picture, and of what a copy is checked by.
    config.exact = 1
    if settings.isLossless {
      guard WebPConfigLosslessPreset(&config, losslessEffort) != 0 else { throw failure("preset") }
    } else {
      config.quality = settings.quality
    }
    guard WebPValidateConfig(&config) != 0 else { throw failure("settings") }
    return config
  }

  /// Of 0 (fastest) to 9; what cwebp takes for -z 6 and for its default.
  private static let losslessEffort: Int32 = 6

  static func failure(_ detail: String) -> Problem {
    Problem(.encodeFailed, ["format": StillFormat.webp.rawValue, "detail": "libwebp: \(detail)"])
  }

  private static func damaged(_ detail: String) -> Problem {
    Problem(.damaged, ["detail": "WebP: \(detail)"])
  }

  private static func check(_ status: VP8StatusCode) throws {
    switch status {
    case VP8_STATUS_OK: return
    case VP8_STATUS_OUT_OF_MEMORY: throw Problem(.workerOutOfMemory, ["limit": "libwebp"])
    case VP8_STATUS_SUSPENDED, VP8_STATUS_NOT_ENOUGH_DATA:
      throw Problem(.truncated, ["detail": "WebP: the coded picture ends too early"])
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      throw Problem(.codecUnsupported, ["codec": "WebP", "detail": ""])
    case VP8_STATUS_BITSTREAM_ERROR: throw damaged("the coded picture breaks the rules")
    default: throw Problem(.internalError, ["detail": "libwebp: \(status.rawValue)"])
    }
  }
}

extension PixelBuffer {
  /// A plane of the full range, out of one of the video range whose rows start `stride` bytes apart.
  fileprivate init(fullRangeOf start: UnsafePointer<UInt8>, stride: Int, size: PixelSize, isLuma: Bool) {
    let bytes = [UInt8](unsafeUninitializedCapacity: size.width * size.height) { output, count in
      if let target = output.baseAddress {
        VideoRange.copy(
          start,
          stride: stride,
          to: target,
          stride: size.width,
          size: size,
          isLuma: isLuma,
          .toFull
        )
      }
      count = size.width * size.height
    }
    self.init(size: size, layout: .grey, depth: .eight, bytes: bytes)
  }
}
