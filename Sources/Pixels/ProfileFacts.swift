/// What an ICC profile that can be used says of itself.
public struct ProfileFacts: Hashable, Sendable {
  /// The colour space of the numbers that a profile explains.
  public enum Space: String, Sendable {
    /// Red, green, blue.
    case rgb
    /// One grey channel.
    case grey
    /// Four inks.
    case cmyk
    /// Anything else, as Lab; no picture of this program has it.
    case other
  }

  /// Its colour space.
  public var space: Space
  /// Its description, for people; may be empty.
  public var description: String
  /// The length that its header states. Some cameras write another one than the bytes have (Galaxy S24 FE:
  /// two too few).
  public var declaredByteCount: Int
  /// Whether the header states the length that the bytes have.
  public var isLengthRight: Bool
  /// Whether it is Display P3, by its numbers, whatever its name is.
  public var isDisplayP3: Bool
  /// Whether it is sRGB, by its numbers, whatever its name is.
  public var isSRGB: Bool

  /// Whether it can explain pictures of this layout.
  public func fits(_ layout: ChannelLayout) -> Bool { space == (layout.isGrey ? .grey : .rgb) }
}
