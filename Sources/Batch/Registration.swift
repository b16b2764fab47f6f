internal import Conversions
internal import ConversionSink
public import Files
public import Library
internal import Messages
internal import Metadata
internal import Pixels
internal import StillImages

/// Registers originals where they lie, so that they can have a favourite, albums and tags. Nothing is written beside or
/// into them.
public struct Registration {
  private let library: Library

  /// Registers into `library`.
  public init(library: Library) { self.library = library }

  /// Registers every photo, Live Photo and video among the inputs and reports each.
  public func run(inputs: [FilePath], report: (ItemResult) -> Void) throws {
    var expansion = InputExpansion(
      skippedFolders: [library.albumFolder(.conversions), library.albumFolder(.creations)],
      workingFolder: try FilePath("").absolute()
    )
    for input in inputs { expansion.add(input) }
    expansion.failures.forEach { report($0.result) }
    for item in PairRecognition.joined(expansion.items, takesBroken: false) {
      if StopSignal.number != 0 { return }
      report(register(item))
    }
    try library.catalogue.flush()
  }

  private func register(_ item: InputItem) -> ItemResult {
    do {
      if !item.isNamed {
        let kind = try FileStatus.of(item.path, followLinks: true).kind
        if kind != .regular { return ItemResult(source: item.shown, status: .ignored, kind: kind.rawValue) }
      }
      let head = try FileReader.readHead(item.path, byteCount: FormatDetector.neededByteCount).bytes
      let format = FormatDetector.detect(head)
      switch format {
      case .still, .video: break
      case .otherStill, .unknown, .empty:
        if !item.isNamed { return ItemResult(source: item.shown, status: .ignored) }
      }
      let known = try library.catalogue.asset(atPath: item.path)
      if let known, known.copy != nil {
        return ItemResult(source: item.shown, status: .unchanged, asset: known.uuid)
      }
      let isVideo = if case .video = format { true } else { false }
      let (registration, notes) = try isVideo ? Self.describeVideo(item.path) : Self.describe(item)
      let isSame = known?.contentHash != nil && known?.contentHash == registration.files.first?.contentHash
      let uuid = try library.catalogue.registerSource(registration)
      return ItemResult(
        source: item.shown,
        status: isSame ? .unchanged : .delivered,
        asset: uuid,
        notes: notes
      )
    } catch let problem as Problem {
      return ItemResult(source: item.shown, status: .failed, problem: problem)
    } catch {
      return ItemResult(
        source: item.shown,
        status: .failed,
        problem: Problem(.internalError, ["detail": "\(error)"])
      )
    }
  }

  /// What the catalogue keeps of an original: its file, size, and what sidecars and the file itself say.
  private static func describe(_ item: InputItem) throws -> (SourceRegistration, [Note]) {
    let path = item.path
    let (source, bytes) = try SinkSource.reading(path)
    let reader = try StillImageReader(bytes: bytes, limits: DecodingLimits())
    let header = reader.header
    // Sequences of cameras are photos, even where their pictures have times.
    let isAnimated = [.gif, .webp, .png].contains(header.format) && header.further.furtherImageCount > 0
    let animation = isAnimated && item.video == nil ? reader.animation : nil
    // What the still does not say, its video may: copies get it from there as long as nobody registers the photo.
    let movie = item.video.flatMap { try? MovieInspection($0) }
    let (metadata, notes) = try CarryOver.metadata(
      of: source,
      embedded: EmbeddedMetadata(blocks: header.blocks, movie: movie?.embedded.movie ?? SourceMetadata()),
      library: nil
    )
    let status = try source.status ?? FileStatus.of(path)
    let file = RecordedFile(
      path: path,
      role: animation != nil ? .animation : item.video == nil ? .photo : .still,
      byteCount: status.size,
      modification: status.modification,
      contentHash: source.contentHash
    )
    let size = header.orientation.swapsSides ? header.size.transposed : header.size
    let video = try item.video.map { try recorded(SinkSource.hashing($0), as: .video) }
    return (
      SourceRegistration(
        kind: animation != nil ? .animation : video == nil ? .photo : .live,
        files: [file] + (video.map { [$0] } ?? []),
        metadata: metadata,
        width: size.width,
        height: size.height,
        duration: animation?.duration
      ),
      notes
    )
  }

  /// The same, of a video.
  private static func describeVideo(_ path: FilePath) throws -> (SourceRegistration, [Note]) {
    let movie = try MovieInspection(path)
    let source = try SinkSource.hashing(path)
    let (metadata, notes) = try CarryOver.metadata(of: source, embedded: movie.embedded, library: nil)
    let registration = SourceRegistration(
      kind: .video,
      files: [try recorded(source, as: .video)],
      metadata: metadata,
      width: movie.size.width,
      height: movie.size.height,
      duration: movie.durationInSeconds
    )
    return (registration, movie.notes + notes)
  }

  private static func recorded(_ source: SinkSource, as role: FileRole) throws -> RecordedFile {
    let status = try source.status ?? FileStatus.of(source.path)
    return RecordedFile(
      path: source.path,
      role: role,
      byteCount: status.size,
      modification: status.modification,
      contentHash: source.contentHash
    )
  }
}
