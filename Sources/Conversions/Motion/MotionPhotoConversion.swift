internal import ConversionSink
internal import Library
internal import Messages
internal import Movies
internal import Pixels
internal import StillImages

/// Makes a Motion Photo of a video: one of its frames as the still, and in the same file the part around it.
struct MotionPhotoConversion: Conversion {
  private let opened: LivePhotoConversion

  /// Takes a video that is open for becoming a Live Photo, which is the same but for the files.
  init(_ opened: LivePhotoConversion) { self.opened = opened }

  var embedded: EmbeddedMetadata { opened.embedded }

  var recipe: Recipe { opened.settings.motionPhotoRecipe }

  var fileExtension: String { opened.fileExtension }

  var isMotionPhoto: Bool { true }

  var reasonNotNeeded: Note? { nil }

  func produce(_ carried: CarriedOver, in staging: StagingArea) throws -> Production {
    let plan = try opened.plan()
    let cut = try opened.cut(plan, as: .mp4)
      .write(to: staging.freshPath(fileExtension: "mp4"))
    let video = try MotionPhotoVideo(
      cut,
      key: plan.key,
      opened.keptHDR,
      carried,
      still: opened.settings.stillFormat
    )
    var still = opened.still(plan)
    still.motion = video
    let (file, metadata, notes) = try still.write(carried, in: staging)
    return Production(
      kind: .photo,
      files: [file],
      size: plan.frame.picture.size,
      durationInSeconds: video.durationInSeconds,
      notes: opened.readingNotes + notes + cut.notes,
      metadata: metadata
    )
  }
}
