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

  /// Registers every photo among the inputs and reports each.
  public func run(inputs: [FilePath], report: (ItemResult) -> Void) throws {
    var expansion = InputExpansion(
      skippedFolders: [library.albumFolder(.conversions), library.albumFolder(.creations)],
      workingFolder: try FilePath("").absolute()
    )
    for input in inputs { expansion.add(input) }
    expansion.failures.forEach { report($0.result) }
    for item in expansion.items {
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
      if case .still = FormatDetector.detect(head) {
      } else if !item.isNamed {
        return ItemResult(source: item.shown, status: .ignored)
      }
      let known = try library.catalogue.asset(atPath: item.path)
      if let known, known.copy != nil {
        return ItemResult(source: item.shown, status: .unchanged, asset: known.uuid)
      }
      let (registration, notes) = try Self.describe(item.path)
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
  private static func describe(_ path: FilePath) throws -> (SourceRegistration, [Note]) {
    let (source, bytes) = try SinkSource.reading(path)
    let header = try StillImageReader(bytes: bytes, limits: DecodingLimits()).header
    let (metadata, notes) = try CarryOver.metadata(
      of: source,
      embedded: EmbeddedMetadata(blocks: header.blocks),
      library: nil
    )
    let status = try source.status ?? FileStatus.of(path)
    let file = RecordedFile(
      path: path,
      role: .photo,
      byteCount: status.size,
      modification: status.modification,
      contentHash: source.contentHash
    )
    let size = header.orientation.swapsSides ? header.size.transposed : header.size
    return (
      SourceRegistration(
        kind: .photo,
        files: [file],
        metadata: metadata,
        width: size.width,
        height: size.height
      ),
      notes
    )
  }
}
