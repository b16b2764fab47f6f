public import Collages
internal import ConversionSink
internal import Files
internal import Library
public import Messages
internal import Metadata

/// Makes one collage, in this process: from its inputs to what the sink delivers.
public struct CollageRun {
  let options: CollageRunOptions
  /// Receives what there is to say while the work goes on.
  public var say: ((Message) -> Void)?
  /// Is told how far it is, on the calling thread.
  public var progress: ((CollageProgress) -> Void)?

  /// Prepares the work.
  public init(_ options: CollageRunOptions) { self.options = options }

  /// What `run` would draw.
  public struct Plan {
    /// Where everything goes.
    public let layout: CollageLayout
    /// How it moves; nil: it does not.
    public let motion: CollageMotion?
    /// The sources, by item.
    public let sources: [CollageResult.Source]
  }

  /// The layout and the motion that `run` would draw; nothing is written.
  /// - Throws: `Problem`, as a collage would fail.
  public func plan() throws -> Plan {
    let prepared = try CollagePreparation(options, skippedFolders: ownFolders(nil))
    return Plan(layout: prepared.layout, motion: prepared.motion, sources: prepared.reports)
  }

  /// Makes the collage and tells what became of it.
  public func run() -> CollageResult {
    CleanExit.onSignals()
    Machine.returnMemoryEarly()
    var result = CollageResult(status: .failed)
    do {
      let known = usesLibrary ? try existingLibrary() : nil
      let prepared = try CollagePreparation(options, skippedFolders: ownFolders(known), progress)
      result.sources = prepared.reports
      try prepared.refuseNothing()
      try deliver(prepared, known ?? newLibrary(&result), &result)
    } catch let problem as Problem {
      result.status = .failed
      result.problem = problem
    } catch {
      result.status = .failed
      result.problem = Problem(.internalError, ["detail": "\(error)"])
    }
    return result
  }

  /// What goes elsewhere takes nothing from a library; the poster of a video is kept in one that is there.
  private var usesLibrary: Bool { options.output == .library || options.tier == .video }

  private func existingLibrary() throws -> Library? {
    do { return try Library.open(at: options.library, create: false) } catch let problem as Problem
      where problem.code == .libraryMissing || options.output != .library
    { return nil }
  }

  private func newLibrary(_ result: inout CollageResult) throws -> Library? {
    guard options.output == .library else { return nil }
    let library = try Library.open(at: options.library, create: true, albumNames: options.albumNames)
    result.newLibrary = library.root
    result.notes += library.notes
    return library
  }

  /// Folders of the library that are not walked into: copies and collages are no sources unless they are named.
  private func ownFolders(_ library: Library?) -> Set<FilePath> {
    let albums = library.map { [$0.albumFolder(.conversions), $0.albumFolder(.creations)] } ?? []
    return Set(albums + [library?.innerFolder ?? options.library.appending(".shiying")])
  }
}
