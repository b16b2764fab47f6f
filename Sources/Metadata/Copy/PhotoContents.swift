/// What a copy's file holds behind its primary picture, as its XMP is to say it (Motion Photo format 1.0; Ultra HDR image
/// format 1.0).
public struct PhotoContents: Hashable, Sendable {
  /// A Motion Photo's video.
  public struct Video: Hashable, Sendable {
    /// "video/mp4" or "video/quicktime".
    public var mediaType: String
    /// Bytes from its first one to the end of the file, whatever stands there behind it.
    public var byteCount: Int
    /// The time, in microseconds, of its frame that the still picture shows; nil where nobody knows.
    public var presentationMicroseconds: Int64?
    /// Whether the tags of MicroVideo V1 are to stand beside, for old readers. New ones must ignore them.
    public var isMicroVideoToo: Bool

    /// Describes a video.
    public init(
      mediaType: String = "video/mp4",
      byteCount: Int,
      presentationMicroseconds: Int64?,
      isMicroVideoToo: Bool
    ) {
      self.mediaType = mediaType
      self.byteCount = byteCount
      self.presentationMicroseconds = presentationMicroseconds
      self.isMicroVideoToo = isMicroVideoToo
    }
  }

  /// Bytes between the primary picture and what follows it: the head of `mpvd`, the head of a Samsung record.
  public var primaryPadding = 0
  /// Bytes of a gain map, a JPEG stream; nil where there is none behind the picture.
  public var gainMapByteCount: Int?
  /// The video.
  public var video: Video?

  /// Nothing but the picture.
  public init() {}
}
