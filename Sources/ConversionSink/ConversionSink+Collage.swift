internal import Files
internal import Library
internal import Messages
internal import Metadata

extension ConversionSink {
  /// Makes, or finds, the collage of several originals by `recipe`.
  ///
  /// The same road as `copy(of:...)`, which is entered with facts that are made instead of read. Into a library, one collage
  /// is made at a time: who comes second waits, and finds what the first one made where both asked for the same.
  ///
  /// - Parameters:
  ///   - sources: the originals in their order; those that can't be read are `SinkSource.missing`.
  ///   - facts: what the collage says of itself. Its title and tags are added to the recipe.
  ///   - recipe: what the collage is.
  ///   - destination: where it goes.
  ///   - naming: how it is called: `CopyNaming.collage`.
  ///   - options: what else is asked of the sink.
  ///   - waiting: called once where another collage is being made.
  ///   - produce: makes the finished files in the staging area from what the collage says.
  /// - Throws: `Problem`; then nothing was delivered. `input.changed` where an original changed meanwhile.
  public func collage(
    of sources: [SinkSource],
    facts: CollageFacts,
    recipe: Recipe,
    to destination: Destination,
    naming: CopyNaming,
    options: SinkOptions,
    waiting: () -> Void = {},
    produce: (CarriedOver, StagingArea) throws -> Production
  ) throws -> SinkResult {
    if sources.isEmpty { throw Problem(.internalError, ["detail": "a collage of nothing"]) }
    return try whileAlone(destination, options, waiting: waiting) {
      let result = try make(
        CopyOrigin(collage: sources),
        by: facts.added(to: recipe),
        to: destination,
        naming,
        options,
        carrying: { facts.carried },
        produce: { carried, staging in
          let production = try produce(carried, staging)
          for source in sources { try source.checkUnchanged() }
          return production
        }
      )
      if result.isUnchanged, !options.isDryRun { try join(facts.albums, result.asset) }
      return result
    }
  }

  private func whileAlone<Result>(
    _ destination: Destination,
    _ options: SinkOptions,
    waiting: () -> Void,
    _ body: () throws -> Result
  ) throws -> Result {
    guard case .library = destination, let locks, !options.isDryRun else { return try body() }
    return try locks.whileHoldingCollage(waiting: waiting, body)
  }

  /// A collage that was there already joins the albums that are asked for now.
  private func join(_ albums: [AlbumReference], _ asset: String?) throws {
    guard let library, !library.isReadOnly, let asset else { return }
    let own = AlbumKind.allCases.map { library.albumName($0) }
    var change = AssetChange()
    change.addAlbums = albums.filter { !own.contains($0.name) }
    if !change.addAlbums.isEmpty { try library.catalogue.update(uuid: asset, change) }
  }
}

extension SinkSource {
  /// - Throws: `input.changed` where a file of the original is no longer what it was when it was hashed; `input.*` where it is
  ///   gone.
  func checkUnchanged() throws {
    let files = [(path, status), (companion?.path, companion?.status)]
    for case (let path?, let status?) in files where try FileStatus.of(path) != status {
      throw Problem(.inputChanged, ["path": path.lossyString])
    }
  }
}
