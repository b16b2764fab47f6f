public import Pixels

/// How pictures are coded into a movie.
public struct MovieEncodingSettings: Sendable {
  /// What the pictures' numbers mean, and the codec that holds it: standard range in H.264 High, HDR in HEVC Main 10.
  public typealias Colour = VideoColour

  /// Columns and rows of the pictures; odd sides are coded as the even number below (4:2:0 has no odd ones).
  public var size: PixelSize
  /// Codec and tags.
  public var colour = Colour.standard
  /// The kind of file.
  public var form = MovieForm.quickTime
  /// Parts of a second in which times are written; 600 holds 24, 25, 30, 50 and 60 frames a second.
  public var timescale: Int32 = 600
  /// Frames a second on average, for what the encoder may spend.
  public var frameRate = 30.0
  /// Rate factor of the encoder: 0 best, 51 worst; nil: 19 for H.264, 21 for HEVC.
  public var rateFactor: Double?
  /// Bits a second on average of standard range, at most of HDR; nil: what the rate factor takes.
  public var bitRate: Int?
  /// Seconds from one key frame to the next.
  public var keyFrameInterval = 2.0
  /// The most pictures that will come: room for the index is left before the media. Nil: it stands behind them.
  public var mostPictures: Int?
  /// Whether sound will be given, as samples.
  public var hasMadeSound = false
  /// The most threads.
  public var threads = 1

  /// Settings for standard range in this size.
  public init(size: PixelSize) { self.size = size }

  /// The size that is coded.
  public var codedSize: PixelSize {
    PixelSize(width: max(2, size.width / 2 * 2), height: max(2, size.height / 2 * 2))
  }
}
