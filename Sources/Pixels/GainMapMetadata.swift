/// How the samples of a gain map become light: the numbers of ISO 21496-1, as the exact fractions that files hold.
///
/// `L = min + (max - min) * sample ^ (1 / gamma)`, and where the display has the alternate headroom
/// `alternate = (base + baseOffset) * 2 ^ L - alternateOffset`, all light linear and 1 the white of standard range.
public struct GainMapMetadata: Hashable, Sendable {
  /// A fraction as it stands in a file.
  public struct Fraction: Hashable, Sendable {
    /// The upper number, signed only where the field is: -2^31..<2^32.
    public var numerator: Int
    /// The lower number, never 0: 1..<2^32.
    public var denominator: Int

    /// Makes a fraction; a denominator of 0 becomes 1.
    public init(_ numerator: Int, _ denominator: Int) {
      self.numerator = numerator
      self.denominator = max(1, denominator)
    }

    /// The nearest fraction with a power of ten below, so exact for decimals of up to six digits behind the point.
    public init(_ value: Double) {
      guard value.isFinite else {
        self.init(0, 1)
        return
      }
      // Numerators are signed in some fields.
      let largest = 2_147_483_647.0
      var scale = 1.0
      while scale < 1e6 || (value != 0 && value.magnitude * scale < 1e5 && scale < 1e9) {
        guard value.magnitude * scale * 10 <= largest else { break }
        scale *= 10
      }
      self.init(Int(max(-largest, min(largest, (value * scale).rounded()))), Int(scale))
    }

    /// The number.
    public var value: Double { Double(numerator) / Double(denominator) }
  }

  /// The numbers of one channel.
  public struct Channel: Hashable, Sendable {
    /// log2 of the gain where the sample is 0.
    public var minimum: Fraction
    /// log2 of the gain where the sample is full.
    public var maximum: Fraction
    /// Over 0; samples were raised to it.
    public var gamma: Fraction
    /// Added to the base picture's light.
    public var baseOffset: Fraction
    /// Added to the alternate picture's light.
    public var alternateOffset: Fraction

    /// Makes a channel.
    public init(
      minimum: Fraction,
      maximum: Fraction,
      gamma: Fraction = Fraction(1, 1),
      baseOffset: Fraction,
      alternateOffset: Fraction
    ) {
      self.minimum = minimum
      self.maximum = maximum
      self.gamma = gamma
      self.baseOffset = baseOffset
      self.alternateOffset = alternateOffset
    }
  }

  /// log2 of the headroom up to which the base picture is shown as it is.
  public var baseHeadroom: Fraction
  /// log2 of the headroom from which on the whole gain is applied.
  public var alternateHeadroom: Fraction
  /// One for all colours, or one each for red, green, blue.
  public private(set) var channels: [Channel]
  /// Whether the gain is applied in the base picture's primaries; else in the alternate picture's.
  public var usesBaseColourSpace: Bool

  /// Takes numbers that make sense: 1 or 3 channels, gamma over 0, maximum not below minimum, headrooms of 0...`largestStops`,
  /// nothing larger than `largestStops` but offsets, which are 0...1 or hardly below 0. Nil for all others.
  public init?(
    baseHeadroom: Fraction,
    alternateHeadroom: Fraction,
    channels: [Channel],
    usesBaseColourSpace: Bool
  ) {
    self.baseHeadroom = baseHeadroom
    self.alternateHeadroom = alternateHeadroom
    self.channels = channels
    self.usesBaseColourSpace = usesBaseColourSpace
    guard channels.count == 1 || channels.count == 3, channels.allSatisfy(Self.isPossible),
      (0...Self.largestStops).contains(baseHeadroom.value),
      (0...Self.largestStops).contains(alternateHeadroom.value)
    else { return nil }
  }

  /// More stops than this are no light that any display or format knows: PQ ends 5.6 stops over white.
  public static let largestStops = 24.0

  private static func isPossible(_ channel: Channel) -> Bool {
    let limits = -largestStops...largestStops
    return limits.contains(channel.minimum.value) && limits.contains(channel.maximum.value)
      && channel.minimum.value <= channel.maximum.value
      && channel.gamma.value > 0.01 && channel.gamma.value < 100
      && (-1...1).contains(channel.baseOffset.value) && (-1...1).contains(channel.alternateOffset.value)
  }

  /// The channel for a colour (0 red, 1 green, 2 blue).
  public func channel(_ colour: Int) -> Channel {
    channels.count == 3 ? channels[min(max(colour, 0), 2)] : channels[0]
  }

  /// Whether the base picture is the darker one, as files have it whose base picture is of standard range.
  public var isBaseStandard: Bool { baseHeadroom.value < alternateHeadroom.value && baseHeadroom.value == 0 }

  /// The same with a channel for each colour.
  public var expanded: GainMapMetadata {
    var result = self
    result.channels = (0..<3).map(channel)
    return result
  }

  /// The alternate headroom as a factor.
  public var headroomFactor: Double { alternateHeadroom.value.powerOfTwo() }
}
