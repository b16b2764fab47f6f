internal import Collages
internal import Conversions
internal import ConversionSink
internal import Files
internal import Library
internal import Messages
internal import Metadata
internal import Pixels
internal import StillImages

extension CollageRun {
  /// Sources that only drawing showed to be unreadable: the collage with grey cells in their places is another one than the
  /// one that was begun.
  private struct Unreadable: Error {
    let failures: [(item: Int, problem: Problem)]
  }

  /// Draws the collage and sends it through the sink; where sources turn out unreadable, once more without them.
  func deliver(_ first: CollagePreparation, _ library: Library?, _ result: inout CollageResult) throws {
    let sink = try ConversionSink(library: library)
    var prepared = first
    if prepared.layout.pages.count > 1, options.output != .library {
      let page = prepared.layout.pages[0].size
      throw Problem(
        .collagePages,
        [
          "count": "\(prepared.layout.pages.count)", "height": "\(page.height)",
          "format": prepared.light.format.rawValue,
        ]
      )
    }
    while true {
      do {
        try deliver(prepared, sink, library, &result)
        result.sources = prepared.reports
        return
      } catch let unreadable as Unreadable {
        for (item, problem) in unreadable.failures { prepared.fail(item, problem) }
        result.sources = prepared.reports
        try prepared.refuseNothing()
      } catch {
        result.sources = prepared.reports
        throw error
      }
    }
  }

  private func deliver(
    _ prepared: CollagePreparation,
    _ sink: ConversionSink,
    _ library: Library?,
    _ result: inout CollageResult
  ) throws {
    let originals = try originals(prepared)
    let tier = prepared.tier
    result.tier = tier
    result.motion = tier == .still ? nil : prepared.motion?.kind
    result.hasSound = prepared.motion?.sounds.isEmpty == false
    var delivered: [SinkResult] = []
    if tier == .video {
      delivered = [try send(.video, page: 0, prepared, originals, to: destination(library, .video), sink)]
      // Where the video is elsewhere, the album of creations shows a picture of it, once there is something to show.
      if let library, options.output != .library || options.album != nil {
        let poster = try send(
          .still,
          page: 0,
          prepared,
          originals,
          to: album(library, .creations),
          sink,
          isPoster: true
        )
        result.poster = poster.files.map(ItemOutput.init)
      }
    } else {
      var isTold = false
      for page in prepared.layout.pages.indices {
        let sent = try send(
          tier,
          page: page,
          prepared,
          originals,
          to: destination(library, tier),
          sink,
          isSuffixed: isTold
        )
        isTold = isTold || sent.files.contains { naming(page, tier, prepared, originals).isTold($0.path) }
        delivered.append(sent)
      }
    }
    result.status = delivered.allSatisfy(\.isUnchanged) ? .unchanged : .delivered
    result.outputs = delivered.flatMap { $0.files.map(ItemOutput.init) }
    result.asset = delivered.first?.asset
    let notes = delivered.flatMap(\.notes)
    if notes.contains(where: { [.pairBroken, .pairTimedOut].contains($0.code) }) {
      (result.tier, result.motion) = (.still, nil)
    }
    result.notes += prepared.notes + notes
    if options.output == .library { result.folder = library?.albumFolder(.creations) }
  }

  /// One page in one form.
  ///
  /// - Parameter isSuffixed: whether an earlier page had to be told from other files by its name: then this one is, too.
  private func send(
    _ tier: CollageTier,
    page index: Int,
    _ prepared: CollagePreparation,
    _ originals: [SinkSource],
    to destination: Destination,
    _ sink: ConversionSink,
    isPoster: Bool = false,
    isSuffixed: Bool = false
  ) throws -> SinkResult {
    let pages = prepared.layout.pages
    let page = pages[index]
    let format = prepared.light.format
    // A page knows nothing of sources on others.
    let own = pages.count == 1 ? originals : page.cells.map { originals[$0.item] }
    let drawing = try CollageDrawing(
      page,
      background: prepared.layout.background,
      motion: tier == .still ? nil : prepared.motion.map { ($0, prepared.layout.forVideo.pages[index]) },
      colour: prepared.light.colour,
      sources: prepared.sources,
      format: format,
      quality: options.quality ?? PhotoSettings.defaultQuality,
      threads: Machine.coreCount
    )
    drawing.progress = progress(ofPage: index, prepared)
    var facts = facts
    // The album that was named has the video itself.
    if !isPoster { facts.albums = options.album.map { [$0] } ?? [] }
    var naming = naming(index, tier, prepared, originals)
    naming.isSuffixed = isSuffixed
    var result = try sink.collage(
      of: own,
      facts: facts,
      recipe: recipe(tier, page: index, prepared),
      to: destination,
      naming: naming,
      options: SinkOptions(sidecar: isRegistered(destination) ? .auto : .never),
      waiting: { say?(.collageWaiting) },
      produce: { carried, staging in
        Machine.returnMemoryEarly()
        let production = try drawing.production.produce(tier, carried, in: staging)
        if !drawing.failures.isEmpty { throw Unreadable(failures: drawing.failures) }
        progress?(.checking)
        return production
      }
    )
    result.notes += drawing.notes.map { item, note in
      var note = note
      note.values["path"] = prepared.inputs[item].shown.lossyString
      return note
    }
    return result
  }

  /// Rows of a page are told as some of all pages'.
  private func progress(ofPage index: Int, _ prepared: CollagePreparation) -> ((CollageProgress) -> Void)? {
    guard let progress else { return nil }
    let heights = prepared.layout.pages.map(\.size.height)
    let (before, all) = (heights[..<index].reduce(0, +), heights.reduce(0, +))
    return { stage in
      guard case .drawing(let done, _) = stage else { return progress(stage) }
      progress(.drawing(done: before + done, of: all))
    }
  }

  private var facts: CollageFacts { CollageFacts(title: options.title, tags: options.tags) }

  private func recipe(_ tier: CollageTier, page index: Int, _ prepared: CollagePreparation) -> Recipe {
    Recipe.collage(
      tier,
      prepared.settings,
      format: prepared.light.format,
      quality: prepared.light.format.isAlwaysLossless ? nil : options.quality ?? PhotoSettings.defaultQuality,
      motion: options.motion,
      colour: prepared.light.colour,
      page: index + 1
    )
  }

  private func naming(
    _ index: Int,
    _ tier: CollageTier,
    _ prepared: CollagePreparation,
    _ originals: [SinkSource]
  ) -> CopyNaming {
    let count = prepared.layout.pages.count
    return .collage(
      of: RemoteFile.withoutCredentials(prepared.inputs[0].path),
      title: options.title,
      page: index + 1,
      of: count,
      group: count > 1 ? CopyNaming.pages(of: originals, facts, recipe(tier, page: 0, prepared)) : nil
    )
  }

  private func destination(_ library: Library?, _ tier: CollageTier) throws -> Destination {
    switch options.output {
    case .file(let path): return .file(try path.absolute())
    case .standardOutput: return .standardOutput
    case .library:
      guard let library else { throw Problem(.libraryMissing, ["path": options.library.lossyString]) }
      // A poster stands for a video that another album holds.
      return album(library, tier == .video && options.album != nil ? nil : .creations)
    }
  }

  /// A file that is named is written, and nothing beside it.
  private func isRegistered(_ destination: Destination) -> Bool {
    if case .library = destination { true } else { false }
  }

  private func album(_ library: Library, _ kind: AlbumKind?) -> Destination {
    .library(library, album: kind, folder: nil)
  }

  /// The originals as the sink knows them: hashed, with the video where it takes part.
  private func originals(_ prepared: CollagePreparation) throws -> [SinkSource] {
    try prepared.sources.indices.map { index in
      let (input, source) = (prepared.inputs[index], prepared.sources[index])
      guard source.problem == nil, let found = prepared.fetched[index] else {
        return .missing(RemoteFile.withoutCredentials(input.path))
      }
      let original = try SinkSource.hashing(found.path)
      if found.path != input.path { return original.known(as: RemoteFile.withoutCredentials(input.path)) }
      guard let video = input.video, source.motion != nil else { return original }
      return try original.with(videoAt: video)
    }
  }
}
