internal import ConversionSink
internal import Containers
internal import Files
internal import LivePhotos
internal import Messages
internal import Metadata
internal import Movies
internal import StillImages

/// A copy of a Live Photo or Motion Photo as a Motion Photo: the still coded anew, and its video in the same file.
struct MotionPhotoCopy: Conversion {
  private let opened: LivePhotoCopy
  let reasonNotNeeded: Note?

  /// Takes a still and a video that are open for becoming a Live Photo, which is the same but for the files.
  init(_ opened: LivePhotoCopy) {
    self.opened = opened
    // In its format already, a Motion Photo is what it would become; a Live Photo is not.
    let isOne = opened.video.range != nil
    reasonNotNeeded =
      isOne && opened.reasonNotNeeded != nil ? Note(.alreadyInFormat, ["format": "motion-photo"]) : nil
  }

  var embedded: EmbeddedMetadata { opened.embedded }

  var recipe: Recipe { opened.recipe }

  var fileExtension: String { opened.fileExtension }

  var isMotionPhoto: Bool { true }

  func produce(_ carried: CarriedOver, in staging: StagingArea) throws -> Production {
    let (video, notes) = try video(carried, in: staging)
    var production = try opened.still.joined(with: video).produce(carried, in: staging)
    production.durationInSeconds = video.durationInSeconds
    production.notes += opened.metadata.notes + notes
    return production
  }

  /// An MP4 video that is in a Motion Photo already stays byte for byte, unless it tells another place than the copy; any
  /// other becomes one.
  private func video(_ carried: CarriedOver, in staging: StagingArea) throws -> (MotionPhotoVideo, [Note]) {
    let information = opened.movie.information
    let hdr = HDRKind(information.video.dynamicRange)
    if let range = opened.video.range, information.isPlayableEverywhere, tellsNoOtherPlace(than: carried) {
      let expectation = MovieExpectation(
        size: information.video.displaySize,
        durationInSeconds: information.video.duration?.seconds ?? 0,
        hasSound: !information.sounds.isEmpty,
        hdr: hdr
      )
      let video = try MotionPhotoVideo(
        part: range,
        of: opened.video.path,
        expectation,
        presentationMicroseconds: opened.video.stillTime?.microsecondsRoundedUp,
        still: opened.still.format
      )
      return (video, [])
    }
    let cut = try LivePhotoCut(opened.movie, from: .zero, to: nil, as: .mp4)
      .write(to: staging.freshPath(fileExtension: "mp4"))
    let video = try MotionPhotoVideo(cut, key: key, hdr, carried, still: opened.still.format)
    return (video, cut.notes)
  }

  /// Whether the video says where it was taken only as the copy does, but for the digits: a place that was taken from a
  /// photo must not stay in its video.
  private func tellsNoOtherPlace(than carried: CarriedOver) -> Bool {
    guard let told = opened.metadata.metadata.place else { return true }
    guard let place = carried.metadata.place else { return false }
    let digits = 0.001
    return abs(told.latitude - place.latitude) < digits && abs(told.longitude - place.longitude) < digits
  }

  /// When the video shows what the still shows, after its first frame.
  private var key: MediaTime {
    get throws {
      if let told = opened.video.stillTime { return told }
      let file = try QuickTimeFile(ByteSource(RandomAccessFile(opened.video.path), range: opened.video.range))
      let track = opened.movie.information.video
      guard let told = LivePhotoStillTime(file.movie)?.seconds else { return try opened.middle }
      return MediaTime(seconds: min(max(0, told - track.start.seconds), track.duration?.seconds ?? told))
    }
  }
}

extension MovieInformation {
  /// Whether it is an MP4 file with pictures and sound that phones and browsers play.
  fileprivate var isPlayableEverywhere: Bool {
    container == .mp4 && video.isPlayableByApple && sounds.allSatisfy { $0.codec == "aac" }
  }
}
