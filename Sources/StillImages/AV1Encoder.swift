internal import CAOM
internal import Messages
internal import Pixels

/// A picture in memory as libaom takes it.
final class AV1Image: HEIFPlaneTarget {
  /// The C structure.
  let handle: UnsafeMutablePointer<aom_image_t>
  /// Whether only luma counts.
  let isGrey: Bool
  /// Whether chroma has luma's size.
  let isFullChroma: Bool
  /// Bits of a sample.
  let bits: Int

  /// Takes memory for a picture: grey, colours with full or halved chroma.
  init(_ size: PixelSize, isGrey: Bool, isFullChroma: Bool, bits: Int) throws {
    let format =
      switch (isFullChroma && !isGrey, bits > 8) {
      case (false, false): AOM_IMG_FMT_I420
      case (false, true): AOM_IMG_FMT_I42016
      case (true, false): AOM_IMG_FMT_I444
      case (true, true): AOM_IMG_FMT_I44416
      }
    guard let image = aom_img_alloc(nil, format, UInt32(size.width), UInt32(size.height), 32) else {
      throw AV1Encoder.failure("out of memory")
    }
    handle = image
    self.isGrey = isGrey
    self.isFullChroma = isFullChroma && !isGrey
    self.bits = bits
    image.pointee.bit_depth = UInt32(bits)
    image.pointee.monochrome = isGrey ? 1 : 0
    image.pointee.range = AOM_CR_FULL_RANGE
    if isGrey { fillChroma(size) }
  }

  deinit { aom_img_free(handle) }

  func addPlane(
    _ kind: HEIFPlaneKind,
    width: Int,
    height: Int,
    bits: Int,
    row: (Int, UnsafeMutableRawPointer) -> Void
  ) throws {
    let channel =
      switch kind {
      // Opacity is a picture of its own.
      case .luma, .alpha: 0
      case .blue: 1
      case .red: 2
      }
    let (start, stride) = plane(channel)
    guard let start, stride >= width * (bits > 8 ? 2 : 1), bits == self.bits else {
      throw AV1Encoder.failure("plane \(channel)")
    }
    for y in 0..<height { row(y, start + y * stride) }
  }

  private func plane(_ channel: Int) -> (start: UnsafeMutableRawPointer?, stride: Int) {
    let (planes, strides) = (handle.pointee.planes, handle.pointee.stride)
    let start = [planes.0, planes.1, planes.2][channel]
    return (start.map { UnsafeMutableRawPointer($0) }, Int([strides.0, strides.1, strides.2][channel]))
  }

  /// The encoder reads chroma of grey pictures too, so it must not be by chance what it is.
  private func fillChroma(_ size: PixelSize) {
    for channel in 1...2 {
      let (start, stride) = plane(channel)
      guard let start else { continue }
      for y in 0..<((size.height + 1) / 2) {
        let row = start + y * stride
        for x in 0..<((size.width + 1) / 2) {
          if bits == 8 {
            row.storeBytes(of: 128, toByteOffset: x, as: UInt8.self)
          } else {
            row.storeBytes(of: UInt16(1) << UInt16(bits - 1), toByteOffset: x * 2, as: UInt16.self)
          }
        }
      }
    }
  }
}

/// Encodes one AV1 key frame with libaom.
final class AV1Encoder {
  private let context: UnsafeMutablePointer<aom_codec_ctx_t>

  /// Sets the encoder up for a picture.
  init(for image: AV1Image, codePoints: CodePoints, settings: AV1EncodingSettings) throws {
    var configuration = aom_codec_enc_cfg_t()
    let result = aom_codec_enc_config_default(aom_codec_av1_cx(), &configuration, UInt32(AOM_USAGE_ALL_INTRA))
    guard result == AOM_CODEC_OK else { throw Self.failure("libaom: no configuration") }
    settings.fill(&configuration, for: image)
    let context = UnsafeMutablePointer<aom_codec_ctx_t>.allocate(capacity: 1)
    context.initialize(to: aom_codec_ctx_t())
    guard caom_open_encoder(context, &configuration, image.bits > 8 ? 1 : 0) == AOM_CODEC_OK else {
      let detail = Self.detail(context)
      context.deallocate()
      throw Self.failure(detail)
    }
    self.context = context
    for (control, value) in settings.controls(for: image, codePoints) {
      try check(caom_set(context, Int32(control), Int32(value)))
    }
  }

  deinit {
    aom_codec_destroy(context)
    context.deallocate()
  }

  /// The units of the picture, without the temporal delimiter, which has no place in a file (AV1 Codec ISO Media File
  /// Format Binding, 2.4).
  func encode(_ image: AV1Image) throws -> [UInt8] {
    try check(aom_codec_encode(context, image.handle, 0, 1, 0))
    var bytes = collect()
    try check(aom_codec_encode(context, nil, 0, 1, 0))
    bytes += collect()
    if bytes.starts(with: [0x12, 0]) { bytes.removeFirst(2) }
    guard !bytes.isEmpty else { throw Self.failure("no picture") }
    return bytes
  }

  private func collect() -> [UInt8] {
    var bytes: [UInt8] = []
    var position: aom_codec_iter_t?
    while let packet = aom_codec_get_cx_data(context, &position) {
      var count = 0
      guard let start = caom_packet_bytes(packet, &count) else { continue }
      bytes.append(contentsOf: UnsafeRawBufferPointer(start: start, count: count))
    }
    return bytes
  }

  private func check(_ result: aom_codec_err_t) throws {
    if result != AOM_CODEC_OK { throw Self.failure(Self.detail(context)) }
  }

  private static func detail(_ context: UnsafeMutablePointer<aom_codec_ctx_t>) -> String {
    let text = aom_codec_error(context).map { String(cString: $0) } ?? "libaom"
    return text + (aom_codec_error_detail(context).map { ": " + String(cString: $0) } ?? "")
  }

  /// The encoder failed.
  static func failure(_ detail: String) -> Problem {
    Problem(.encodeFailed, ["format": "avif", "detail": detail])
  }
}
