internal import CJXL
internal import Containers
internal import Messages
internal import Pixels

/// Owns a libjxl encoder.
final class JXLEncoder {
  private let handle: OpaquePointer
  private let threads: JXLThreads

  /// Makes an encoder that uses `threads` threads.
  init(threads count: Int) throws {
    threads = try JXLThreads(count: count)
    guard JXLLibrary.isQuiet, let handle = JxlEncoderCreate(nil) else { throw Self.failure("out of memory") }
    self.handle = handle
    try check(JxlEncoderSetParallelRunner(handle, JxlThreadParallelRunner, threads.handle), "threads")
  }

  deinit { JxlEncoderDestroy(handle) }

  /// Size, channels and depth, and how a viewer has to turn the picture.
  /// - Parameter isXYB: whether colours may be coded in another space than the picture's own.
  func setHeader(_ pixels: PixelBuffer, bits: Int, isXYB: Bool, orientation: Orientation = .up) throws {
    var info = JxlBasicInfo()
    JxlEncoderInitBasicInfo(&info)
    info.xsize = UInt32(pixels.size.width)
    info.ysize = UInt32(pixels.size.height)
    info.bits_per_sample = UInt32(bits)
    info.num_color_channels = pixels.layout.isGrey ? 1 : 3
    if pixels.layout.hasAlpha {
      info.num_extra_channels = 1
      info.alpha_bits = UInt32(bits)
    }
    info.orientation = JxlOrientation(UInt32(orientation.rawValue))
    info.uses_original_profile = isXYB ? 0 : 1
    try check(JxlEncoderSetBasicInfo(handle, &info), "header")
  }

  /// A profile where there is one or the numbers have no names in JPEG XL; else their names.
  func setColour(_ colour: ColourDescription, isGrey: Bool) throws {
    if let profile = colour.iccProfile, !profile.isEmpty { return try setProfile(profile) }
    if var encoding = Self.encoding(colour.codePoints, isGrey: isGrey) {
      return try check(JxlEncoderSetColorEncoding(handle, &encoding), "colours")
    }
    guard let points = colour.codePoints, let profile = ICCProfile.profile(for: points, isGrey: isGrey) else {
      throw Self.failure("colours")
    }
    try setProfile(profile)
  }

  private func setProfile(_ profile: [UInt8]) throws {
    try check(JxlEncoderSetICCProfile(handle, profile, profile.count), "colour profile")
  }

  /// The names of code points of H.273; sRGB's where nothing is known.
  private static func encoding(_ points: CodePoints?, isGrey: Bool) -> JxlColorEncoding? {
    var encoding = JxlColorEncoding()
    JxlColorEncodingSetToSRGB(&encoding, isGrey ? 1 : 0)
    guard let points else { return encoding }
    if !isGrey {
      switch points.primaries {
      case 1, 2: break
      case 9: encoding.primaries = JXL_PRIMARIES_2100
      case 12: encoding.primaries = JXL_PRIMARIES_P3
      case 11:
        encoding.primaries = JXL_PRIMARIES_P3
        encoding.white_point = JXL_WHITE_POINT_DCI
      default: return nil
      }
    }
    switch points.transfer {
    case 2, 13: break
    case 1, 6, 14, 15: encoding.transfer_function = JXL_TRANSFER_FUNCTION_709
    case 8: encoding.transfer_function = JXL_TRANSFER_FUNCTION_LINEAR
    case 16: encoding.transfer_function = JXL_TRANSFER_FUNCTION_PQ
    case 17: encoding.transfer_function = JXL_TRANSFER_FUNCTION_DCI
    case 18: encoding.transfer_function = JXL_TRANSFER_FUNCTION_HLG
    default: return nil
    }
    return encoding
  }

  /// Exif with the offset of its TIFF header before it, and XMP.
  func addBoxes(_ blocks: MetadataBlocks) throws {
    let boxes = [("Exif", blocks.exif.map { [0, 0, 0, 0] + $0 }), ("xml ", blocks.xmp)]
    guard boxes.contains(where: { $0.1 != nil }) else { return }
    try check(JxlEncoderUseContainer(handle, 1), "container")
    try check(JxlEncoderUseBoxes(handle), "boxes")
    for (type, content) in boxes {
      guard let content else { continue }
      try check(JxlEncoderAddBox(handle, type, content, content.count, 0), "box \(type)")
    }
    JxlEncoderCloseBoxes(handle)
  }

  /// The picture.
  func addFrame(_ pixels: PixelBuffer, _ options: EncodingOptions) throws {
    guard let settings = JxlEncoderFrameSettingsCreate(handle, nil) else {
      throw Self.failure("out of memory")
    }
    let effort = JXLEncodingSettings.effort(
      isLossless: options.isLossless,
      pixelCount: pixels.size.width * pixels.size.height
    )
    // Colours below full transparency are part of the original, and the copy is compared with all of it (encode.h: "Enables
    // or disables preserving color of invisible pixels. Use -1 for the default (1 if lossless, 0 if lossy)").
    try check(
      JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_KEEP_INVISIBLE, 1),
      "invisible colours"
    )
    try check(
      JxlEncoderFrameSettingsSetOption(settings, JXL_ENC_FRAME_SETTING_EFFORT, Int64(effort)),
      "effort"
    )
    if options.isLossless {
      try check(JxlEncoderSetFrameLossless(settings, 1), "lossless")
    } else {
      let distance = JXLEncodingSettings.distance(forQuality: options.quality)
      try check(JxlEncoderSetFrameDistance(settings, Float(distance)), "distance")
    }
    var format = JxlPixelFormat(
      num_channels: UInt32(pixels.layout.channelCount),
      data_type: pixels.depth == .eight ? JXL_TYPE_UINT8 : JXL_TYPE_UINT16,
      endianness: JXL_NATIVE_ENDIAN,
      align: 0
    )
    try check(JxlEncoderAddImageFrame(settings, &format, pixels.bytes, pixels.bytes.count), "picture")
  }

  /// The finished file.
  func finish() throws -> [UInt8] {
    JxlEncoderCloseInput(handle)
    var file = [UInt8](repeating: 0, count: 1 << 20)
    var count = 0
    while true {
      let status = file.withUnsafeMutableBufferPointer { buffer in
        var next = buffer.baseAddress.map { $0 + count }
        var rest = buffer.count - count
        let status = JxlEncoderProcessOutput(handle, &next, &rest)
        count = buffer.count - rest
        return status
      }
      if status == JXL_ENC_SUCCESS { return Array(file.prefix(count)) }
      guard status == JXL_ENC_NEED_MORE_OUTPUT else { throw Self.failure(reason) }
      file.append(contentsOf: [UInt8](repeating: 0, count: file.count))
    }
  }

  private func check(_ status: JxlEncoderStatus, _ what: String) throws {
    if status != JXL_ENC_SUCCESS { throw Self.failure("\(what): \(reason)") }
  }

  private var reason: String {
    switch JxlEncoderGetError(handle) {
    case JXL_ENC_ERR_OOM: "out of memory"
    case JXL_ENC_ERR_BAD_INPUT: "bad input"
    case JXL_ENC_ERR_NOT_SUPPORTED: "not supported"
    case JXL_ENC_ERR_API_USAGE: "wrong use"
    case let error: "libjxl error \(error.rawValue)"
    }
  }

  private static func failure(_ detail: String) -> Problem {
    Problem(.encodeFailed, ["format": "jxl", "detail": detail])
  }
}

/// How libjxl is set up.
enum JXLEncodingSettings {
  /// The distance (1 is where a difference begins to be seen) for a quality of 1...100, as cjxl's documentation defines it:
  /// "roughly matches libjpeg quality".
  static func distance(forQuality quality: Int) -> Double {
    let quality = Double(min(100, max(1, quality)))
    if quality >= 30 { return 0.1 + (100 - quality) * 0.09 }
    return min(15, 53.0 / 3000 * quality * quality - 23.0 / 20 * quality + 25)
  }

  /// libjxl's effort, 1 to 9; cjxl's own is 7.
  ///
  /// Lossy 5: 0.34 s of CPU for 2.5 megapixels instead of 0.72 s at effort 7, for the same luma SSIM and 0 to 4 % fewer
  /// bytes on three photos; 4 and 3 take 0.09 s, but 5 to 18 % more bytes. Lossless 5: 2.8 s instead of 6.0 s for 3 % more
  /// bytes; 3 takes 0.4 s for 14 % more, and it takes a quarter less memory: the 48 megapixels of a phone need 4.3 GB at 5,
  /// more than a worker may have.
  static func effort(isLossless: Bool, pixelCount: Int) -> Int {
    isLossless && pixelCount > 32_000_000 ? 3 : 5
  }
}
