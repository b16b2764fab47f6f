public import Messages

/// What a check of two files found.
public struct PairCheckResult: Hashable, Sendable, Codable {
  /// Whether they are a Live Photo.
  public enum Verdict: Hashable, Sendable, Codable {
    /// They are.
    case pairs
    /// They are not, for at least one reason.
    case doesNotPair([Problem])
    /// It could not be told in this many seconds.
    case timedOut(seconds: Double)
  }

  /// The answer.
  public var verdict: Verdict
  /// What is unusual; it does not keep them from being a Live Photo.
  public var warnings: [Note]
  /// The still's pairing identifier, as it is written.
  public var identifier: String?
  /// The moment that the still shows, in seconds.
  public var stillTime: Double?
  /// The video's length in seconds.
  public var duration: Double?

  /// Whether they are a Live Photo.
  public var pairs: Bool { verdict == .pairs }

  /// The reasons why not; empty for a pair, and where time ran out.
  public var reasons: [Problem] {
    if case .doesNotPair(let reasons) = verdict { return reasons }
    return []
  }

  /// What is said to people where there is no Live Photo: time ran out, or the two don't match.
  public var problem: Problem? {
    switch verdict {
    case .pairs: nil
    case .doesNotPair: Problem(.pairDoesNotMatch)
    case .timedOut(let seconds): Problem(.pairTimedOut, ["seconds": DecimalText.text(seconds, decimals: 1)])
    }
  }
}
