internal import CAOM
internal import Pixels

/// How libaom is set up.
struct AV1EncodingSettings {
  /// 0 (best) to 63.
  var quantizer: Int
  /// Whether no sample may change.
  var isLossless: Bool
  /// The most threads it may use.
  var threads: Int

  /// The settings that a caller's options ask for.
  init(_ options: EncodingOptions) {
    isLossless = options.isLossless
    quantizer = options.isLossless ? 0 : Self.quantizer(forQuality: options.quality)
    threads = options.threads
  }

  /// libaom's quantizer for a quality of 1...100.
  ///
  /// Chosen so that a number gives about what libjpeg-turbo (4:2:0, 4:4:4 from 95 on) gives for it: the middle of the
  /// quantizers that reach its luma SSIM and its luma PSNR, on three photos of 2 to 3 megapixels. At 85 JPEG has an SSIM
  /// of 0.981 and 43.2 dB, AVIF 0.979 and 43.6 dB in 0.57 times the bytes.
  static func quantizer(forQuality quality: Int) -> Int {
    let points: [(quality: Double, quantizer: Double)] = [
      (1, 63), (5, 62), (10, 56), (20, 45), (30, 39), (40, 35), (50, 32), (60, 29), (70, 24.5), (75, 22),
      (80, 18),
      (85, 14.4), (90, 10.4), (95, 6), (98, 3), (100, 1),
    ]
    let quality = Double(min(100, max(1, quality)))
    for (lower, upper) in zip(points, points.dropFirst()) where quality <= upper.quality {
      let part = (quality - lower.quality) / (upper.quality - lower.quality)
      return Int((lower.quantizer + part * (upper.quantizer - lower.quantizer)).rounded())
    }
    return 1
  }

  /// What has to be known when the encoder is made.
  func fill(_ configuration: inout aom_codec_enc_cfg_t, for image: AV1Image) {
    configuration.g_profile = image.bits == 12 ? 2 : image.isFullChroma ? 1 : 0
    configuration.g_w = image.handle.pointee.d_w
    configuration.g_h = image.handle.pointee.d_h
    configuration.g_bit_depth = aom_bit_depth(UInt32(image.bits))
    configuration.g_input_bit_depth = UInt32(image.bits)
    configuration.g_threads = UInt32(max(1, min(64, threads)))
    configuration.g_lag_in_frames = 0
    // One picture only, said so in a short header.
    configuration.g_limit = 1
    configuration.full_still_picture_hdr = 0
    configuration.monochrome = image.isGrey ? 1 : 0
    configuration.rc_end_usage = AOM_Q
    configuration.rc_min_quantizer = UInt32(quantizer)
    configuration.rc_max_quantizer = UInt32(quantizer)
  }

  /// Everything else.
  ///
  /// Speed 6: the next slower one takes 4.5 times as long (1.4 s of CPU for a megapixel) for 5 % fewer bytes at the same
  /// SSIM, the next faster one saves a quarter of the time for 5 to 15 % more. Tuning for SSIM is better here than for
  /// PSNR by both measures: 2 to 12 % fewer bytes at the same SSIM, 0 to 18 % at the same PSNR. Costs are reckoned anew only
  /// for each tile (2): libaom's default gives another file with one thread than with two, and hardly a smaller one (-1 to
  /// +1.5 % on three photos). Blocks are square, as libaom itself has them below some quantizer: oblong ones cost 64 % more CPU
  /// above it (3.3 instead of 2.0 s for 12 megapixels) for 2 % fewer bytes at the same PSNR and SSIM.
  func controls(for image: AV1Image, _ codePoints: CodePoints) -> [(control: UInt32, value: Int)] {
    var controls: [(control: UInt32, value: Int)] = [
      (AOME_SET_CPUUSED.rawValue, 6), (AOME_SET_CQ_LEVEL.rawValue, quantizer),
      (AV1E_SET_COEFF_COST_UPD_FREQ.rawValue, 2), (AV1E_SET_MODE_COST_UPD_FREQ.rawValue, 2),
      (AV1E_SET_ENABLE_RECT_PARTITIONS.rawValue, 0), (AV1E_SET_ROW_MT.rawValue, 1),
      (AV1E_SET_COLOR_RANGE.rawValue, 1),
      (AV1E_SET_COLOR_PRIMARIES.rawValue, codePoints.primaries),
      (AV1E_SET_TRANSFER_CHARACTERISTICS.rawValue, codePoints.transfer),
      (AV1E_SET_MATRIX_COEFFICIENTS.rawValue, image.isGrey ? 2 : codePoints.matrix),
    ]
    if isLossless {
      controls.append((AV1E_SET_LOSSLESS.rawValue, 1))
    } else {
      controls.append((AOME_SET_TUNING.rawValue, Int(AOM_TUNE_SSIM.rawValue)))
    }
    return controls
  }
}
