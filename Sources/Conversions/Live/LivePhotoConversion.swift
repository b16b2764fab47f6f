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

/// Makes a Live Photo of a video: one of its frames as the still, and the part around it as the video.
///
/// Pictures and sound are copied as they are coded wherever Apple's players know them, and coded anew elsewhere.
struct LivePhotoConversion: Conversion {
  let settings: LivePhotoSettings
  private let path: FilePath
  private let movie: MovieReader
  private let threads: Int
  /// Whether HDR is given up, in both halves.
  private let isMadeStandard: Bool
  let readingNotes: [Note]
  let embedded: EmbeddedMetadata

  /// Opens a video.
  /// - Throws: as `MovieReader`; `hdr.undecided` where the still can't be HDR and nobody decided.
  init(_ path: FilePath, settings: LivePhotoSettings, threads: Int) throws {
    self.settings = settings
    self.path = path
    self.threads = threads
    var limits = MovieLimits()
    limits.threads = threads
    limits.maximumPixelCount = min(limits.maximumPixelCount, settings.maximumPixelCount)
    movie = try MovieReader(.file(path), limits: limits)
    let range = movie.information.video.dynamicRange
    isMadeStandard = range != .standard && settings.hdr == .sdr
    if range != .standard && settings.hdr != .sdr && settings.stillFormat == .jpeg {
      throw Problem(.hdrUndecided, ["kind": range.rawValue, "format": settings.stillFormat.rawValue])
    }
    let metadata = try MovieMetadata(of: path, movie.information)
    embedded = EmbeddedMetadata(blocks: MetadataBlocks(exif: metadata.exif), movie: metadata.metadata)
    readingNotes = metadata.notes
  }

  var recipe: Recipe { settings.recipe }

  var fileExtension: String { settings.stillFormat.fileExtension }

  var reasonNotNeeded: Note? { nil }

  /// The dynamic range of both halves.
  var keptHDR: HDRKind { isMadeStandard ? .none : HDRKind(movie.information.video.dynamicRange) }

  /// Chooses the part of the video and the still's frame.
  func plan() throws -> LivePhotoPlan {
    let isPlainColour = [1, 5, 6].contains(movie.information.video.colour.primaries)
    let isStandard = isMadeStandard || (isPlainColour && keptHDR == .none)
    return try LivePhotoPlan(movie, settings, colour: isStandard ? .sRGB : .native)
  }

  func still(_ plan: LivePhotoPlan) -> LivePhotoStill {
    LivePhotoStill(
      frame: plan.frame,
      format: settings.stillFormat,
      quality: settings.quality,
      hdr: keptHDR,
      threads: threads
    )
  }

  func cut(_ plan: LivePhotoPlan, as form: MovieForm) -> LivePhotoCut {
    LivePhotoCut(movie, from: plan.start, to: plan.end, as: form, isMadeStandard: isMadeStandard)
  }

  func produce(_ carried: CarriedOver, in staging: StagingArea) throws -> Production {
    let plan = try plan()
    let identifier = PairingIdentifier()
    var carried = carried
    carried.identity.pairingIdentifier = identifier.text
    let (stillFile, metadata, stillNotes) = try still(plan).write(carried, in: staging)
    let cut = try cut(plan, as: .quickTime)
      .write(to: staging.freshPath(fileExtension: "mov"))
    let half = LivePhotoVideo(
      path: cut.path,
      range: nil,
      identifier: identifier,
      size: cut.size,
      stillTime: max(.zero, plan.key - cut.start),
      aperture: cut.aperture
    )
    let videoFile = StagedFile(
      role: .video,
      path: try half.write(carried, in: staging),
      fileExtension: LivePhotoVideo.fileExtension,
      expectation: .movie(
        MovieExpectation(
          size: cut.size,
          durationInSeconds: cut.durationInSeconds,
          hasSound: cut.hasSound,
          hdr: keptHDR
        )
      )
    )
    return Production(
      kind: .live,
      files: [stillFile, videoFile],
      size: plan.frame.picture.size,
      durationInSeconds: cut.durationInSeconds,
      notes: readingNotes + stillNotes + cut.notes,
      metadata: metadata
    )
  }
}

extension HDRKind {
  init(_ range: MovieDynamicRange) {
    switch range {
    case .standard: self = .none
    case .perceptualQuantizer: self = .perceptualQuantizer
    case .hybridLogGamma: self = .hybridLogGamma
    }
  }
}
