internal import Containers
internal import ConversionSink
internal import Files
internal import Library
internal import LivePhotos
internal import Messages
internal import Metadata
internal import Movies
internal import Pixels
internal import StillImages

/// A finished video on its way into the file of a still: the video's half of a Motion Photo.
struct MotionPhotoVideo {
  private let pieces: [FilePiece]
  private let movie: MovieExpectation
  private var writer: MotionPhotoWriter
  /// The time of the frame that the still shows; nil where nobody knows.
  private let presentationMicroseconds: Int64?

  /// What the metadata of the still have to say.
  var contents: PhotoContents { writer.contents }
  /// The same behind a still in whose file a gain map of so many bytes follows the picture.
  func standing(behind gainMapByteCount: Int?) throws -> MotionPhotoVideo {
    guard let gainMapByteCount else { return self }
    var result = self
    result.writer = try MotionPhotoWriter(
      format: writer.format,
      videoByteCount: writer.videoByteCount,
      presentationMicroseconds: presentationMicroseconds,
      gainMapByteCount: gainMapByteCount
    )
    return result
  }

  /// How long it plays.
  var durationInSeconds: Double { movie.durationInSeconds }

  /// Takes a part of a file as it is.
  init(
    part range: Range<Int64>,
    of path: FilePath,
    _ movie: MovieExpectation,
    presentationMicroseconds: Int64?,
    still format: StillFormat
  ) throws {
    try self.init(
      [.range(of: path, range)],
      movie,
      presentationMicroseconds: presentationMicroseconds,
      still: format
    )
  }

  /// Takes a part of a video that was cut out, and puts into it what a muxer does not write.
  /// - Parameter key: when the still's frame is shown in the source, after the source's first frame.
  init(
    _ cut: LivePhotoCut.Result,
    key: MediaTime,
    _ hdr: HDRKind,
    _ carried: CarriedOver,
    still format: StillFormat
  ) throws {
    let movie = MovieExpectation(
      size: cut.size,
      durationInSeconds: cut.durationInSeconds,
      hasSound: cut.hasSound,
      hdr: hdr
    )
    try self.init(
      Self.finished(cut, carried),
      movie,
      presentationMicroseconds: max(.zero, key - cut.start).microsecondsRoundedUp,
      still: format
    )
  }

  private init(
    _ pieces: [FilePiece],
    _ movie: MovieExpectation,
    presentationMicroseconds: Int64?,
    still format: StillFormat
  ) throws {
    self.pieces = pieces
    self.movie = movie
    self.presentationMicroseconds = presentationMicroseconds
    writer = try MotionPhotoWriter(
      format: format,
      videoByteCount: Int(clamping: pieces.reduce(0) { $0 + $1.byteCount }),
      presentationMicroseconds: presentationMicroseconds
    )
  }

  /// The time in the headers, and the part that is to be seen. What else belongs to the photo is said by its still.
  private static func finished(_ cut: LivePhotoCut.Result, _ carried: CarriedOver) throws -> [FilePiece] {
    try PairedMovieWriter.pieces(of: RandomAccessFile(cut.path)) { editor, movie in
      editor.keepsType = true
      if let aperture = cut.aperture, let track = movie.videoTrack {
        editor.correct(track, QuickTimePictureCorrection(aperture))
      }
      if let date = carried.metadata.captureDate { QuickTimeMetadataWriter.writeTime(date, into: &editor) }
    }
  }

  /// Writes still and video as one file into the staging area.
  /// - Parameter still: a picture whose metadata were made with `contents`.
  func stage(
    behind still: [UInt8],
    _ photo: PhotoExpectation,
    _ carried: CarriedOver,
    in staging: StagingArea
  ) throws -> StagedFile {
    let path = staging.freshPath(fileExtension: writer.format.fileExtension)
    try DurableFile.write(
      writer.pieces(still: still, video: pieces),
      to: path,
      modification: carried.modification
    )
    let start = writer.videoStart(behindStillOf: still.count)
    let motion = MotionExpectation(
      range: start..<(start + writer.videoByteCount),
      presentationMicroseconds: presentationMicroseconds,
      movie: movie
    )
    return StagedFile(
      role: .photo,
      path: path,
      fileExtension: writer.format.fileExtension,
      expectation: .motionPhoto(photo, motion)
    )
  }
}

extension MediaTime {
  /// Rounded up, so that the moment lies in its frame and not in the one before.
  var microsecondsRoundedUp: Int64 {
    let scale = Int128(max(1, timescale))
    return Int64(clamping: (Int128(value) * 1_000_000 + scale - 1) / scale)
  }
}
