internal import CHEIF
internal import Messages
internal import Pixels

/// Owns a libheif context: a file being made.
final class HEIFContext {
  /// The C handle.
  let handle: OpaquePointer

  /// Makes an empty file.
  init() throws {
    guard let handle = heif_context_alloc() else { throw HEIFLibrary.outOfMemory }
    self.handle = handle
  }

  deinit { heif_context_free(handle) }
}

/// Owns a picture in memory as libheif keeps it.
final class HEIFImage: HEIFPlaneTarget {
  /// The C handle.
  let handle: OpaquePointer

  /// Makes a picture without planes: grey, colours themselves, or luma with halved chroma.
  init(_ size: PixelSize, isGrey: Bool, isIdentity: Bool) throws {
    var image: OpaquePointer?
    try HEIFLibrary.check(
      heif_image_create(
        Int32(size.width),
        Int32(size.height),
        isGrey ? heif_colorspace_monochrome : heif_colorspace_YCbCr,
        isGrey ? heif_chroma_monochrome : isIdentity ? heif_chroma_444 : heif_chroma_420,
        &image
      )
    )
    guard let image else { throw HEIFLibrary.outOfMemory }
    handle = image
  }

  deinit { heif_image_release(handle) }

  func addPlane(
    _ kind: HEIFPlaneKind,
    width: Int,
    height: Int,
    bits: Int,
    row: (Int, UnsafeMutableRawPointer) -> Void
  ) throws {
    let channel =
      switch kind {
      case .luma: heif_channel_Y
      case .blue: heif_channel_Cb
      case .red: heif_channel_Cr
      case .alpha: heif_channel_Alpha
      }
    try HEIFLibrary.check(heif_image_add_plane(handle, channel, Int32(width), Int32(height), Int32(bits)))
    var stride: Int32 = 0
    guard let start = heif_image_get_plane(handle, channel, &stride) else { throw HEIFLibrary.outOfMemory }
    for y in 0..<height { row(y, UnsafeMutableRawPointer(start) + y * Int(stride)) }
  }
}

/// Owns libheif's x265 encoder.
final class HEIFEncoder {
  /// The C handle.
  let handle: OpaquePointer

  /// Finds the HEVC encoder.
  init(in context: HEIFContext) throws {
    var encoder: OpaquePointer?
    try HEIFLibrary.check(
      heif_context_get_encoder_for_format(context.handle, heif_compression_HEVC, &encoder)
    )
    guard let encoder else { throw HEIFLibrary.outOfMemory }
    handle = encoder
  }

  deinit { heif_encoder_release(handle) }

  /// Sets a parameter by its name.
  func set(_ name: String, _ value: String) throws {
    try HEIFLibrary.check(heif_encoder_set_parameter(handle, name, value))
  }
}

/// Turns libheif's results into problems.
enum HEIFLibrary {
  /// Throws where a call of the encoder failed; the library's text is copied at once.
  static func check(_ error: heif_error) throws {
    guard error.code != heif_error_Ok else { return }
    throw failure(error.message.map { String(cString: $0) } ?? "libheif error \(error.code.rawValue)")
  }

  /// The encoder failed.
  static func failure(_ detail: String) -> Problem {
    Problem(.encodeFailed, ["format": "heic", "detail": detail])
  }

  /// No memory was to be had.
  static var outOfMemory: Problem { failure("out of memory") }
}
