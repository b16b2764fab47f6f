/// The part of a source that a cell shows: exact fractions of the upright picture, whatever size it is decoded at.
public struct CollageWindow: Hashable, Sendable {
  /// The left and upper edge, 0...1.
  public let x, y: CollageFraction
  /// The sides; `x + width` and `y + height` are at most 1.
  public let width, height: CollageFraction

  /// All of a source.
  public static let whole = CollageWindow(x: .zero, y: .zero, width: .one, height: .one)
}

/// An exact fraction, 0 or more.
public struct CollageFraction: Hashable, Sendable {
  /// What stands above the line, at least 0.
  public let numerator: Int
  /// What stands below it, at least 1.
  public let denominator: Int

  /// The fraction in its lowest terms; numbers outside their limits are brought within.
  public init(_ numerator: Int, _ denominator: Int) {
    let (above, below) = (max(numerator, 0), max(denominator, 1))
    var (divisor, rest) = (below, above)
    while rest != 0 { (divisor, rest) = (rest, divisor % rest) }
    self.numerator = above / divisor
    self.denominator = below / divisor
  }

  /// 0.
  public static let zero = CollageFraction(0, 1)
  /// 1.
  public static let one = CollageFraction(1, 1)

  /// The nearest Double.
  public var value: Double { Double(numerator) / Double(denominator) }
}
