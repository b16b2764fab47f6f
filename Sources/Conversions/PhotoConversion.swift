internal import ConversionSink
internal import Containers
internal import Files
internal import Messages
internal import Library
internal import Metadata
internal import Pixels
internal import StillImages

/// Turns one photo into a photo of another format: decode, upright, resize, lay on a background, encode.
struct PhotoConversion: Conversion {
  /// The format of the copy.
  let format: StillFormat
  private let settings: PhotoSettings
  private let reader: StillImageReader
  private let preparation: PicturePreparation
  private let byteCount: Int
  /// Whether the video of the original is taken care of elsewhere.
  private var keepsMotion = false
  /// The video that goes into the copy's file; nil: none.
  private var motion: MotionPhotoVideo?
  /// Whether the original has a video beside it that the copy does not take.
  private var leavesVideo = false
  /// Which picture of the file it is; 1 is the primary one.
  let number: Int
  /// Of a further picture, the metadata of the primary one.
  private var fileBlocks: MetadataBlocks?

  /// Opens the original's bytes.
  ///
  /// - Parameters:
  ///   - threads: how many threads the codecs may use.
  /// - Throws: `Problem`: `format.*`, `decode.*`, and `hdr.undecided` where HDR would be lost and nobody decided.
  init(bytes: [UInt8], settings: PhotoSettings, threads: Int) throws {
    var limits = DecodingLimits()
    limits.maximumPixelCount = settings.maximumPixelCount
    let reader = try StillImageReader(bytes: bytes, limits: limits)
    try self.init(reader, number: 1, settings: settings, threads: threads, byteCount: bytes.count)
  }

  private init(
    _ reader: StillImageReader,
    number: Int,
    settings: PhotoSettings,
    threads: Int,
    byteCount: Int
  ) throws {
    self.reader = reader
    self.number = number
    self.byteCount = byteCount
    self.settings = settings
    format = settings.format ?? reader.header.format
    preparation = PicturePreparation(
      reader: reader,
      settings: settings,
      format: format,
      options: EncodingOptions(
        quality: settings.quality ?? PhotoSettings.defaultQuality,
        isLossless: settings.isLossless,
        threads: threads
      )
    )
    guard isNeeded else { return }
    if !format.isWritten { throw Problem(.formatNotWritten, ["format": format.rawValue]) }
    try refuseLossOfHDR()
    let size = preparation.targetSize(longEdge: settings.longEdge)
    let limit = StillImageEncoder.maximumSide(of: format)
    if size.longEdge > limit {
      throw Problem(
        .sizeNotPossible,
        [
          "format": format.rawValue, "width": "\(size.width)", "height": "\(size.height)",
          "limit": "\(limit)",
        ]
      )
    }
  }

  /// Throws `hdr.undecided` where the copy would lose HDR and nobody decided.
  func refuseLossOfHDR() throws {
    guard header.hdr != .none && settings.hdr != .sdr else { return }
    throw Problem(.hdrUndecided, ["kind": header.hdr.rawValue, "format": format.rawValue])
  }

  /// Whether Apple's programs pair stills of the copy's format with videos.
  var pairs: Bool { format == .heic || format == .jpeg }

  /// The same, of a still whose video goes into the copy too.
  var keepingMotion: PhotoConversion {
    var result = self
    result.keepsMotion = true
    return result
  }

  /// The same, with a video behind the copy's picture in one file.
  func joined(with motion: MotionPhotoVideo) -> PhotoConversion {
    var result = keepingMotion
    result.motion = motion
    return result
  }

  /// The same, of the still of a Live Photo whose video does not go into the copy.
  var leavingVideo: PhotoConversion {
    var result = self
    result.leavesVideo = true
    return result
  }

  /// What the original says of itself.
  var header: StillImageHeader { reader.header }

  var embedded: EmbeddedMetadata { EmbeddedMetadata(blocks: header.blocks, file: fileBlocks) }

  var fileExtension: String { format.fileExtension }

  var reasonNotNeeded: Note? {
    isNeeded ? nil : Note(.alreadyInFormat, ["format": format.rawValue])
  }

  /// How many pictures of the file get a copy.
  var pictureCount: Int { settings.writesAllImages ? 1 + header.further.furtherImageCount : 1 }

  /// The conversion of another picture of the same file, 2...`pictureCount`.
  /// - Throws: as for the primary one.
  func further(_ number: Int) throws -> any Conversion {
    var further = try PhotoConversion(
      reader.further(number - 1),
      number: number,
      settings: settings,
      threads: preparation.options.threads,
      byteCount: byteCount
    )
    further.fileBlocks = header.blocks
    return further
  }

  /// Throws `hdr.undecided` where a further picture is HDR and nobody decided, so that this is known before any is made.
  func refuseUndecidedHDR() throws {
    guard settings.hdr == .ask, pictureCount > 1 else { return }
    for number in 2...pictureCount {
      // What else is wrong with a picture is said when its turn comes.
      guard let kind = try? reader.further(number - 1).header.hdr, kind != .none else { continue }
      throw Problem(.hdrUndecided, ["kind": kind.rawValue, "format": format.rawValue])
    }
  }

  /// The recipe of this picture's copy.
  var recipe: Recipe { settings.recipe(picture: number) }

  /// Whether the copy would be anything else than the source: another format, or something that is asked of it besides
  /// and that it does not fulfil already.
  var isNeeded: Bool {
    if number > 1 || header.format != format || settings.asksForCoding(of: format) { return true }
    if let longEdge = settings.longEdge, header.size.longEdge > longEdge { return true }
    if let most = settings.maximumByteCount, byteCount > most { return true }
    if settings.background != nil && header.layout.hasAlpha { return true }
    return settings.hdr == .sdr && header.hdr != .none
  }

  /// Makes the copy's file in the staging area.
  func produce(_ carried: CarriedOver, in staging: StagingArea) throws -> Production {
    let copy = try settings.maximumByteCount.map { try fittingCopy(carried, limit: $0) } ?? wholeCopy(carried)
    let picture = copy.prepared.picture
    let expectation = PhotoExpectation(
      format: format,
      size: picture.size,
      hasAlpha: picture.hasAlpha,
      bitsPerSample: copy.prepared.bits,
      iccProfile: copy.prepared.colour.iccProfile,
      hdr: .none,
      picture: picture,
      isLossless: settings.isLossless || format.isAlwaysLossless
    )
    let file = try staged(copy.bytes, expectation, carried, in: staging)
    return Production(
      kind: .photo,
      files: [file],
      size: picture.size,
      notes: reader.notes + notesOnFurtherContent() + copy.prepared.notes + copy.notes,
      metadata: copy.metadata
    )
  }

  private func staged(
    _ bytes: [UInt8],
    _ expectation: PhotoExpectation,
    _ carried: CarriedOver,
    in staging: StagingArea
  ) throws -> StagedFile {
    if let motion { return try motion.stage(behind: bytes, expectation, carried, in: staging) }
    let path = staging.freshPath(fileExtension: format.fileExtension)
    try DurableFile.write(bytes, to: path, modification: carried.modification)
    return StagedFile(
      role: .photo,
      path: path,
      fileExtension: format.fileExtension,
      expectation: .photo(expectation)
    )
  }

  // MARK: - Coding

  /// A finished file, not yet written.
  private struct Copy {
    var bytes: [UInt8]
    var prepared: PreparedPicture
    var metadata: CopyMetadata
    var notes: [Note]
  }

  private func wholeCopy(_ carried: CarriedOver) throws -> Copy {
    let prepared = try preparation.prepare(longEdge: settings.longEdge)
    return try copy(of: prepared, carried, options: preparation.options)
  }

  private func copy(
    of prepared: PreparedPicture,
    _ carried: CarriedOver,
    options: EncodingOptions
  ) throws -> Copy {
    let metadata = CopyMetadata(
      original: carried.blocks,
      carried: carried.metadata,
      size: prepared.picture.size,
      target: capacity,
      identity: carried.identity,
      derivedFrom: carried.sourceName,
      hdrRemoved: header.hdr != .none,
      contents: motion?.contents ?? PhotoContents()
    )
    let (blocks, notes) = try metadata.blocks()
    let bytes = try StillImageEncoder.encode(
      prepared.picture,
      significantBits: prepared.bits,
      colour: prepared.colour,
      blocks: blocks,
      format: format,
      options: options
    )
    return Copy(bytes: bytes, prepared: prepared, metadata: metadata, notes: notes)
  }

  /// The best copy of at most `limit` bytes, metadata among them.
  private func fittingCopy(_ carried: CarriedOver, limit: Int) throws -> Copy {
    let options = preparation.options
    let hasQuality = !format.isAlwaysLossless && !options.isLossless
    let fitting = SizeFitting(
      limit: limit,
      quality: hasQuality ? options.quality : nil,
      longEdge: preparation.targetSize(longEdge: settings.longEdge).longEdge
    )
    var last: (longEdge: Int, prepared: PreparedPicture)?
    let (attempt, fits) = try fitting.search { quality, longEdge in
      let known = last?.longEdge == longEdge ? last?.prepared : nil
      let prepared = try known ?? preparation.prepare(longEdge: longEdge)
      last = (longEdge, prepared)
      var attempted = options
      attempted.quality = quality ?? options.quality
      let copy = try self.copy(of: prepared, carried, options: attempted)
      return (copy, copy.bytes.count)
    }
    guard fits else {
      throw Problem(.sizeLimitNotMet, ["limit": "\(limit)", "found": "\(attempt.byteCount)"])
    }
    var copy = attempt.copy
    let size = copy.prepared.picture.size
    if attempt.quality != fitting.quality || attempt.longEdge != fitting.longEdge {
      var values = ["width": "\(size.width)", "height": "\(size.height)", "bytes": "\(copy.bytes.count)"]
      values["quality"] = attempt.quality.map { "\($0)" }
      copy.notes.append(Note(.fittedToSize, values))
    }
    return copy
  }

  private func notesOnFurtherContent() -> [Note] {
    var notes: [Note] = []
    if header.further.furtherImageCount > 0 && !settings.writesAllImages {
      notes.append(Note(.furtherImages, ["count": "\(header.further.furtherImageCount)"]))
    }
    for kind in header.further.auxiliaryKinds { notes.append(Note(.auxiliaryDropped, ["kind": kind])) }
    if leavesVideo || (header.further.hasMotionVideo && !keepsMotion) { notes.append(Note(.motionDropped)) }
    return notes
  }

  private var capacity: MetadataCapacity {
    switch format {
    case .jpeg: .jpeg
    case .heic: .heic
    case .png: .png
    case .webp: .webp
    case .tiff: .tiff
    case .bmp: MetadataCapacity(holdsIPTC: false, exifLimit: nil, mediaType: "image/bmp")
    case .gif: MetadataCapacity(holdsIPTC: false, exifLimit: nil, mediaType: "image/gif")
    case .avif: .avif
    case .jxl: .jxl
    }
  }
}
