internal import Pixels

/// How x265 is set up.
enum HEIFEncodingSettings {
  /// x265's constant rate factor for a quality of 1...100.
  ///
  /// Chosen so that a number gives about the luma PSNR that libjpeg-turbo (4:2:0) gives for it, measured on two
  /// 12-megapixel photos: at 85 JPEG has 41.9 dB, HEIC with factor 25 41.6 dB in 0.63 times the bytes.
  static func rateFactor(forQuality quality: Int) -> Double {
    let points: [(quality: Double, factor: Double)] = [
      (1, 48), (10, 41), (30, 34), (50, 31), (75, 27), (85, 25), (90, 22.5), (95, 19), (98, 14), (100, 8),
    ]
    let quality = Double(min(100, max(1, quality)))
    for (lower, upper) in zip(points, points.dropFirst()) where quality <= upper.quality {
      let part = (quality - lower.quality) / (upper.quality - lower.quality)
      return lower.factor + part * (upper.factor - lower.factor)
    }
    return 8
  }

  /// Sets up the encoder.
  ///
  /// Preset "ultrafast" with adaptive quantisation put back: 3.3 s of CPU for 12 megapixels instead of the 17.9 s of
  /// libheif's own preset "slow", for 10 % more bytes at the same luma PSNR and SSIM.
  static func apply(_ options: EncodingOptions, isGrey: Bool, to encoder: HEIFEncoder) throws {
    try encoder.set("preset", "ultrafast")
    try encoder.set("x265:aq-strength", "1.0")
    try encoder.set("x265:rect", "0")
    try encoder.set("x265:amp", "0")
    try encoder.set("x265:frame-threads", "1")
    try encoder.set("x265:pools", "\(min(64, max(1, options.threads)))")
    if options.isLossless {
      try encoder.set("lossless", "true")
      // Planes are green, blue and red themselves.
      try encoder.set("chroma", isGrey ? "420" : "444")
    } else {
      try encoder.set("chroma", "420")
      try encoder.set("x265:crf", "\(rateFactor(forQuality: options.quality))")
    }
  }

  /// Bits of a sample in the file. Ten is the most: x265 also codes twelve, but the decoders in phones end at Main 10.
  static func bitDepth(significantBits: Int) -> Int { significantBits <= 8 ? 8 : 10 }
}
