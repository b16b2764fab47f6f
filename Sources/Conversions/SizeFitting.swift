/// Searches the best copy that is no larger than a number of bytes: first by the quality, then by the picture's size.
struct SizeFitting {
  /// The most bytes.
  let limit: Int
  /// The quality to begin with, or nil for formats that know one only.
  let quality: Int?
  /// The picture's longer side to begin with.
  let longEdge: Int

  /// Below this quality a smaller picture looks better than a worse one.
  static let lowestQuality = 50
  /// Below this longer side a copy is of no use.
  static let shortestLongEdge = 64
  /// Copies that are made in search of the best quality once one is known that fits: each costs an encoder's run.
  private static let refinements = 3

  /// What was tried.
  struct Attempt<Copy> {
    var quality: Int?
    var longEdge: Int
    var copy: Copy
    var byteCount: Int
  }

  /// The best attempt that fits, or the smallest one and false where none does.
  ///
  /// - Parameter make: makes the copy of this quality and longer side, and tells its size in bytes.
  func search<Copy>(_ make: (_ quality: Int?, _ longEdge: Int) throws -> (copy: Copy, byteCount: Int))
    rethrows
    -> (attempt: Attempt<Copy>, fits: Bool)
  {
    func attempt(_ quality: Int?, _ longEdge: Int) throws -> Attempt<Copy> {
      let (copy, byteCount) = try make(quality, longEdge)
      return Attempt(quality: quality, longEdge: longEdge, copy: copy, byteCount: byteCount)
    }
    var worst = try attempt(quality, longEdge)
    if worst.byteCount <= limit { return (worst, true) }
    if let best = quality, best > Self.lowestQuality {
      let lowest = try attempt(Self.lowestQuality, longEdge)
      if lowest.byteCount <= limit { return (try refined(lowest, below: worst, attempt), true) }
      worst = lowest
    }
    while worst.longEdge > Self.shortestLongEdge {
      // Bytes go about with the pixels; the metadata do not, so it may take several steps.
      let ratio = max(0.2, min(0.9, (Double(limit) / Double(worst.byteCount)).squareRoot() * 0.97))
      let longEdge = max(Self.shortestLongEdge, Int(Double(worst.longEdge) * ratio))
      worst = try attempt(worst.quality, longEdge)
      if worst.byteCount <= limit { return (worst, true) }
    }
    return (worst, false)
  }

  /// Between a quality that fits and one that does not, bytes grow about exponentially.
  private func refined<Copy>(
    _ fitting: Attempt<Copy>,
    below other: Attempt<Copy>,
    _ attempt: (Int?, Int) throws -> Attempt<Copy>
  ) rethrows -> Attempt<Copy> {
    var (fitting, other) = (fitting, other)
    for _ in 0..<Self.refinements {
      guard let low = fitting.quality, let high = other.quality, high - low > 1,
        fitting.byteCount < limit - limit / 50
      else { break }
      let position = Self.logarithmicPosition(of: limit, from: fitting.byteCount, to: other.byteCount)
      let quality = min(high - 1, max(low + 1, low + Int(position * Double(high - low))))
      let next = try attempt(quality, fitting.longEdge)
      if next.byteCount <= limit { fitting = next } else { other = next }
    }
    return fitting
  }

  /// Where `value` lies between two others on a logarithmic scale, 0...1; found by halving, which needs no logarithm.
  private static func logarithmicPosition(of value: Int, from low: Int, to high: Int) -> Double {
    var (lower, upper) = (Double(max(1, low)), Double(max(2, high)))
    var (from, to) = (0.0, 1.0)
    for _ in 0..<12 {
      let middle = (lower * upper).squareRoot()
      if Double(value) < middle {
        (upper, to) = (middle, (from + to) / 2)
      } else {
        (lower, from) = (middle, (from + to) / 2)
      }
    }
    return (from + to) / 2
  }
}
