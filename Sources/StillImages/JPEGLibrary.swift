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

  /// How a file's colour differences are sampled, where it is coded as `ColourPlanes` are; else nil.
  static func sampling(of bytes: [UInt8]) throws -> ColourPlanes.Sampling? {
    var sampling: Int32 = -1
    try check(cjpeg_read_sampling(bytes, bytes.count, &sampling))
    return ColourPlanes.Sampling(rawValue: Int(sampling))
  }

  /// The whole picture as it is coded.
  static func decodePlanes(_ bytes: [UInt8], size: PixelSize, sampling: ColourPlanes.Sampling) throws
    -> ColourPlanes?
  {
    let chroma = ColourPlanes.chromaSize(of: size, sampling)
    let sizes = sampling == .grey ? [size] : [size, chroma, chroma]
    let capacity = sizes.reduce(0) { $0 + $1.width * $1.height }
    let samples = try [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      try check(
        cjpeg_decode_planes(bytes, bytes.count, Int32(sampling.rawValue), buffer.baseAddress, capacity)
      )
      count = capacity
    }
    var rest = samples[...]
    let planes = sizes.map { size in
      defer { rest = rest.dropFirst(size.width * size.height) }
      let bytes = Array(rest.prefix(size.width * size.height))
      return PixelBuffer(size: size, layout: .grey, depth: .eight, bytes: bytes)
    }
    return ColourPlanes(sampling: sampling, planes: planes)
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
    return try take(output, count, result)
  }

  /// A stream as `encode` makes it, of luma and colour differences as they are.
  static func encode(_ picture: ColourPlanes, _ settings: Settings) throws -> [UInt8] {
    var output: UnsafeMutablePointer<UInt8>?
    var count = 0
    let settings = cjpeg_settings(
      quality: Int32(settings.quality),
      is_subsampled: 0,
      is_progressive: settings.isProgressive ? 1 : 0
    )
    let none: [UInt8] = []
    func plane(_ index: Int) -> [UInt8] {
      picture.planes.indices.contains(index) ? picture.planes[index].bytes : none
    }
    let result = plane(0).withUnsafeBufferPointer { luma in
      plane(1).withUnsafeBufferPointer { blue in
        plane(2).withUnsafeBufferPointer { red in
          let planes = cjpeg_planes(
            width: UInt32(picture.size.width),
            height: UInt32(picture.size.height),
            sampling: Int32(picture.sampling.rawValue),
            plane: (luma.baseAddress, blue.baseAddress, red.baseAddress),
            count: (luma.count, blue.count, red.count)
          )
          return cjpeg_encode_planes(planes, settings, &output, &count)
        }
      }
    }
    return try take(output, count, result)
  }

  private static func take(
    _ output: UnsafeMutablePointer<UInt8>?,
    _ count: Int,
    _ result: cjpeg_result
  ) throws -> [UInt8] {
    defer { cjpeg_free(output) }
    guard result.status == Int32(CJPEG_OK.rawValue), let output else {
      throw Problem(.encodeFailed, ["format": StillFormat.jpeg.rawValue, "detail": text(of: result)])
    }
    return Array(UnsafeBufferPointer(start: output, count: count))
  }

  /// Turns a result into a problem.
  static func check(_ result: cjpeg_result) throws {
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

  /// What libjpeg says of a result.
  static func text(of result: cjpeg_result) -> String {
    withUnsafeBytes(of: result.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
