public import ConversionSink
public import Files
internal import Containers
internal import LivePhotos
public import Messages
internal import Movies
public import StillImages

/// What an original is, as far as its first bytes and its companion tell.
public enum OriginalKind: Hashable, Sendable {
  /// A still picture; it may turn out to be a Motion Photo.
  case photo(StillFormat)
  /// A still picture and the video of its Live Photo.
  case livePhoto(StillFormat)
  /// A video.
  case movie
}

/// An original as a conversion opens it.
public struct Original: Sendable {
  /// The photo, the video, or the still of a Live Photo.
  public var path: FilePath
  /// The bytes of a photo or still; nil for a video, which is never read whole.
  public var bytes: [UInt8]?
  /// The video of a Live Photo.
  public var video: FilePath?

  /// Describes an original.
  public init(path: FilePath, bytes: [UInt8]?, video: FilePath? = nil) {
    self.path = path
    self.bytes = bytes
    self.video = video
  }
}

/// Whether an original gets a copy.
public enum CopyNeed: Hashable, Sendable {
  /// It may; its header decides.
  case possible
  /// It is already what it would become.
  case none(format: String)
  /// It is nothing that could become that.
  case unfit
}

/// All that decides a copy, whatever it is a copy in.
public enum ConversionSettings: Hashable, Sendable, Codable {
  /// A photo in a format; of a Live Photo, a Live Photo where the format can pair.
  case photo(PhotoSettings)
  /// A Live Photo.
  case live(LivePhotoSettings)
  /// A Motion Photo.
  case motionPhoto(LivePhotoSettings)
  /// A GIF of something that moves.
  case gif(AnimationSettings)

  /// What happens to HDR that can't be kept.
  public var hdr: HDRPolicy {
    get {
      switch self {
      case .photo(let settings): settings.hdr
      case .live(let settings), .motionPhoto(let settings): settings.hdr
      case .gif(let settings): settings.hdr
      }
    }
    set {
      switch self {
      case .photo(var settings):
        settings.hdr = newValue
        self = .photo(settings)
      case .live(var settings):
        settings.hdr = newValue
        self = .live(settings)
      case .motionPhoto(var settings):
        settings.hdr = newValue
        self = .motionPhoto(settings)
      case .gif(var settings):
        settings.hdr = newValue
        self = .gif(settings)
      }
    }
  }

  /// Whether every picture of a file gets a copy.
  public var writesAllImages: Bool {
    if case .photo(let settings) = self { settings.writesAllImages } else { false }
  }

  /// The target's name, for people; nil: the format of each original.
  public var targetName: String? {
    switch self {
    case .photo(let settings): settings.format?.rawValue
    case .live: "live"
    case .motionPhoto: "motion-photo"
    case .gif: "gif"
    }
  }

  /// Whether the still of a Live Photo whose video can't be read is a copy worth having.
  public var letsStillsLeaveAlone: Bool {
    if case .photo = self { true } else { false }
  }

  /// Whether the video of a Live Photo goes into its copy. Where it does not, neither the copy nor what it is filed under
  /// depends on it.
  public var takesVideoOfLivePhotos: Bool {
    switch self {
    case .photo(let settings): settings.takesVideo
    case .live, .motionPhoto, .gif: true
    }
  }

  /// What a copy of an original may be filed under, as far as can be said without opening it: HDR stands in the recipe
  /// only of originals that have some.
  public func recipes(isLivePhoto: Bool) -> [Recipe] {
    switch self {
    case .photo(let settings):
      let recipe = isLivePhoto ? settings.livePhotoRecipe : settings.recipe
      return [recipe.with(hdr: settings.hdr == .sdr ? .sdr : .keep), recipe]
    case .live(let settings): return [settings.recipe]
    case .motionPhoto(let settings): return [settings.motionPhotoRecipe]
    case .gif(let settings): return [settings.recipe]
    }
  }

  /// Whether such an original gets a copy, as far as can be said without opening it.
  public func need(of kind: OriginalKind) -> CopyNeed {
    switch (self, kind) {
    case (.photo, .movie): .unfit
    case (.photo(let settings), .photo(let format)):
      settings.mayNeedCopy(ofSourceOf: format) ? .possible : .none(format: format.rawValue)
    case (.photo(let settings), .livePhoto(let format)):
      settings.mayNeedCopy(ofSourceOf: format) || settings.livePart != .pair
        ? .possible : .none(format: format.rawValue)
    case (.live, .movie), (.motionPhoto, .movie), (.motionPhoto, .livePhoto): .possible
    // Any of these may have the video of a Motion Photo in it.
    case (.live, .photo(let format)), (.motionPhoto, .photo(let format)):
      [.jpeg, .heic, .avif].contains(format) ? .possible : .unfit
    case (.live, .livePhoto): .none(format: "live")
    case (.gif, .movie), (.gif, .livePhoto): .possible
    case (.gif(let settings), .photo(.gif)): settings.asksForChange ? .possible : .none(format: "gif")
    // Whether there is more than one frame shows when it is opened.
    case (.gif, .photo(let format)): [.tiff, .bmp].contains(format) ? .unfit : .possible
    }
  }

  /// Seconds that an original may take where nobody says how many, and it is not what photos take: a long video is thousands
  /// of pictures.
  public var usualTimeLimitInSeconds: Int? {
    if case .gif = self { 3600 } else { nil }
  }

  /// Why an original that is unfit is so.
  public var problemOfUnfit: ProblemCode {
    if case .gif = self { .animationMissing } else { .motionMissing }
  }

  /// Opens an original for its conversion.
  /// - Throws: `Problem`: what it is can't become what is wanted, or its header is damaged.
  public func conversion(of original: Original, threads: Int) throws -> any Conversion {
    switch self {
    case .photo(let settings):
      guard let bytes = original.bytes else {
        throw Problem(.formatUnsupported, ["format": "video", "kind": "video"])
      }
      var opening = settings
      // The still is left alone then, and so is its dynamic range.
      if settings.livePart == .video, original.video != nil { opening.hdr = .sdr }
      let still = try PhotoConversion(bytes: bytes, settings: opening, threads: threads)
      guard let video = original.video else { return still }
      let isPair = settings.keepsLivePhotos && still.pairs
      guard isPair || settings.livePart == .video else {
        return settings.isStillAskedFor ? still : still.leavingVideo(Note(.motionDropped))
      }
      let pair: LivePhotoCopy
      do {
        pair = try LivePhotoCopy(
          still: still,
          video: LivePhotoCopy.Video(path: video),
          recipe: still.filed(settings.livePhotoRecipe),
          isNeeded: settings.livePart == .repair,
          threads: threads
        )
      } catch let problem as Problem where problem.isOfVideoContent {
        // The photo has nothing to do with it: an honest still, or a word about the half that was asked for.
        if settings.livePart == .pair { return still.leavingVideo(.pairBroken(problem)) }
        throw Problem(.pairVideoUnusable, ["detail": problem.values["detail"] ?? problem.code.rawValue])
      }
      return isPair ? pair : VideoHalfCopy(of: pair)
    case .live(let settings):
      guard let bytes = original.bytes else {
        return try LivePhotoConversion(original.path, settings: settings, threads: threads)
      }
      return try pair(bytes, original.path, settings, settings.recipe, threads: threads)
    case .motionPhoto(let settings):
      guard let bytes = original.bytes else {
        let opened = try LivePhotoConversion(original.path, settings: settings, threads: threads)
        return MotionPhotoConversion(opened)
      }
      let pair = try pair(
        bytes,
        original.path,
        video: original.video,
        settings,
        settings.motionPhotoRecipe,
        threads: threads
      )
      if pair.reasonNotNeeded == nil || original.video != nil { try pair.still.refuseLossOfHDR() }
      return MotionPhotoCopy(pair)
    case .gif(let settings): return try GIFConversion(of: original, settings: settings, threads: threads)
    }
  }

  /// Opens a still with its video: that of the file beside it, else its own.
  /// - Throws: `motion.none` where there is none.
  private func pair(
    _ bytes: [UInt8],
    _ path: FilePath,
    video: FilePath? = nil,
    _ settings: LivePhotoSettings,
    _ recipe: Recipe,
    threads: Int
  ) throws -> LivePhotoCopy {
    // What is no picture at all is not a photo without a video.
    try Self.refuseUnknown(bytes)
    var photo = PhotoSettings(format: settings.stillFormat, quality: settings.quality, hdr: settings.hdr)
    photo.maximumPixelCount = settings.maximumPixelCount
    let half = try video.map { LivePhotoCopy.Video(path: $0) } ?? ownVideo(bytes, path)
    return try LivePhotoCopy(
      still: PhotoConversion(bytes: bytes, settings: photo, threads: threads),
      video: half,
      recipe: recipe,
      isNeeded: recipe.form == "live",
      threads: threads
    )
  }

  private static func refuseUnknown(_ bytes: [UInt8]) throws {
    switch FormatDetector.detect(Array(bytes.prefix(FormatDetector.neededByteCount))) {
    case .still, .video: break
    case .otherStill(let name): throw Problem(.formatUnsupported, ["format": name])
    case .unknown: throw Problem(.formatUnknown, ["found": ""])
    case .empty: throw Problem(.inputEmpty)
    }
  }

  /// The video of a Motion Photo.
  private func ownVideo(_ bytes: [UInt8], _ path: FilePath) throws -> LivePhotoCopy.Video {
    guard let motion = try MotionPhoto.read(bytes) else { throw Problem(.motionMissing) }
    let range = motion.video.range
    return LivePhotoCopy.Video(
      path: path,
      range: Int64(range.lowerBound)..<Int64(range.upperBound),
      stillTime: motion.presentationMicroseconds.map { MediaTime(value: max(0, $0), timescale: 1_000_000) }
    )
  }
}
