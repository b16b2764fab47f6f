internal import Containers
internal import ConversionSink
internal import Files
internal import LivePhotos
internal import Messages
internal import Metadata
internal import Movies
internal import Pixels

/// The video half of a Live Photo: a finished movie, to which what makes it one is added. Pictures and sound stay byte for
/// byte, and so does every other track.
struct LivePhotoVideo {
  /// A finished movie.
  var path: FilePath
  /// The part of the file that it is; nil: all of it.
  var range: Range<Int64>?
  /// What the half gets in common with the still; nil: it is a video of its own.
  var identifier: PairingIdentifier?
  /// Columns and rows as players show it.
  var size: PixelSize
  /// When the still's frame is shown, from the movie's start; nil: the track that tells so stays as it is.
  var stillTime: MediaTime?
  /// The part that is to be seen, where a muxer did not write it.
  var aperture: CleanAperture?

  /// Writes the half into the staging area.
  func write(_ carried: CarriedOver, in staging: StagingArea) throws -> FilePath {
    let target = staging.freshPath(fileExtension: Self.fileExtension)
    let xmp = try metadata(carried).blocks().0.xmp
    try PairedMovieWriter.write(
      path,
      range: range,
      to: target,
      identifier: identifier,
      stillAt: stillTime.map { PairedMovieWriter.Moment(time: $0.value, scale: UInt32($0.timescale)) },
      modification: carried.modification
    ) { editor, movie in
      if let aperture, let track = movie.videoTrack {
        editor.correct(track, QuickTimePictureCorrection(aperture))
      }
      QuickTimeMetadataWriter.write(carried.metadata, xmp: xmp, into: &editor)
    }
    return target
  }

  /// What the half says of date, place, tags...
  func metadata(_ carried: CarriedOver) -> CopyMetadata {
    var original = MetadataBlocks()
    original.sidecarXMP = carried.blocks.sidecarXMP
    return CopyMetadata(
      original: original,
      carried: carried.metadata,
      size: size,
      target: MetadataCapacity(holdsIPTC: false, exifLimit: nil, mediaType: "video/quicktime"),
      identity: carried.identity,
      derivedFrom: carried.sourceName,
      hdrRemoved: false
    )
  }

  /// What cameras call it.
  static let fileExtension = "MOV"
}

extension QuickTimePictureCorrection {
  /// Puts the part in that is to be seen.
  init(_ aperture: CleanAperture) {
    self.init()
    cleanAperture = [
      aperture.width, aperture.height, aperture.horizontalOffset, aperture.verticalOffset,
    ].flatMap { [Int32(clamping: $0.numerator), Int32(clamping: $0.denominator)] }
  }
}
