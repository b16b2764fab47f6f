internal import Containers
internal import ConversionSink
internal import Files
internal import LivePhotos
internal import Messages
internal import Metadata
internal import Movies
internal import StillImages

extension GIFConversion {
  /// Opens a video, the video of a Live Photo or Motion Photo, or a picture that moves.
  /// - Throws: as `MovieReader` and `StillImageReader`; `gif.no-animation` for a picture that does not move, `hdr.not-possible`
  ///   where HDR must be kept.
  init(of original: Original, settings: AnimationSettings, threads: Int) throws {
    guard let bytes = original.bytes else {
      try self.init(movie: original.path, nil, still: nil, settings, threads)
      return
    }
    var limits = DecodingLimits()
    limits.maximumPixelCount = settings.maximumPixelCount
    let picture = try StillImageReader(bytes: bytes, limits: limits)
    if let video = original.video {
      try self.init(movie: video, nil, still: picture, settings, threads)
    } else if let animation = picture.animation {
      try self.init(animation, of: picture, settings, threads)
    } else if let motion = try MotionPhoto.read(picture.header) {
      let range = motion.video.range
      let place = Int64(range.lowerBound)..<Int64(range.upperBound)
      try self.init(movie: original.path, place, still: picture, settings, threads)
    } else {
      throw Problem(.animationMissing, ["format": picture.header.format.rawValue])
    }
  }

  /// - Parameters:
  ///   - range: the part of the file that is the video; nil: all.
  ///   - still: of a Live Photo or Motion Photo, whose metadata go before the video's.
  private init(
    movie path: FilePath,
    _ range: Range<Int64>?,
    still: StillImageReader?,
    _ settings: AnimationSettings,
    _ threads: Int
  ) throws {
    var limits = MovieLimits()
    limits.threads = threads
    limits.maximumPixelCount = min(limits.maximumPixelCount, settings.maximumPixelCount)
    let source: MovieSource =
      range.map { .part(of: path, offset: $0.lowerBound, length: Int64($0.count)) } ?? .file(path)
    let movie = try MovieReader(source, limits: limits)
    let hdr = HDRKind(movie.information.video.dynamicRange)
    try Self.refuse(hdr, settings)
    let metadata = try MovieMetadata(of: path, range: range, movie.information)
    let blocks = still?.header.blocks ?? MetadataBlocks(exif: metadata.exif)
    try self.init(
      MovieAnimation(movie),
      settings: settings,
      embedded: EmbeddedMetadata(blocks: blocks, movie: metadata.metadata),
      notes: (still?.notes ?? []) + metadata.notes + Self.notes(hdr)
    )
  }

  private init(
    _ animation: PictureAnimation,
    of picture: StillImageReader,
    _ settings: AnimationSettings,
    _ threads: Int
  ) throws {
    let hdr = picture.header.hdr
    try Self.refuse(hdr, settings)
    try self.init(
      AnimatedPicture(animation, picture.header, threads: threads),
      settings: settings,
      embedded: EmbeddedMetadata(blocks: picture.header.blocks),
      notes: picture.notes + Self.notes(hdr)
    )
  }

  private static func refuse(_ hdr: HDRKind, _ settings: AnimationSettings) throws {
    guard hdr != .none, settings.hdr == .keep else { return }
    throw Problem(.hdrNotPossible, ["kind": hdr.rawValue, "format": "gif"])
  }

  private static func notes(_ hdr: HDRKind) -> [Note] {
    hdr == .none ? [] : [Note(.hdrToneMapped, ["kind": hdr.rawValue, "format": "gif"])]
  }
}
