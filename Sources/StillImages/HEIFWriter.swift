internal import CHEIF
internal import Containers
internal import Messages
internal import Pixels

/// Writes HEIC through libheif and x265: 8 or 10 bits, 4:2:0 (4:4:4 when lossless), alpha, grey; the pixels arrive upright
/// and no rotation is written.
enum HEIFWriter {
  /// x265's fastest preset: for single pictures it costs a seventh of the default's time, and what it loses in the rate a
  /// little quality makes up for.
  static let preset = "ultrafast"

  static func encode(
    pixels: PixelBuffer,
    significantBits: Int,
    colour: ColourDescription,
    blocks: MetadataBlocks,
    options: EncodingOptions
  ) throws -> [UInt8] {
    let context = try HEIFEncodingContext()
    let bits = pixels.depth == .eight ? 8 : min(max(significantBits, 10), 10)
    let image = try HEIFEncodingImage(pixels, bits: bits)
    try image.setColour(colour, isLossless: options.isLossless)
    try context.encode(image, options: options, isGrey: pixels.layout.isGrey)
    try context.add(blocks)
    return try context.bytes()
  }

  /// Turns a libheif result into a problem; its text belongs to the library and is copied at once.
  static func check(_ error: heif_error) throws {
    guard error.code != heif_error_Ok else { return }
    let text = error.message.map { String(cString: $0) } ?? "\(error.code.rawValue).\(error.subcode.rawValue)"
    throw Problem(.encodeFailed, ["format": "heic", "detail": text])
  }
}

/// Owns a libheif context, the encoder and the handle of the picture in it; released in the order that libheif wants:
/// handle, encoder, context.
private final class HEIFEncodingContext {
  private let context: OpaquePointer
  private let encoder: OpaquePointer
  private var handle: OpaquePointer?

  init() throws {
    guard let context = heif_context_alloc() else {
      throw Problem(.internalError, ["detail": "heif_context_alloc"])
    }
    var encoder: OpaquePointer?
    let error = heif_context_get_encoder_for_format(context, heif_compression_HEVC, &encoder)
    guard error.code == heif_error_Ok, let encoder else {
      heif_context_free(context)
      try HEIFWriter.check(error)
      throw Problem(.encodeFailed, ["format": "heic", "detail": "no HEVC encoder"])
    }
    self.context = context
    self.encoder = encoder
  }

  deinit {
    if let handle { heif_image_handle_release(handle) }
    heif_encoder_release(encoder)
    heif_context_free(context)
  }

  func encode(_ image: HEIFEncodingImage, options: EncodingOptions, isGrey: Bool) throws {
    if options.isLossless {
      try HEIFWriter.check(heif_encoder_set_lossless(encoder, 1))
    } else {
      try HEIFWriter.check(heif_encoder_set_lossy_quality(encoder, Int32(clamping: options.quality)))
    }
    try set("preset", HEIFWriter.preset)
    if !isGrey { try set("chroma", options.isLossless ? "444" : "420") }
    try set("x265:pools", "\(max(1, options.threads))")
    guard let settings = heif_encoding_options_alloc() else {
      throw Problem(.internalError, ["detail": "heif_encoding_options_alloc"])
    }
    defer { heif_encoding_options_free(settings) }
    var profile = HEIFEncodingImage.codePoints(isLossless: options.isLossless && !isGrey)
    let error = withUnsafeMutablePointer(to: &profile) { pointer in
      settings.pointee.output_nclx_profile = pointer
      settings.pointee.save_two_colr_boxes_when_ICC_and_nclx_available = 1
      return heif_context_encode_image(context, image.handle, encoder, settings, &handle)
    }
    try HEIFWriter.check(error)
  }

  private func set(_ name: String, _ value: String) throws {
    try HEIFWriter.check(heif_encoder_set_parameter(encoder, name, value))
  }

  func add(_ blocks: MetadataBlocks) throws {
    if let exif = blocks.exif {
      try HEIFWriter.check(heif_context_add_exif_metadata(context, handle, exif, Int32(clamping: exif.count)))
    }
    if let xmp = blocks.xmp {
      try HEIFWriter.check(heif_context_add_XMP_metadata(context, handle, xmp, Int32(clamping: xmp.count)))
    }
  }

  /// The file's bytes. The callback gets a box with the array through its user pointer, for the time of the call.
  func bytes() throws -> [UInt8] {
    final class Sink { var bytes: [UInt8] = [] }
    let sink = Sink()
    var writer = heif_writer()
    writer.writer_api_version = 1
    writer.write = { _, data, size, user in
      if let user, let data {
        let bytes = UnsafeRawBufferPointer(start: data, count: size)
        Unmanaged<Sink>.fromOpaque(user).takeUnretainedValue().bytes.append(contentsOf: bytes)
      }
      return heif_error(code: heif_error_Ok, subcode: heif_suberror_Unspecified, message: nil)
    }
    try HEIFWriter.check(heif_context_write(context, &writer, Unmanaged.passUnretained(sink).toOpaque()))
    return sink.bytes
  }
}

/// Owns a libheif picture filled from a pixel buffer.
private final class HEIFEncodingImage {
  let handle: OpaquePointer
  private let layout: ChannelLayout

  init(_ pixels: PixelBuffer, bits: Int) throws {
    layout = pixels.layout
    var image: OpaquePointer?
    let (width, height) = (Int32(clamping: pixels.size.width), Int32(clamping: pixels.size.height))
    let error: heif_error
    if pixels.layout.isGrey {
      error = heif_image_create(width, height, heif_colorspace_monochrome, heif_chroma_monochrome, &image)
    } else {
      error = heif_image_create(width, height, heif_colorspace_RGB, Self.chroma(pixels), &image)
    }
    try HEIFWriter.check(error)
    guard let image else { throw Problem(.internalError, ["detail": "heif_image_create"]) }
    handle = image
    if pixels.layout.isGrey {
      try fill(heif_channel_Y, pixels, channel: 0, channels: 1, bits: bits)
      if pixels.layout.hasAlpha { try fill(heif_channel_Alpha, pixels, channel: 1, channels: 1, bits: bits) }
    } else {
      try fill(heif_channel_interleaved, pixels, channel: 0, channels: pixels.layout.channelCount, bits: bits)
    }
  }

  deinit { heif_image_release(handle) }

  private static func chroma(_ pixels: PixelBuffer) -> heif_chroma {
    switch (pixels.depth, pixels.layout.hasAlpha) {
    case (.eight, false): heif_chroma_interleaved_RGB
    case (.eight, true): heif_chroma_interleaved_RGBA
    case (.sixteen, false): heif_chroma_interleaved_RRGGBB_LE
    case (.sixteen, true): heif_chroma_interleaved_RRGGBBAA_LE
    }
  }

  /// Copies `channels` neighbouring samples of each pixel into a plane; 16-bit samples are rounded to `bits` and stand in
  /// the low bits, least significant byte first.
  private func fill(
    _ plane: heif_channel,
    _ pixels: PixelBuffer,
    channel: Int,
    channels: Int,
    bits: Int
  ) throws {
    let size = pixels.size
    try HEIFWriter.check(
      heif_image_add_plane(
        handle,
        plane,
        Int32(clamping: size.width),
        Int32(clamping: size.height),
        Int32(bits)
      )
    )
    var stride: Int32 = 0
    guard let target = heif_image_get_plane(handle, plane, &stride) else {
      throw Problem(.internalError, ["detail": "heif_image_get_plane"])
    }
    let total = pixels.layout.channelCount
    pixels.bytes.withUnsafeBytes { source in
      for y in 0..<size.height {
        let row = UnsafeMutableRawPointer(target + y * Int(stride))
        var read = (y * size.width * total + channel) * pixels.depth.byteCount
        var write = 0
        for _ in 0..<size.width {
          for index in 0..<channels {
            if pixels.depth == .eight {
              row.storeBytes(of: source[read &+ index], toByteOffset: write, as: UInt8.self)
              write &+= 1
            } else {
              let sample = source.loadUnaligned(fromByteOffset: read &+ index &* 2, as: UInt16.self)
              row.storeBytes(
                of: Self.reduced(sample, bits).littleEndian,
                toByteOffset: write,
                as: UInt16.self
              )
              write &+= 2
            }
          }
          read &+= total &* pixels.depth.byteCount
        }
      }
    }
  }

  /// A full-scale 16-bit sample as one of fewer bits, rounded.
  @inline(__always)
  private static func reduced(_ sample: UInt16, _ bits: Int) -> UInt16 {
    let top = UInt32(1) &<< UInt32(bits) &- 1
    return UInt16(truncatingIfNeeded: (UInt32(sample) &* top &+ 32767) / 65535)
  }

  /// The profile, and the code points of the coded samples. A picture without a profile is sRGB.
  func setColour(_ colour: ColourDescription, isLossless: Bool) throws {
    if let profile = colour.iccProfile {
      try HEIFWriter.check(heif_image_set_raw_color_profile(handle, "prof", profile, profile.count))
    }
    var points = Self.codePoints(isLossless: isLossless && !layout.isGrey)
    try HEIFWriter.check(heif_image_set_nclx_color_profile(handle, &points))
  }

  /// BT.709 primaries and the sRGB curve (what an ICC profile says wins over both); BT.601 matrix, full range, as phones
  /// write; the identity matrix where nothing may be lost.
  static func codePoints(isLossless: Bool) -> heif_color_profile_nclx {
    var points = heif_color_profile_nclx()
    points.version = 1
    points.color_primaries = heif_color_primaries_ITU_R_BT_709_5
    points.transfer_characteristics = heif_transfer_characteristic_IEC_61966_2_1
    points.matrix_coefficients =
      isLossless ? heif_matrix_coefficients_RGB_GBR : heif_matrix_coefficients_ITU_R_BT_601_6
    points.full_range_flag = 1
    return points
  }
}
