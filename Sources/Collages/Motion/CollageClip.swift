public import Movies

/// The moving part of one item, as the time plan sees it.
public struct CollageClip: Hashable, Sendable {
  /// How long it plays.
  public var duration: MediaTime
  /// The moment that its key photo shows; nil: not known.
  public var stillTime: MediaTime?
  /// Whether it has sound.
  public var hasSound: Bool

  /// The longest that is planned with; what is longer ends there.
  static let longest = MediaTime(value: 86_400, timescale: 1)

  /// Makes a clip.
  public init(duration: MediaTime, stillTime: MediaTime? = nil, hasSound: Bool = false) {
    self.duration = duration
    self.stillTime = stillTime
    self.hasSound = hasSound
  }

  /// The duration within its limits; nil where nothing plays.
  var boundedDuration: MediaTime? { duration > .zero ? min(duration, Self.longest) : nil }

  /// The part of at most this length around the key photo's moment, or around the middle.
  func part(_ longest: MediaTime?) -> (start: MediaTime, duration: MediaTime) {
    let whole = boundedDuration ?? .zero
    guard let longest, longest > .zero, longest < whole else { return (.zero, whole) }
    let ticks = Self.ticks(longest)
    let middle = stillTime.map(Self.ticks) ?? Self.ticks(whole) / 2
    let start = min(max(middle - ticks / 2, 0), Self.ticks(whole) - ticks)
    return (MediaTime(value: start, timescale: Self.timescale), longest)
  }

  /// Times within clips are told in these parts of a second.
  static let timescale: Int32 = 90_000

  /// A time in these parts, kept within what can be planned with.
  static func ticks(_ time: MediaTime) -> Int64 {
    let limit = longest.converted(to: timescale).value * Int64(CollageSettings.counts.upperBound)
    return min(max(time.converted(to: timescale).value, -limit), limit)
  }
}
