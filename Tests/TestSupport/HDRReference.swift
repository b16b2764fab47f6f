internal import Glibc

/// HLG and PQ brought into standard range once more, in double precision and by the printed formulas alone (ITU-R BT.2100-2,
/// BT.2390-10, BT.2087-0, IEC 61966-2-1): nothing of it is what the program uses.
public enum HDRReference {
  /// How light is coded.
  public enum Transfer: Sendable, CaseIterable {
    /// Hybrid log gamma, shown on a display of 1,000 cd/m2.
    case hybridLogGamma
    /// The perceptual quantizer.
    case perceptualQuantizer
  }

  private static let m1 = 2610.0 / 16384
  private static let m2 = 2523.0 / 4096 * 128
  private static let c1 = 3424.0 / 4096
  private static let c2 = 2413.0 / 4096 * 32
  private static let c3 = 2392.0 / 4096 * 32

  /// Codes 0...1 of BT.2020 that a chart should have: the example of BT.2100's OOTF, greys, skin, the primaries and their
  /// mixtures from dark to bright.
  public static func chart(_ transfer: Transfer) -> [[Double]] {
    var colours = [[0.75, 0.40, 0.30]]
    colours += (0...20).map { [Double](repeating: Double($0) / 20, count: 3) }
    let levels: [Double]
    switch transfer {
    case .hybridLogGamma:
      colours += [[0.62, 0.53, 0.47], [0.55, 0.45, 0.38], [0.45, 0.34, 0.28], [0.30, 0.22, 0.17]]
      levels = [0.2, 0.4, 0.6, 0.75, 0.9, 1]
    case .perceptualQuantizer:
      colours += [[0.52, 0.47, 0.44], [0.49, 0.44, 0.40], [0.44, 0.38, 0.34], [0.36, 0.30, 0.26]]
      levels = [1, 10, 50, 100, 203, 600, 1000].map(code(pq:))
    }
    for level in levels {
      for number in 1...6 { colours.append((0..<3).map { number >> $0 & 1 == 1 ? level : level * 0.3 }) }
      for number in 1...6 { colours.append((0..<3).map { number >> $0 & 1 == 1 ? level : 0 }) }
    }
    return colours
  }

  /// cd/m2 of a PQ code 0...1.
  public static func light(pq code: Double) -> Double {
    let root = pow(code, 1 / m2)
    return 10_000 * pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
  }

  /// The PQ code of cd/m2.
  public static func code(pq light: Double) -> Double {
    let root = pow(light / 10_000, m1)
    return pow((c1 + c2 * root) / (1 + c3 * root), m2)
  }

  /// cd/m2 of codes 0...1 on BT.2020. HLG's OOTF works on luminance.
  public static func light(_ codes: [Double], _ transfer: Transfer) -> [Double] {
    guard transfer == .hybridLogGamma else { return codes.map(light(pq:)) }
    let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
    let scene = codes.map { $0 <= 0.5 ? $0 * $0 / 3 : (exp(($0 - c) / a) + b) / 12 }
    let luminance = 0.2627 * scene[0] + 0.678 * scene[1] + 0.0593 * scene[2]
    return scene.map { luminance > 0 ? 1000 * pow(luminance, 0.2) * $0 : 0 }
  }

  /// BT.2020 to BT.709, linear; negative where BT.709 lacks the colour.
  public static func narrowed(_ light: [Double]) -> [Double] {
    [[1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187]].map {
      $0[0] * light[0] + $0[1] * light[1] + $0[2] * light[2]
    }
  }

  /// The tone curve of BT.2390-10, 5.4.1, from a peak to 203 cd/m2.
  public static func rolledOff(_ light: Double, peak: Double) -> Double {
    let (top, target) = (code(pq: peak), code(pq: 203) / code(pq: peak))
    let code = min(1, code(pq: light) / top)
    let knee = 1.5 * target - 0.5
    guard code > knee else { return min(light, peak) }
    let t = (code - knee) / (1 - knee)
    let (t2, t3) = (t * t, t * t * t)
    let spline = (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * target
    return self.light(pq: top * spline)
  }

  /// sRGB numbers 0...255, not rounded, of codes 0...1 on BT.2020: half of the tone curve by the brightest channel, half
  /// channel by channel.
  public static func shown(_ codes: [Double], _ transfer: Transfer, peak: Double) -> [Double] {
    let narrow = narrowed(light(codes, transfer)).map { max(0, $0) }
    let brightest = narrow.max() ?? 0
    guard brightest > 0 else { return [0, 0, 0] }
    let factor = rolledOff(brightest, peak: peak) / brightest
    return narrow.map { 255 * encoded((0.5 * $0 * factor + 0.5 * rolledOff($0, peak: peak)) / 203) }
  }

  private static func encoded(_ linear: Double) -> Double {
    linear <= 0.0031308 ? 12.92 * linear : min(1, 1.055 * pow(linear, 1 / 2.4) - 0.055)
  }
}
