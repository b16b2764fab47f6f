internal import Glibc
internal import Pixels

/// How x265 is set up.
enum HEIFEncodingSettings {
  /// x265's constant rate factor for a quality of 1...100.
  ///
  /// Chosen so that a number gives about what libjpeg-turbo (4:2:0) gives for it: the middle of the factors that reach its
  /// luma PSNR and its luma SSIM, on two photos of 12 megapixels, one smooth and one with grain. At 85 JPEG has 46.6 and 41.8 dB
  /// with an SSIM of 0.991 and 0.978, HEIC 46.7 and 42.3 dB with 0.990 and 0.981 in 0.50 and 0.64 times the bytes.
  static func rateFactor(forQuality quality: Int) -> Double {
    let points: [(quality: Double, factor: Double)] = [
      (1, 51), (10, 45.8), (20, 38.7), (30, 35.2), (50, 31.5), (65, 29.2), (75, 27.5), (85, 25.06), (90, 23),
      (95, 19.3), (98, 14.3), (100, 8),
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
  /// Preset "ultrafast" with what is worth its time put back, measured at equal bytes on five photos of 12 and 24 megapixels:
  /// adaptive quantisation by variance (mode 1; mode 2 has 0.2 to 0.9 dB more luma PSNR, but up to 0.001 less SSIM), sample
  /// adaptive offset and sign hiding (0.2 dB and 0.0005 of SSIM for a ninth of the time), chroma seven steps coarser (2 to 5 % of
  /// the bytes; it stays 2 to 10 dB better than luma). Units of 8 x 8 would be worth 0.0009 of SSIM, but triple the time.
  ///
  /// Tiles are coded side by side, each by one thread: without threads of its own, and without wavefronts, which cost each tile
  /// about a thousandth of its bytes. What comes out is the same whatever number of tiles is coded at once.
  static func apply(
    _ options: EncodingOptions,
    isGrey: Bool,
    isTile: Bool = false,
    to encoder: HEIFEncoder
  ) throws {
    try encoder.set("preset", "ultrafast")
    try encoder.set("x265:rect", "0")
    try encoder.set("x265:amp", "0")
    try encoder.set("x265:frame-threads", "1")
    try encoder.set("x265:pools", isTile ? "none" : "\(min(64, max(1, options.threads)))")
    if isTile { try encoder.set("x265:wpp", "0") }
    if options.isLossless {
      try encoder.set("lossless", "true")
      // Planes are green, blue and red themselves.
      try encoder.set("chroma", isGrey ? "420" : "444")
    } else {
      try encoder.set("chroma", "420")
      let (whole, ratio) = wholeFactor(rateFactor(forQuality: options.quality))
      try encoder.set("x265:crf", "\(whole)")
      try encoder.set("x265:ipratio", "\(ratio)")
      try encoder.set("x265:aq-mode", "1")
      try encoder.set("x265:aq-strength", "0.7")
      try encoder.set("x265:sao", "1")
      try encoder.set("x265:signhide", "1")
      try encoder.set("x265:cbqpoffs", "7")
      try encoder.set("x265:crqpoffs", "7")
    }
  }

  /// A rate factor as x265 takes it: of a single picture it heeds whole factors only, but makes a picture finer than its
  /// factor by 6 log2 of `ipratio`. The ratio that x265 has of itself (1.4) goes with a whole factor.
  private static func wholeFactor(_ factor: Double) -> (whole: Int, ratio: Double) {
    let whole = factor.rounded(.up)
    return (Int(whole), 1.4 * exp2((whole - factor) / 6))
  }

  /// Bits of a sample in the file. Ten is the most: x265 also codes twelve, but the decoders in phones end at Main 10.
  static func bitDepth(significantBits: Int) -> Int { significantBits <= 8 ? 8 : 10 }
}
