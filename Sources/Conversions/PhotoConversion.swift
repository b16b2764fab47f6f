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
  let settings: PhotoSettings
  let reader: StillImageReader
  let preparation: PicturePreparation
  private let byteCount: Int
  /// Whether the video of the original is taken care of elsewhere.
  private var keepsMotion = false
  /// The video that goes into the copy's file; nil: none.
  private var motion: MotionPhotoVideo?
  /// What there is to say where the original has a video beside it that the copy does not take.
  private var leftVideo: Note?
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
      ),
      keeping: Self.keeping(reader.header, settings, format)
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
  /// - Parameter note: says so, and why.
  func leavingVideo(_ note: Note) -> PhotoConversion {
    var result = self
    result.leftVideo = note
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

  /// The recipe of this picture's copy.
  var recipe: Recipe { filed(settings.recipe(picture: number)) }

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
    // Asked here, too: a copy in the format that the original has already is made where a file is named for it.
    try refuseLossOfHDR()
    let copy = try settings.maximumByteCount.map { try fittingCopy(carried, limit: $0) } ?? wholeCopy(carried)
    let picture = copy.prepared.picture
    var expectation = PhotoExpectation(
      format: format,
      size: picture.size,
      hasAlpha: picture.hasAlpha,
      bitsPerSample: copy.prepared.bits,
      iccProfile: copy.prepared.colour.iccProfile,
      hdr: preparation.keeping.kind(of: header),
      gainMap: copy.prepared.gainMap,
      picture: picture,
      isLossless: settings.isLossless || format.isAlwaysLossless
    )
    expectation.auxiliaryKinds = copy.auxiliaryKinds
    let file = try staged(copy, expectation, carried, in: staging)
    return Production(
      kind: .photo,
      files: [file],
      size: picture.size,
      notes: reader.notes + notesOnFurtherContent(keeping: copy.auxiliaryKinds) + copy.prepared.notes
        + copy.notes,
      metadata: copy.metadata
    )
  }

  private func staged(
    _ copy: Copy,
    _ expectation: PhotoExpectation,
    _ carried: CarriedOver,
    in staging: StagingArea
  ) throws -> StagedFile {
    if let motion = copy.motion {
      return try motion.stage(behind: copy.bytes, expectation, carried, in: staging)
    }
    let path = staging.freshPath(fileExtension: format.fileExtension)
    try DurableFile.begin(copy.bytes, at: path, modification: carried.modification)
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
    var motion: MotionPhotoVideo?
    var auxiliaryKinds: [String]
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
    let gainMap = prepared.gainMap
    let motion = try motion?.standing(behind: gainMap?.byteCountBehindPicture)
    var contents = motion?.contents ?? PhotoContents()
    contents.gainMapByteCount = gainMap?.byteCountBehindPicture
    let metadata = CopyMetadata(
      original: carried.blocks,
      carried: carried.metadata,
      size: prepared.picture.size,
      target: format.metadataCapacity,
      identity: carried.identity,
      derivedFrom: carried.sourceName,
      hdrRemoved: header.hdr != .none && !keepsHDR,
      contents: contents
    )
    let (blocks, notes) = try metadata.blocks()
    let auxiliaries = format == .heic ? reader.auxiliaries() : nil
    let bytes = try StillImageEncoder.encode(
      prepared.picture,
      significantBits: prepared.bits,
      colour: prepared.colour,
      blocks: blocks,
      gainMap: gainMap,
      auxiliaries: auxiliaries,
      format: format,
      options: options
    )
    return Copy(
      bytes: bytes,
      prepared: prepared,
      metadata: metadata,
      notes: notes,
      motion: motion,
      auxiliaryKinds: auxiliaries?.kinds ?? []
    )
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

  private func notesOnFurtherContent(keeping kept: [String]) -> [Note] {
    var notes: [Note] = []
    if header.further.furtherImageCount > 0 && !settings.writesAllImages {
      notes.append(Note(.furtherImages, ["count": "\(header.further.furtherImageCount)"]))
    }
    for kind in header.further.auxiliaryKinds where !kept.contains(kind) {
      notes.append(Note(.auxiliaryDropped, ["kind": kind]))
    }
    if let leftVideo {
      notes.append(leftVideo)
    } else if header.further.hasMotionVideo && !keepsMotion {
      notes.append(Note(.motionDropped))
    }
    return notes
  }
}
