public import Files
public import Messages
public import Metadata
internal import Movies
internal import Pixels
public import StillImages

/// One photo, Live Photo, Motion Photo or video of a collage: what is known of it before anything is drawn.
public struct CollageSource: Sendable {
  /// The photo, the still of a Live Photo, or the video.
  public let path: FilePath
  /// What its layout goes by.
  public internal(set) var item: CollageItem
  /// Its moving part; nil: nothing moves.
  public internal(set) var motion: CollageMotionSource?
  /// Why it stands still though a video belongs to it; nil: it moves, or there is none.
  public internal(set) var motionProblem: Problem?
  /// Why it is a grey cell; nil: it can be read.
  public let problem: Problem?
  /// How its picture is HDR; it is drawn in standard range.
  public let hdr: HDRKind
  /// Whether its colours go beyond sRGB.
  public let isWide: Bool
  /// What is worth saying about it even if all goes well.
  public let notes: [Note]
  /// When it was taken; `item.date` is the same moment, on UTC's clock where it does not tell its own.
  public let captureDate: CaptureDate?
  /// How its picture is read; nil where it can't be.
  let picture: CollagePicture?

  init(
    path: FilePath,
    item: CollageItem,
    picture: CollagePicture?,
    motion: CollageMotionSource? = nil,
    motionProblem: Problem? = nil,
    problem: Problem? = nil,
    hdr: HDRKind = .none,
    isWide: Bool = false,
    notes: [Note] = [],
    captureDate: CaptureDate? = nil
  ) {
    self.path = path
    self.item = item
    self.picture = picture
    self.motion = motion
    self.motionProblem = motionProblem
    self.problem = problem
    self.hdr = hdr
    self.isWide = isWide
    self.notes = notes
    self.captureDate = captureDate
  }

  /// A source that can't be read: a grey cell of 4:3.
  public static func missing(_ path: FilePath, _ problem: Problem) -> CollageSource {
    let item = CollageItem(size: PixelSize(width: 1200, height: 900))
    return CollageSource(path: path, item: item, picture: nil, problem: problem)
  }

  /// The same with another item.
  func with(_ item: CollageItem) -> CollageSource {
    var result = self
    result.item = item
    return result
  }
}

/// How the picture of a source is read.
enum CollagePicture: Sendable {
  /// The primary picture of a photo.
  case still(DecodingLimits)
  /// The first frame of a video.
  case video(MovieReader, MovieLimits)
}
