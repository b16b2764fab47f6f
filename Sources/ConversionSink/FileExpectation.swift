public import Pixels
public import StillImages

/// What a finished file must turn out to be when it is read back from disk.
public enum FileExpectation: Sendable {
  /// A picture.
  case photo(PhotoExpectation)
  /// A video.
  case movie(MovieExpectation)
  /// A picture with a video behind it.
  case motionPhoto(PhotoExpectation, MotionExpectation)
  /// An animation.
  case animation(AnimationExpectation)

  /// What the picture must turn out to be, where there is one.
  var photo: PhotoExpectation? {
    switch self {
    case .photo(let photo), .motionPhoto(let photo, _): photo
    case .movie, .animation: nil
    }
  }
}

/// What the video of a finished Motion Photo must turn out to be.
public struct MotionExpectation: Sendable {
  /// Where in the file it must be found.
  public var range: Range<Int>
  /// The time, in microseconds, of its frame that the still shows; nil where nobody knows.
  public var presentationMicroseconds: Int64?
  /// The video itself.
  public var movie: MovieExpectation

  /// States an expectation.
  public init(range: Range<Int>, presentationMicroseconds: Int64?, movie: MovieExpectation) {
    self.range = range
    self.presentationMicroseconds = presentationMicroseconds
    self.movie = movie
  }
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
  /// Whether its first and last frame must decode: of a video that was coded here, where nobody else's damage can be in it.
  public var decodes = false

  /// States an expectation.
  public init(size: PixelSize, durationInSeconds: Double, hasSound: Bool, hdr: HDRKind) {
    self.size = size
    self.durationInSeconds = durationInSeconds
    self.hasSound = hasSound
    self.hdr = hdr
  }
}

/// What a finished animation must turn out to be.
public struct AnimationExpectation: Sendable {
  /// Columns and rows.
  public var size: PixelSize
  /// Frames in the file.
  public var frameCount: Int
  /// How long it plays once.
  public var durationInSeconds: Double
  /// How often it plays; 0: without end.
  public var playCount: Int
  /// The first picture that went into the encoder; the decoded one must resemble it.
  public var first: PixelBuffer?
  /// How many colours a frame may have; with a handful, nothing resembles anything closely.
  public var colourCount: Int

  /// States an expectation.
  public init(
    size: PixelSize,
    frameCount: Int,
    durationInSeconds: Double,
    playCount: Int,
    first: PixelBuffer?,
    colourCount: Int = 256
  ) {
    self.colourCount = colourCount
    self.size = size
    self.frameCount = frameCount
    self.durationInSeconds = durationInSeconds
    self.playCount = playCount
    self.first = first
  }
}
