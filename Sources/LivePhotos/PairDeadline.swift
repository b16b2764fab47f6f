internal import Messages

/// How long a check may take, and whether somebody wants it to stop. Asked at every step.
public struct PairDeadline: Sendable {
  /// Seconds that were given.
  public let seconds: Double
  private let end: ContinuousClock.Instant
  private let isStopped: @Sendable () -> Bool

  /// What is thrown when the time is over: a result of its own, not a mismatch.
  public struct TimeIsOver: Error {}

  /// Begins now.
  ///
  /// - Parameters:
  ///   - seconds: the time there is; 0 or less: over at once.
  ///   - isStopped: whether to stop at the next step.
  public init(seconds: Double = 45, isStopped: @escaping @Sendable () -> Bool = { false }) {
    self.seconds = seconds
    self.isStopped = isStopped
    end = ContinuousClock.now + .milliseconds(Int64(max(0, min(seconds, 1e9)) * 1000))
  }

  /// Seconds that are left, 0 and more.
  public var remaining: Double {
    let (seconds, attoseconds) = (end - .now).components
    return max(0, Double(seconds) + Double(attoseconds) / 1e18)
  }

  /// - Throws: `TimeIsOver`; `run.cancelled` where somebody wants it to stop.
  public func check() throws {
    if isStopped() { throw Problem(.cancelled) }
    if ContinuousClock.now >= end { throw TimeIsOver() }
  }
}
