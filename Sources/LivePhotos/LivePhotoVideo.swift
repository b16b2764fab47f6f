public import Containers
public import Files
public import Messages
public import Metadata
public import Movies
public import Pixels

/// The video half of a Live Photo, or a video of its own: a finished movie, to which what makes it one is added. Pictures and
/// sound stay byte for byte, and so does every other track.
public struct LivePhotoVideo: Sendable {
  /// A finished movie.
  public var path: FilePath
  /// The part of the file that it is; nil: all of it.
  public var range: Range<Int64>?
  /// The kind of file that comes out; MP4 only of a movie that is MP4.
  public var form: MovieForm
  /// What the half gets in common with the still; nil: it is a video of its own.
  public var identifier: PairingIdentifier?
  /// Columns and rows as players show it.
  public var size: PixelSize
  /// When the still's frame is shown, from the movie's start; nil: the track that tells so stays as it is.
  public var stillTime: MediaTime?
  /// The part that is to be seen, where a muxer did not write it.
  public var aperture: CleanAperture?

  /// Takes a finished movie.
  public init(
    path: FilePath,
    range: Range<Int64>? = nil,
    form: MovieForm = .quickTime,
    identifier: PairingIdentifier?,
    size: PixelSize,
    stillTime: MediaTime? = nil,
    aperture: CleanAperture? = nil
  ) {
    self.path = path
    self.range = range
    self.form = form
    self.identifier = identifier
    self.size = size
    self.stillTime = stillTime
    self.aperture = aperture
  }

  /// Writes the video to a new file and waits for the disk.
  ///
  /// - Parameters:
  ///   - carried: all that it says of date, place, tags...
  ///   - xmp: the same as a packet, of `metadata`.
  ///   - modification: the time that the file gets.
  /// - Throws: as `PairedMovieWriter`.
  public func write(
    to target: FilePath,
    _ carried: SourceMetadata,
    xmp: [UInt8]?,
    modification: FileTime?
  ) throws {
    try PairedMovieWriter.write(
      path,
      range: range,
      to: target,
      identifier: identifier,
      stillAt: stillTime.map { PairedMovieWriter.Moment(time: $0.value, scale: UInt32($0.timescale)) },
      modification: modification
    ) { editor, movie in
      editor.keepsType = form == .mp4
      // A video of its own goes to web pages and messengers.
      editor.startsFast = form == .mp4
      if let aperture, let track = movie.videoTrack {
        editor.correct(track, QuickTimePictureCorrection(aperture))
      }
      QuickTimeMetadataWriter.write(carried, xmp: xmp, into: &editor)
    }
  }

  /// What the video says of date, place, tags...
  ///
  /// - Parameters:
  ///   - sidecarXMP: the packet of the original's sidecar, where there is one.
  ///   - derivedFrom: the original's file name; empty: it has several, or none.
  public func metadata(
    _ carried: SourceMetadata,
    sidecarXMP: [UInt8]?,
    identity: CopyIdentity,
    derivedFrom: String
  ) -> CopyMetadata {
    var original = MetadataBlocks()
    original.sidecarXMP = sidecarXMP
    let mediaType = form == .mp4 ? "video/mp4" : "video/quicktime"
    return CopyMetadata(
      original: original,
      carried: carried,
      size: size,
      target: MetadataCapacity(holdsIPTC: false, exifLimit: nil, mediaType: mediaType),
      identity: identity,
      derivedFrom: derivedFrom,
      hdrRemoved: false
    )
  }

  /// What cameras call the half of a Live Photo.
  public static let fileExtension = "MOV"
}

extension QuickTimePictureCorrection {
  /// Puts the part in that is to be seen.
  public init(_ aperture: CleanAperture) {
    self.init()
    cleanAperture = [
      aperture.width, aperture.height, aperture.horizontalOffset, aperture.verticalOffset,
    ].flatMap { [Int32(clamping: $0.numerator), Int32(clamping: $0.denominator)] }
  }
}

extension Problem {
  /// Whether a video's content is at fault: then its still can leave without it. A stop, a full disk or a missing library
  /// says nothing about the video.
  public var isOfVideoContent: Bool {
    [
      .inputEmpty, .formatUnknown, .formatUnsupported, .codecUnsupported, .truncated, .damaged,
      .tooManyPixels,
      .movieIncomplete, .movieNoVideo, .movieCodecUnknown, .movieDolbyVisionOnly, .encodeFailed,
    ].contains(code)
  }
}

extension Note {
  /// A plain still is delivered because of what is wrong with the video.
  public static func pairBroken(_ problem: Problem) -> Note {
    let detail = problem.values["detail"] ?? ""
    return Note(.pairBroken, ["reasons": detail.isEmpty ? problem.code.rawValue : detail])
  }
}
