internal import ConversionSink
internal import Containers
internal import Library
internal import LivePhotos
internal import Messages
internal import Metadata
internal import Movies

/// The video of a Live Photo as a video of its own: without the identifier, with all its tracks.
struct VideoHalfCopy: Conversion {
  private let pair: LivePhotoCopy

  /// Takes the video of a Live Photo that is open.
  init(of pair: LivePhotoCopy) { self.pair = pair }

  var embedded: EmbeddedMetadata { pair.embedded }
  var recipe: Recipe { pair.recipe }
  var fileExtension: String { LivePhotoVideo.fileExtension }
  var reasonNotNeeded: Note? { nil }

  func produce(_ carried: CarriedOver, in staging: StagingArea) throws -> Production {
    let (half, cut) = try pair.half(nil, in: staging)
    let file = StagedFile(
      role: .video,
      path: try half.write(carried, in: staging),
      fileExtension: LivePhotoVideo.fileExtension,
      expectation: .movie(pair.expectation(cut))
    )
    return Production(
      kind: .video,
      files: [file],
      size: half.size,
      durationInSeconds: pair.expectation(cut).durationInSeconds,
      notes: pair.metadata.notes + (cut?.notes ?? []),
      metadata: half.metadata(carried)
    )
  }
}
