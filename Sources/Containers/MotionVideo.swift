/// The video of a Motion Photo: a movie file that lies in the file of a still picture.
public struct MotionVideo: Hashable, Sendable {
  /// What told where it lies.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// XMP's Container:Directory (Motion Photo format 1.0).
    case google
    /// XMP's GCamera:MicroVideoOffset (MicroVideo V1, its predecessor).
    case microVideo = "micro-video"
    /// Samsung's SEF directory at the end of a JPEG, or in a `sefd` box of HEIC.
    case samsungTrailer = "samsung-trailer"
    /// The `mpvd` box of HEIC and AVIF.
    case mpvd
    /// Nothing but its own boxes, which follow the picture.
    case appended
  }

  /// What told where it lies; where several did, the most reliable one that was right.
  public var kind: Kind
  /// Its bytes in the file: whole boxes from the first to the last that belongs to it, a `moov` among them.
  public var range: Range<Int>

  /// Makes a finding.
  public init(kind: Kind, range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}
