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
    let (embedded, embeddedNotes) = EmbeddedMetadataReader.read(blocks)
    var found = embedded
    if source.status != nil {
      var sidecars = SidecarFiles(of: source)
      found = sidecars.metadata(above: embedded)
      notes = sidecars.notes
    }
    // Registering took over what sidecars and file said, so what the catalogue does not have has been taken away.
    let known = try library?.catalogue.metadata(forSourceWith: source.contentHash, path: source.path)
    return (known?.completingDate(from: found) ?? found, notes + embeddedNotes)
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
}
