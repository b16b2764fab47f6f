/// Searches the best animation that is no larger than a number of bytes: first the quality gives way, then the frames a
/// second, then the size. What is tried is chosen by an estimate, and the estimate is mended by what came out.
struct AnimationFitting {
  /// The most bytes.
  let limit: Int
  /// The quality to begin with.
  let quality: Int
  /// Frames a second to begin with; 0: not known, and not changed.
  let rate: Double
  /// The longer side to begin with.
  let longEdge: Int
  /// Estimated bytes by quality, the best first.
  let estimates: [(quality: Int, bytes: Double)]

  /// Below this quality a smaller animation looks better than a worse one.
  static let lowestQuality = 20
  /// Fewer frames a second are no motion any more.
  static let lowestRate = 10.0
  /// Below this longer side an animation is of no use.
  static let shortestLongEdge = 64
  /// Whole animations that are coded at most.
  static let mostPasses = 4

  /// What is tried.
  struct Choice: Hashable {
    var quality: Int
    /// Frames a second at most; nil: as many as were asked for.
    var rate: Double?
    /// Part of the size that was asked for.
    var scale: Double
  }

  /// What came out.
  struct Attempt {
    var choice: Choice
    var byteCount: Int
  }

  /// Qualities to estimate the bytes of.
  static func qualities(from quality: Int) -> [Int] {
    guard quality > lowestQuality else { return [quality] }
    let middle = (quality + lowestQuality) / 2
    return middle > lowestQuality && middle < quality
      ? [quality, middle, lowestQuality] : [quality, lowestQuality]
  }

  /// What to try next; nil where that is of no use.
  func next(after attempts: [Attempt]) -> Choice? {
    guard let last = attempts.last else { return choice(correctedBy: 1, margin: 0.95) }
    if attempts.count >= Self.mostPasses { return nil }
    let correction = Double(last.byteCount) / max(1, predicted(last.choice))
    if let best = attempts.filter({ $0.byteCount <= limit }).last {
      // Good is good enough: another pass costs as much as all that was done.
      let isBest = best.choice.quality == quality && best.choice.scale == 1 && best.choice.rate == nil
      guard !isBest, best.byteCount < limit / 4 * 3, attempts.count <= 2 else { return nil }
      let better = choice(correctedBy: correction, margin: 0.92)
      return predicted(better) > predicted(best.choice) * 1.1 ? better : nil
    }
    // The last one has to fit.
    let margin = attempts.count == Self.mostPasses - 1 ? 0.75 : 0.93
    let next = choice(correctedBy: correction, margin: margin)
    return predicted(next) < predicted(last.choice) ? next : nil
  }

  /// Bytes that a choice should have.
  func predicted(_ choice: Choice) -> Double {
    bytes(ofQuality: choice.quality) * rateFactor(choice.rate) * choice.scale * choice.scale
  }

  private func choice(correctedBy correction: Double, margin: Double) -> Choice {
    let wanted = Double(limit) * margin / max(0.01, correction)
    if let quality = quality(for: wanted) { return Choice(quality: quality, rate: nil, scale: 1) }
    var choice = Choice(quality: min(quality, Self.lowestQuality), rate: nil, scale: 1)
    if rate > Self.lowestRate { choice.rate = Self.lowestRate }
    let ratio = wanted / max(1, predicted(choice))
    if ratio < 1 {
      choice.scale = max(Double(Self.shortestLongEdge) / Double(max(1, longEdge)), ratio.squareRoot())
      choice.scale = min(1, choice.scale)
    }
    return choice
  }

  /// Fewer frames have more that changed in each.
  private func rateFactor(_ rate: Double?) -> Double {
    guard let rate, self.rate > rate else { return 1 }
    return 0.5 + 0.5 * rate / self.rate
  }

  /// The highest quality of at most so many bytes; nil where the lowest has more. Between two, bytes grow evenly enough.
  private func quality(for bytes: Double) -> Int? {
    guard let worst = estimates.last, worst.bytes <= bytes else { return nil }
    return (min(quality, Self.lowestQuality)...max(quality, min(quality, Self.lowestQuality)))
      .last { self.bytes(ofQuality: $0) <= bytes }
  }

  private func bytes(ofQuality quality: Int) -> Double {
    guard var below = estimates.last else { return 0 }
    for estimate in estimates.reversed() {
      if estimate.quality >= quality {
        guard estimate.quality > below.quality else { return estimate.bytes }
        let part = Double(quality - below.quality) / Double(estimate.quality - below.quality)
        return below.bytes + (estimate.bytes - below.bytes) * part
      }
      below = estimate
    }
    return below.bytes
  }
}
