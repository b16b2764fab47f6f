internal import Pixels

/// How much a picture may cost; checked before memory is taken.
public struct DecodingLimits: Hashable, Sendable {
  /// The most pixels of a picture. 2^28 holds the largest single shots of today's phones (200 MP) and takes up to
  /// 1.6 GB as 16-bit RGB.
  public var maximumPixelCount = 268_435_456

  /// The limits that fit photos.
  public init() {}
}
