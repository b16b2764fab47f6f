/// The curves of high dynamic range, in cd/m2, as ITU-R BT.2100-2 gives them.
enum LightCurves {
  /// HDR reference white, cd/m2 (BT.2408-5, table 1): what becomes SDR white.
  static let referenceWhite = 203.0
  /// The nominal peak of an HLG display, cd/m2 (BT.2100-2, table 5).
  static let nominalPeak = 1000.0

  private static let m1 = 2610.0 / 16384
  private static let m2 = 2523.0 / 32
  private static let c1 = 3424.0 / 4096
  private static let c2 = 2413.0 / 128
  private static let c3 = 2392.0 / 128

  /// PQ's EOTF (table 4): cd/m2, 0...10,000, of a code 0...1.
  static func luminance(perceptualQuantizer code: Double) -> Double {
    let root = code.power(1 / m2)
    let ratio = max(root - c1, 0) / (c2 - c3 * root)
    return 10_000 * ratio.power(1 / m1)
  }

  /// PQ's inverse EOTF: the code 0...1 of cd/m2.
  static func perceptualQuantizer(luminance: Double) -> Double {
    let root = (luminance / 10_000).power(m1)
    return ((c1 + c2 * root) / (1 + c3 * root)).power(m2)
  }

  private static let a = 0.17883277
  private static let b = 1 - 4 * a
  /// 0.5 - a ln(4a)
  private static let c = 0.55991073

  /// HLG's inverse OETF (table 5): scene light 0...1 of a code 0...1.
  static func sceneLight(hybridLogGamma code: Double) -> Double {
    code <= 0.5 ? code * code / 3 : (((code - c) / a).exponential() + b) / 12
  }

  /// HLG's OETF: the code 0...1 of scene light; what is negative counts as 0.
  static func hybridLogGamma(sceneLight light: Double) -> Double {
    light <= 1.0 / 12
      ? (3 * max(light, 0)).squareRoot() : a * (12 * light - b).naturalLogarithm() + c
  }

  /// HLG's OOTF (table 5, system gamma 1.2 of a 1,000 cd/m2 display): the factor that turns the scene light
  /// of each channel into cd/m2, of the scene's luminance 0...1. One factor for all three channels is what
  /// keeps colours right.
  static func displayFactor(sceneLuminance: Double) -> Double { nominalPeak * sceneLuminance.power(0.2) }
}

/// The highlight roll-off of ITU-R BT.2390-10, 5.4.1 (EETF), from a source's peak to reference white.
///
/// Light up to a knee stays as it is; above, a Hermite spline in PQ space leads smoothly to white. With a
/// peak of 1,000 cd/m2 the knee is at 88 cd/m2 and light of 203 becomes 158; with a peak of 203 or less
/// nothing changes.
struct HighlightRollOff: Hashable, Sendable {
  private let peakCode: Double
  private let target: Double
  private let knee: Double

  /// - Parameter peak: the brightest light of the picture, cd/m2.
  init(peak: Double) {
    peakCode = LightCurves.perceptualQuantizer(luminance: max(peak, LightCurves.referenceWhite))
    target = LightCurves.perceptualQuantizer(luminance: LightCurves.referenceWhite) / peakCode
    knee = 1.5 * target - 0.5
  }

  /// Where the roll-off begins, cd/m2.
  var kneeLuminance: Double { LightCurves.luminance(perceptualQuantizer: knee * peakCode) }

  /// What is shown for light, both cd/m2; never above reference white.
  func mapped(_ light: Double) -> Double {
    let code = min(1, LightCurves.perceptualQuantizer(luminance: light) / peakCode)
    guard code < 1 else { return LightCurves.referenceWhite }
    guard code > knee else { return light }
    let t = (code - knee) / (1 - knee)
    let (t2, t3) = (t * t, t * t * t)
    let start = (2 * t3 - 3 * t2 + 1) * knee
    let slope = (t3 - 2 * t2 + t) * (1 - knee)
    let end = (3 * t2 - 2 * t3) * target
    return LightCurves.luminance(perceptualQuantizer: (start + slope + end) * peakCode)
  }
}
