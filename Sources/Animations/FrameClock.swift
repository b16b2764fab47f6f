/// Centiseconds from the beginning of an animation. A frame's end is rounded, not its length, so that no error adds up.
enum FrameClock {
  /// What viewers show as long as it says: many take 0 and 1 as 10 (Firefox, Chromium).
  static let shortestDelay = 2
  /// What a delay can say.
  static let longestDelay = 65_535
  /// Some 190 days.
  private static let last = 1 << 34

  /// The nearest centisecond.
  static func centiseconds(_ seconds: Double) -> Int {
    guard seconds.isFinite, seconds > 0 else { return 0 }
    return Int(min((seconds * 100).rounded(), Double(last)))
  }
}
