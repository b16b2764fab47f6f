/// What `quality` lets the encoder get wrong. Distances are those of `ColourDistance`.
struct LossLimits {
  /// How far a pixel's source may go away from what it was when it was painted, before it is painted anew.
  let hold: Int32
  /// By activity: how much farther from the source than the nearest colour one may lie that is taken because it codes
  /// shorter.
  private let slack: [Double]

  /// Activity up to which it is smooth, and from which it is busy.
  private static let smooth = 8.0
  private static let busy = 48.0
  /// Mean distance that a palette of 255 colours leaves in a photo of not many colours.
  private static let usualError = 40.0
  private static let leastShare = 0.35
  private static let greatestShare = 1.15
  private static let smoothShare = 0.2
  private static let busyShare = 1.6

  /// - Parameter quality: 1...100; 100 allows no loss but that of the palette, 80 a mean loss of 5.8 levels where a picture
  ///   is neither smooth nor busy.
  init(quality: Int) {
    let loss = Double(100 - min(max(quality, 1), 100)) / 13.3
    hold = Int32(32 * loss)
    // 8: the weights of all three colours.
    let mean = 8 * 20 * loss.raised
    slack = (0..<256).map { activity in
      let share = min(max((Double(activity) - Self.smooth) / (Self.busy - Self.smooth), 0), 1)
      return mean * (Self.smoothShare + (Self.busyShare - Self.smoothShare) * share)
    }
  }

  /// By activity, what may be lost besides what a palette loses. Where that is little, as in dark or nearly grey pictures,
  /// the eye has little else to go by, and this is less: measured over nine clips it is as many bytes a decibel.
  func slack(paletteError: Double) -> [Int32] {
    let share = min(max((paletteError / Self.usualError).squareRoot(), Self.leastShare), Self.greatestShare)
    return slack.map { Int32($0 * share) }
  }
}

extension Double {
  /// A little more than itself above 1, a little less below: x * sqrt(sqrt(x)).
  fileprivate var raised: Double { self * squareRoot().squareRoot() }
}
