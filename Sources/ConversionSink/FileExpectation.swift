public import Pixels
public import StillImages

/// What a finished file must turn out to be when it is read back from disk.
public enum FileExpectation: Sendable {
  /// A picture.
  case photo(PhotoExpectation)
  /// A video.
  case movie(MovieExpectation)
}

/// What a finished video must turn out to be.
public struct MovieExpectation: Sendable {
  /// Columns and rows as players show it: upright, square pixels, clean aperture.
  public var size: PixelSize
  /// How long it plays.
  public var durationInSeconds: Double
  /// Whether it has sound.
  public var hasSound: Bool
  /// The dynamic range that must be found.
  public var hdr: HDRKind

  /// States an expectation.
  public init(size: PixelSize, durationInSeconds: Double, hasSound: Bool, hdr: HDRKind) {
    self.size = size
    self.durationInSeconds = durationInSeconds
    self.hasSound = hasSound
    self.hdr = hdr
  }
}
