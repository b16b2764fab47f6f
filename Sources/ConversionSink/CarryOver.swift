public import Containers
internal import Files
internal import FoundationEssentials
public import Library
public import Messages
public import Metadata

/// Gathers what belongs to an original: catalogue, then sidecars, then the file itself.
public enum CarryOver {
  /// What is known of an original, the most trusted source first, and what had to be left out.
  public static func metadata(
    of source: SinkSource,
    blocks: MetadataBlocks,
    library: Library?
  ) throws -> (SourceMetadata, [Note]) {
    var notes: [Note] = []
    var metadata = SourceMetadata()
    if let library,
      let known = try library.catalogue.metadata(forSourceWith: source.contentHash, path: source.path)
    {
      metadata = known
    }
    let (embedded, embeddedNotes) = EmbeddedMetadataReader.read(blocks)
    let beside = source.status == nil ? SourceMetadata() : sidecar(of: source.path, notes: &notes)
    // Tags and albums of sidecar and file are one list; the catalogue's, where it has any, is the whole truth.
    metadata = metadata.filling(from: beside.filling(from: embedded, joiningLists: true))
    return (metadata, notes + embeddedNotes)
  }

  /// The one value that goes into a copy.
  static func read(_ source: SinkSource, blocks: MetadataBlocks, library: Library?) throws -> CarriedOver {
    let (metadata, notes) = try metadata(of: source, blocks: blocks, library: library)
    let identity = CopyIdentity(
      documentIdentifier: UUID().uuidString.lowercased(),
      instanceIdentifier: UUID().uuidString.lowercased(),
      program: ProgramVersion.nameAndVersion,
      date: Date().ISO8601Format()
    )
    return CarriedOver(
      metadata: metadata,
      blocks: blocks,
      identity: identity,
      sourceName: source.path.lastComponentText,
      modification: FileTimes.modification(of: metadata.captureDate, source: source.status),
      notes: notes
    )
  }

  /// The first sidecar that exists and can be read; one that is damaged is said, never silently passed over.
  private static func sidecar(of path: FilePath, notes: inout [Note]) -> SourceMetadata {
    let folder = path.parent
    let exists = { (candidate: FilePath) in (try? FileStatus.of(candidate)) != nil }
    // A folder of 40,000 photos is listed only where the answer matters.
    let siblings = { () -> [[UInt8]] in
      let shared = [".xmp", ".XMP"].map { folder.appending(path.stem + Array($0.utf8)) }
      return shared.contains(where: exists) ? (try? DirectoryWalk.names(in: folder)) ?? [] : []
    }
    for candidate in Sidecar.candidates(for: path, siblings: siblings) where exists(candidate.path) {
      do {
        let (bytes, _) = try FileReader.read(candidate.path, maximumByteCount: 16 << 20)
        if let metadata = try candidate.read(bytes) { return metadata }
      } catch {
        let detail = (error as? Problem)?.values["detail"] ?? (error as? Problem)?.code.rawValue ?? ""
        notes.append(Note(.sidecarUnusable, ["path": candidate.path.lossyString, "detail": detail]))
      }
    }
    return SourceMetadata()
  }
}
