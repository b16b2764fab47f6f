internal import Animations
internal import ConversionSink
internal import Containers
internal import Files
internal import Library
internal import Messages
internal import Metadata
internal import Pixels

/// Makes a GIF of something that moves: sampled by time, in its size and colours, with what belongs to it.
struct GIFConversion: Conversion {
  let settings: AnimationSettings
  let source: any AnimationSource
  /// What was odd about the original, and what becomes of its HDR.
  private let readingNotes: [Note]
  let embedded: EmbeddedMetadata
  let reasonNotNeeded: Note?

  /// Takes a source that is open.
  init(
    _ source: any AnimationSource,
    settings: AnimationSettings,
    embedded: EmbeddedMetadata,
    notes: [Note]
  ) throws {
    self.source = source
    self.settings = settings
    self.embedded = embedded
    readingNotes = notes
    reasonNotNeeded =
      source.isGIF && !settings.asksForChange ? Note(.alreadyInFormat, ["format": "gif"]) : nil
    // What does not fit is known before anything is decoded.
    _ = try AnimationPlan(source, settings)
  }

  var recipe: Recipe { settings.recipe }

  var fileExtension: String { "gif" }

  func produce(_ carried: CarriedOver, in staging: StagingArea) throws -> Production {
    if let limit = settings.maximumByteCount {
      return production(try fittingCopy(carried, limit: limit, in: staging))
    }
    let plan = try AnimationPlan(source, settings)
    return production(try write(plan, settings.encoding(of: source), carried, in: staging))
  }

  /// A finished file.
  struct Copy {
    var path: FilePath
    var byteCount: Int
    var plan: AnimationPlan
    var encoding: GIFEncodingSettings
    var summary: GIFEncoder.Summary
    var first: PixelBuffer?
    var metadata: CopyMetadata
    var notes: [Note]
  }

  /// Codes the whole animation.
  func write(
    _ plan: AnimationPlan,
    _ encoding: GIFEncodingSettings,
    _ carried: CarriedOver,
    in staging: StagingArea
  ) throws -> Copy {
    let metadata = metadata(carried, plan.size)
    let (blocks, notes) = try metadata.blocks()
    let path = staging.freshPath(fileExtension: fileExtension)
    let file = try GIFFileWriter(creating: path, limit: settings.maximumByteCount)
    let encoder = try GIFEncoder(
      size: plan.size,
      settings: encoding,
      xmp: blocks.xmp,
      output: file.append
    )
    var first: PixelBuffer?
    let outcome = try AnimationPass(source, plan, settings)
      .run { picture, end in
        if first == nil { first = picture }
        try encoder.add(picture, untilSeconds: end)
      }
    let summary = try encoder.finish()
    try file.finish(modification: carried.modification)
    return Copy(
      path: path,
      byteCount: Int(file.byteCount),
      plan: plan,
      encoding: encoding,
      summary: summary,
      first: first,
      metadata: metadata,
      notes: notes + outcome.notes
    )
  }

  private func production(_ copy: Copy) -> Production {
    let duration = Double(copy.summary.durationInCentiseconds) / 100
    let expectation = AnimationExpectation(
      size: copy.plan.size,
      frameCount: copy.summary.frameCount,
      durationInSeconds: duration,
      playCount: copy.summary.frameCount > 1 ? copy.encoding.looping.playCount : 1,
      first: copy.first,
      colourCount: copy.encoding.colourCount
    )
    let file = StagedFile(
      role: .animation,
      path: copy.path,
      fileExtension: fileExtension,
      expectation: .animation(expectation)
    )
    return Production(
      kind: .animation,
      files: [file],
      size: copy.plan.size,
      durationInSeconds: duration,
      notes: readingNotes + copy.notes,
      metadata: copy.metadata
    )
  }

  /// What the copy says of date, place, tags...: GIF holds XMP and nothing else.
  func metadata(_ carried: CarriedOver, _ size: PixelSize) -> CopyMetadata {
    CopyMetadata(
      original: carried.blocks,
      carried: carried.metadata,
      size: size,
      target: MetadataCapacity(holdsIPTC: false, exifLimit: nil, mediaType: "image/gif"),
      identity: carried.identity,
      derivedFrom: carried.sourceName,
      hdrRemoved: readingNotes.contains { $0.code == .hdrToneMapped }
    )
  }
}

extension AnimationLooping {
  /// How often it plays; 0: without end.
  var playCount: Int {
    switch self {
    case .forever: 0
    case .once: 1
    case .times(let count): count
    }
  }
}
