internal import ConversionSink
internal import Containers
internal import Files
internal import Library
internal import LivePhotos
internal import Messages
internal import Metadata
internal import Movies
internal import Pixels
internal import StillImages

/// A copy of a Live Photo or Motion Photo as a Live Photo: the still in another format, the video as it is, and a new
/// identifier in both.
struct LivePhotoCopy: Conversion {
  /// Where the video is, and what it is known by.
  struct Video {
    var path: FilePath
    /// The part of the file that it is; nil: all of it.
    var range: Range<Int64>?
    /// The moment of the still, where the video itself does not say it.
    var stillTime: MediaTime?
  }

  let still: PhotoConversion
  let video: Video
  let movie: MovieReader
  let metadata: MovieMetadata
  let recipe: Recipe
  let reasonNotNeeded: Note?

  /// Opens the video beside a still that is open.
  ///
  /// - Parameters:
  ///   - isNeeded: whether a copy is made even where the still would be what it is.
  /// - Throws: as `MovieReader`.
  init(still: PhotoConversion, video: Video, recipe: Recipe, isNeeded: Bool, threads: Int) throws {
    reasonNotNeeded = isNeeded ? nil : still.reasonNotNeeded
    self.still = still.keepingMotion
    self.video = video
    self.recipe = recipe
    var limits = MovieLimits()
    limits.threads = threads
    let source: MovieSource =
      video.range.map { .part(of: video.path, offset: $0.lowerBound, length: Int64($0.count)) }
      ?? .file(video.path)
    movie = try MovieReader(source, limits: limits)
    metadata = try MovieMetadata(of: video.path, range: video.range, movie.information)
  }

  var embedded: EmbeddedMetadata {
    EmbeddedMetadata(blocks: still.embedded.blocks, movie: metadata.metadata)
  }

  var fileExtension: String { still.fileExtension }

  func produce(_ carried: CarriedOver, in staging: StagingArea) throws -> Production {
    let identifier = PairingIdentifier()
    let plain = carried
    var carried = carried
    carried.identity.pairingIdentifier = identifier.text
    let (path, cut): (FilePath, LivePhotoCut.Result?)
    do {
      let made = try half(identifier, in: staging)
      (path, cut) = (try made.0.write(carried, in: staging), made.1)
    } catch let problem as Problem where problem.isOfVideoContent && recipe.form != "live" {
      return try still.leavingVideo(.pairBroken(problem)).produce(plain, in: staging)
    }
    var production = try still.produce(carried, in: staging)
    for index in production.files.indices { production.files[index].role = .still }
    production.files.append(
      StagedFile(
        role: .video,
        path: path,
        fileExtension: LivePhotoVideo.fileExtension,
        expectation: .movie(expectation(cut))
      )
    )
    production.kind = .live
    production.durationInSeconds = expectation(cut).durationInSeconds
    production.notes += metadata.notes + (cut?.notes ?? [])
    return production
  }

  /// What the video must read back as.
  func expectation(_ cut: LivePhotoCut.Result?) -> MovieExpectation {
    let information = movie.information
    return MovieExpectation(
      size: cut?.size ?? information.video.displaySize,
      durationInSeconds: cut?.durationInSeconds ?? information.video.duration?.seconds ?? 0,
      hasSound: cut?.hasSound ?? !information.sounds.isEmpty,
      hdr: HDRKind(information.video.dynamicRange)
    )
  }

  /// A QuickTime movie that Apple's players know stays as it is, with all its tracks; any other becomes one.
  func half(
    _ identifier: PairingIdentifier?,
    in staging: StagingArea
  ) throws -> (LivePhotoVideo, LivePhotoCut.Result?) {
    let information = movie.information
    if information.container == .quickTime && information.video.isPlayableByApple {
      let time = try identifier == nil || ownStillTime ? nil : video.stillTime ?? middle
      let half = LivePhotoVideo(
        path: video.path,
        range: video.range,
        identifier: identifier,
        size: information.video.displaySize,
        stillTime: time
      )
      return (half, nil)
    }
    let cut = try LivePhotoCut(movie, from: .zero, to: nil)
      .write(to: staging.freshPath(fileExtension: "mov"))
    let time = try identifier.map { _ in max(.zero, (try video.stillTime ?? middle) - cut.start) }
    let half = LivePhotoVideo(
      path: cut.path,
      identifier: identifier,
      size: cut.size,
      stillTime: time,
      aperture: cut.aperture
    )
    return (half, cut)
  }

  /// Whether the video tells itself which moment the still shows.
  private var ownStillTime: Bool {
    get throws {
      try QuickTimeFile(ByteSource(RandomAccessFile(video.path), range: video.range)).movie.tracks.contains {
        track in
        track.metadataKeys.contains { $0.name == QuickTimeMetadataKey.stillImageTime }
      }
    }
  }

  /// The last frame before the middle: what the format of Motion Photos takes where nothing is said.
  var middle: MediaTime {
    get throws {
      let seconds = (movie.information.video.duration ?? movie.information.duration)?.seconds ?? 0
      return try movie.frame(at: MediaTime(seconds: seconds / 2)).time
    }
  }
}
