public import Containers
public import Files
internal import Messages
public import StillImages

/// A still picture whose file holds a video too (Google's and Samsung's Motion Photos, MicroVideo).
public struct MotionPhoto: Hashable, Sendable {
  /// The video: where it lies in the file, and what told so.
  public var video: MotionVideo
  /// The time in the video, in microseconds, of the frame that the still picture shows. Nil where the file does not tell:
  /// then it is the last frame before the middle of the video track. It is not compared with the video's length.
  public var presentationMicroseconds: Int64?
  /// The file says that it is not to be shown as a Motion Photo, as Google Photos does when the motion is switched off. The
  /// video is whole all the same.
  public var isSwitchedOff: Bool

  /// Looks for a video in the bytes of a picture file.
  ///
  /// - Returns: nil for a picture without one, and for what is neither JPEG nor HEIC nor AVIF.
  /// - Throws: `motion.video-missing` where the file says that there is a video and none is whole; `decode.*` for files whose
  ///   outline can't be read.
  public static func read(_ bytes: [UInt8]) throws -> MotionPhoto? {
    switch FormatDetector.detect(Array(bytes.prefix(FormatDetector.neededByteCount))) {
    case .still(.jpeg):
      let segments = try JPEGSegments(bytes)
      return try MotionPhoto(video: segments.companions.motionVideo, tags: MotionTags(segments.blocks))
    case .still(.heic), .still(.avif):
      let items = try HEIFItems(bytes: bytes)
      let primary = try items.primaryItem()
      var blocks = MetadataBlocks()
      blocks.xmp = try? items.xmp(of: primary.id).packet
      return try MotionPhoto(video: items.motionVideo(of: primary.id), tags: MotionTags(blocks))
    default: return nil
    }
  }

  /// The same, from a header that was read already.
  /// - Throws: `motion.video-missing`.
  public static func read(_ header: StillImageHeader) throws -> MotionPhoto? {
    try MotionPhoto(video: header.further.motionVideo, tags: MotionTags(header.blocks))
  }

  private init?(video: MotionVideo?, tags: MotionTags) throws {
    guard let video else {
      if tags.claimsVideo { throw Problem(.motionVideoMissing) }
      return nil
    }
    self.video = video
    presentationMicroseconds = tags.presentationMicroseconds
    isSwitchedOff = tags.isMotionPhoto == false
  }

  /// The video as a part of the picture's file.
  public func piece(of path: FilePath) -> FilePiece {
    .range(of: path, Int64(video.range.lowerBound)..<Int64(video.range.upperBound))
  }
}
