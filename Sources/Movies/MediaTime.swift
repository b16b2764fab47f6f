/// A moment or a length in seconds, exactly: `value` / `timescale`.
public struct MediaTime: Hashable, Comparable, Sendable, Codable {
  /// How many parts.
  public var value: Int64
  /// Parts a second, at least 1.
  public var timescale: Int32

  /// Makes a time; a timescale below 1 is taken for 1.
  public init(value: Int64, timescale: Int32) {
    self.value = value
    self.timescale = max(1, timescale)
  }

  /// The nearest time to so many seconds, with a timescale of 90,000; times that make no sense are 0.
  public init(seconds: Double) {
    let scaled = (seconds * 90_000).rounded()
    self.init(value: scaled.isFinite ? Int64(exactly: scaled) ?? 0 : 0, timescale: 90_000)
  }

  /// 0 seconds.
  public static let zero = MediaTime(value: 0, timescale: 1)

  /// Seconds, as exactly as they go into a Double.
  public var seconds: Double { Double(value) / Double(timescale) }

  /// The time in another timescale, rounded to the nearest; as near as there is room for.
  public func converted(to timescale: Int32) -> MediaTime {
    let timescale = max(1, timescale)
    if timescale == self.timescale { return self }
    let product = value.magnitude.multipliedFullWidth(by: UInt64(timescale))
    let divisor = UInt64(self.timescale)
    guard product.high < divisor else {
      return MediaTime(value: value < 0 ? .min : .max, timescale: timescale)
    }
    let (quotient, remainder) = divisor.dividingFullWidth(product)
    let rounded =
      remainder >= divisor - remainder ? quotient.addingReportingOverflow(1).partialValue : quotient
    let magnitude = Int64(clamping: rounded)
    return MediaTime(value: value < 0 ? -magnitude : magnitude, timescale: timescale)
  }

  /// Whether the first is earlier.
  public static func < (first: MediaTime, second: MediaTime) -> Bool {
    first.product(with: second.timescale) < second.product(with: first.timescale)
  }

  /// Whether both are the same moment.
  public static func == (first: MediaTime, second: MediaTime) -> Bool {
    first.product(with: second.timescale) == second.product(with: first.timescale)
  }

  /// Equal times have equal hashes: the fraction is reduced.
  public func hash(into hasher: inout Hasher) {
    var (first, second) = (value.magnitude, UInt64(timescale))
    while second != 0 { (first, second) = (second, first % second) }
    hasher.combine(value / Int64(clamping: max(first, 1)))
    hasher.combine(UInt64(timescale) / max(first, 1))
  }

  private func product(with factor: Int32) -> Int128 { Int128(value) * Int128(factor) }

  /// The sum, in the finer timescale of the two.
  public static func + (first: MediaTime, second: MediaTime) -> MediaTime {
    let timescale = max(first.timescale, second.timescale)
    let (one, other) = (first.converted(to: timescale).value, second.converted(to: timescale).value)
    let (sum, isOver) = one.addingReportingOverflow(other)
    return MediaTime(value: isOver ? (one < 0 ? .min : .max) : sum, timescale: timescale)
  }

  /// The difference, in the finer timescale of the two.
  public static func - (first: MediaTime, second: MediaTime) -> MediaTime {
    let negative = second.value == .min ? .max : -second.value
    return first + MediaTime(value: negative, timescale: second.timescale)
  }
}
