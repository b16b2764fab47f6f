internal import Collages
internal import Conversions
internal import Files
internal import LivePhotos
internal import Messages
internal import Movies
internal import Pixels
internal import StillImages

/// The sources of a collage, opened, with the layout and the motion that come of them; nothing is decoded yet.
struct CollagePreparation {
  let inputs: [CollageInput]
  /// Where their bytes are; what was fetched lives as long as this.
  let fetched: [CollageFetch.Source?]
  private(set) var layout: CollageLayout
  /// In which light it moves.
  private(set) var light: CollageLight
  /// The settings as they were laid out.
  let settings: CollageSettings
  private(set) var sources: [CollageSource]
  private(set) var motion: CollageMotion?
  private let options: CollageRunOptions

  /// Finds and opens the sources, and lays them out.
  ///
  /// - Parameters:
  ///   - skippedFolders: the library's own, which are not walked into.
  ///   - progress: is told how far it is.
  /// - Throws: `collage.*`: nothing was drawn then; `diskFull`, `cannotWrite` where addresses could not be kept.
  init(
    _ options: CollageRunOptions,
    skippedFolders: Set<FilePath>,
    _ progress: ((CollageProgress) -> Void)? = nil
  ) throws {
    self.options = options
    let fetch = CollageFetch(moves: options.tier != .still)
    inputs = try CollageInput.find(options.inputs, skippedFolders: skippedFolders, fetch)
    let counts = CollageSettings.counts
    guard counts.contains(inputs.count) else {
      throw Problem(
        .collageCount,
        ["found": "\(inputs.count)", "least": "\(counts.lowerBound)", "most": "\(counts.upperBound)"]
      )
    }
    let found = try fetch.sources(inputs) { progress?(.fetching(done: $0, of: $1)) }
    fetched = found
    let opened = CollageSource.onOneClock(
      zip(inputs, found).enumerated().map { [count = inputs.count] index, pair in
        progress?(.reading(done: index, of: count))
        let source = Self.open(pair.0, pair.1, options)
        return options.tier == .still ? source : source.probed()
      }
    )
    var settings = options.settings
    settings.moves = options.tier != .still && opened.contains { $0.motion != nil }
    self.settings = settings
    var light = CollageLight(options, opened, moves: settings.moves)
    var laidOut = try Self.laidOut(opened, settings, light.format)
    // Several pages are stills, which need no format that holds HDR; another one may not even need several pages.
    if light.isHDR, laidOut.layout.pages.count > 1 {
      light = CollageLight(options, opened, moves: false)
      laidOut = try Self.laidOut(opened, settings, light.format)
    }
    self.light = light
    (sources, layout) = laidOut
    motion = nil
    planMotion()
    // What does not move after all is a still, in the format that was asked for.
    if light.isHDR, motion == nil {
      self.light = CollageLight(options, opened, moves: false)
      (sources, layout) = try Self.laidOut(opened, settings, self.light.format)
    }
    try self.light.refuseFormat(tier)
    try Self.refuseTooMany(layout)
  }

  private static func laidOut(
    _ opened: [CollageSource],
    _ settings: CollageSettings,
    _ format: StillFormat
  ) throws -> (sources: [CollageSource], layout: CollageLayout) {
    let limit = CollageSideLimit(
      format: format.rawValue,
      side: StillImageEncoder.maximumSide(of: format)
    )
    let plan = try CollageLayoutEngine.layout(opened.map(\.item), settings, limit: limit)
    // A point that is named says what there is to see.
    let sources =
      settings.focusPoint == nil
      ? CollageSource.lookedAt(opened, for: plan, threads: Machine.coreCount) : opened
    // The same cells, but what they show is chosen by what there is to see.
    return (sources, try CollageLayoutEngine.layout(sources.map(\.item), settings, limit: limit))
  }

  /// What is finished is read again, within the limits of every reader here.
  private static func refuseTooMany(_ layout: CollageLayout) throws {
    let most = DecodingLimits().maximumPixelCount
    for page in layout.pages where (page.size.pixelCount ?? .max) > most {
      throw Problem(
        .collageTooLarge,
        ["width": "\(page.size.width)", "height": "\(page.size.height)", "pixels": "\(most)"]
      )
    }
  }

  private static func open(
    _ input: CollageInput,
    _ found: CollageFetch.Source?,
    _ options: CollageRunOptions
  ) -> CollageSource {
    if let problem = found == nil ? input.problem : found?.problem { return .missing(input.path, problem) }
    // A preview has nothing to do with the video.
    let isPreview = found?.notes.isEmpty == false
    return CollageSource.open(
      found?.path ?? input.path,
      video: isPreview || options.tier == .still ? nil : input.video,
      maximumPixelCount: options.maximumPixelCount,
      threads: Machine.coreCount
    )
  }

  /// Nothing of a collage is left where no source can be read.
  /// - Throws: `collage.unreadable`; `collage.nothing-moves` where a file of a video was named.
  func refuseNothing() throws {
    if sources.allSatisfy({ $0.problem != nil }) {
      throw Problem(.collageUnreadable, ["count": "\(sources.count)"])
    }
    // A still must not bear the name of a video.
    if options.tier == .video, motion == nil, options.output != .library { throw Problem(.collageNotMoving) }
  }

  /// What the collage becomes.
  var tier: CollageTier { motion == nil ? .still : options.tier ?? .live }

  /// Takes out a source that turned out unreadable when it was drawn: its cell is grey, and does not move.
  mutating func fail(_ item: Int, _ problem: Problem) {
    sources[item] = .missing(inputs[item].path, problem)
    light = CollageLight(options, sources, moves: settings.moves)
    planMotion()
  }

  private mutating func planMotion() {
    let clips = sources.map { $0.problem == nil ? $0.motion?.clip : nil }
    motion = options.tier == .still ? nil : CollageMotion(layout.forVideo, clips: clips, options.motion)
  }

  /// What is worth saying of the whole.
  var notes: [Note] {
    var notes: [Note] = []
    if motion == nil, options.tier != .still {
      if layout.pages.count > 1, sources.contains(where: { $0.motion != nil }) {
        notes.append(Note(.collageStillOnly, ["reason": "pages", "count": "\(layout.pages.count)"]))
      } else if options.tier != nil {
        notes.append(Note(.collageStillOnly, ["reason": "none"]))
      }
    }
    if let reason = options.stillReason,
      zip(inputs, sources).contains(where: { $0.video != nil || $1.motion != nil })
    {
      notes.append(
        Note(.collageStillOnly, ["reason": reason.rawValue, "format": options.format.rawValue])
      )
    }
    if motion == nil, !options.movingOptions.isEmpty {
      notes.append(
        Note(
          .collageOptionsIdle,
          ["options": options.movingOptions.joined(separator: " "), "reason": "still"]
        )
      )
    } else if let motion, motion.kind != .relay, options.movingOptions.contains(CollageRunOptions.perCell) {
      notes.append(
        Note(.collageOptionsIdle, ["options": CollageRunOptions.perCell, "reason": motion.kind.rawValue])
      )
    }
    if options.quality != nil, options.format.isAlwaysLossless {
      notes.append(
        Note(
          .collageOptionsIdle,
          ["options": "--quality", "reason": "lossless", "format": options.format.rawValue]
        )
      )
    }
    if options.hdr == .keep, !sources.contains(where: { $0.hdr != .none || $0.motionColour != .standard }) {
      notes.append(Note(.collageOptionsIdle, ["options": "--hdr", "reason": "standard"]))
    }
    if let motion, let asked = options.motion.hero, layout.cells[motion.hero].item != asked,
      motion.kind == .focus
    {
      let other = layout.cells[motion.hero].item + 1
      notes.append(Note(.collageHeroStill, ["number": "\(asked + 1)", "other": "\(other)"]))
    }
    if motion != nil, let video = layout.forVideo.pages.first?.size, video != layout.pages.first?.size {
      notes.append(Note(.collageVideoSmaller, ["width": "\(video.width)", "height": "\(video.height)"]))
    }
    if let motion, motion.kind == .relay, motion.duration.seconds > 15 {
      notes.append(Note(.collageLong, ["seconds": "\(Int(motion.duration.seconds.rounded()))"]))
    }
    return notes + [light.note(sources, moves: motion != nil)].compactMap(\.self)
  }

  /// Whether a source was fetched that is half of a Live Photo: its video lies at another address, which nobody knows.
  private func lacksVideo(_ index: Int) -> Bool {
    guard RemoteFile.isURL(inputs[index].path), let found = fetched[index], found.notes.isEmpty,
      sources[index].problem == nil, sources[index].motion == nil
    else { return false }
    return PairCandidate.still(found.path)?.identifier != nil
  }

  /// The sources with what is worth saying of each.
  var reports: [CollageResult.Source] {
    sources.indices.map { index in
      let source = sources[index]
      var notes = source.problem == nil ? fetched[index]?.notes ?? [] : []
      if options.tier != .still, let problem = source.motionProblem {
        notes.append(
          Note(.collageMotionUnreadable, ["detail": problem.values["detail"] ?? problem.code.rawValue])
        )
      } else if options.tier != .still, lacksVideo(index) {
        notes.append(Note(.collageMotionUnreadable))
      }
      return CollageResult.Source(
        shown: inputs[index].shown,
        problem: source.problem,
        notes: notes + (source.problem == nil ? source.notes : [])
      )
    }
  }
}
