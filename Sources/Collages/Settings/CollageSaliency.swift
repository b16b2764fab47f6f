/// How much there is to see in the columns and rows of an upright picture.
public struct CollageSaliency: Hashable, Sendable {
  /// From the left to the right.
  public var columns: CollageSalienceProfile
  /// From the top to the bottom.
  public var rows: CollageSalienceProfile

  /// Makes a saliency.
  public init(columns: CollageSalienceProfile, rows: CollageSalienceProfile) {
    self.columns = columns
    self.rows = rows
  }
}

/// How much there is to see along one axis of a picture.
public struct CollageSalienceProfile: Hashable, Sendable {
  /// Shares of steps of equal length; their sum is 1, or they are none.
  public let shares: [Double]

  /// Makes a profile of any amounts; negative ones, and what is no number, count as nothing.
  public init(_ amounts: [Double]) {
    let bounded = amounts.map { $0 > 0 && $0.isFinite ? $0 : 0 }
    let sum = bounded.reduce(0, +)
    shares = sum > 0 && sum.isFinite ? bounded.map { $0 / sum } : []
  }

  /// Where the middle of a window of this length (0...1) had best be: where it holds most, less what its distance from the
  /// usual place costs, so that it leaves that place for something plain alone.
  ///
  /// - Parameter distanceCost: how much more must be held for a move by the whole side.
  func middle(_ length: Double, near usual: Double, distanceCost: Double) -> Double {
    let free = 1 - length
    guard free > 0, !shares.isEmpty else { return usual }
    let wished = min(max(usual - length / 2, 0), free)
    var best = (start: wished, value: held(wished, length))
    for step in 0...Self.steps {
      let start = free * Double(step) / Double(Self.steps)
      let value = held(start, length) - distanceCost * (start - wished).magnitude
      if value > best.value + 1e-9 { best = (start, value) }
    }
    return best.start + length / 2
  }

  /// Places that are tried.
  private static let steps = 128

  /// The share of what there is that lies in a window.
  private func held(_ start: Double, _ length: Double) -> Double {
    let count = Double(shares.count)
    let (first, last) = (start * count, (start + length) * count)
    var sum = 0.0
    for (index, share) in shares.enumerated() {
      let inside = min(last, Double(index + 1)) - max(first, Double(index))
      if inside > 0 { sum += share * min(inside, 1) }
    }
    return sum
  }
}
