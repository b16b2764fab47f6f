internal import Containers
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
    embedded: EmbeddedMetadata,
    library: Library?
  ) throws -> (SourceMetadata, [Note]) {
    let (metadata, _, notes) = try gather(source, embedded, library)
    return (metadata, notes)
  }

  /// The same, and the packet of the XMP sidecar, which may say more than what is carried by name.
  private static func gather(
    _ source: SinkSource,
    _ embedded: EmbeddedMetadata,
    _ library: Library?
  ) throws -> (SourceMetadata, sidecarXMP: [UInt8]?, [Note]) {
    let known = try library?.catalogue.metadata(forSourceWith: source.contentHash, path: source.path)
    let (own, notes) = embedded.read()
    var found = own
    var sidecars = SidecarFiles(of: source)
    if source.status != nil { found = sidecars.metadata(above: own) }
    // Registering took over what sidecars and file said, so what the catalogue does not have has been taken away.
    let metadata = known?.completingDate(from: found) ?? found
    return (metadata, sidecars.xmpPacket, sidecars.notes + notes)
  }

  /// The one value that goes into a copy.
  static func read(
    _ source: SinkSource,
    embedded: EmbeddedMetadata,
    library: Library?
  ) throws -> CarriedOver {
    let (metadata, sidecarXMP, notes) = try gather(source, embedded, library)
    var blocks = embedded.blocks
    blocks.sidecarXMP = sidecarXMP
    return CarriedOver(
      metadata: metadata,
      blocks: blocks,
      identity: freshIdentity(),
      sourceName: source.path.lastComponentText,
      modification: FileTimes.modification(of: metadata.captureDate, source: source.status),
      notes: notes
    )
  }

  /// Who a new copy is.
  static func freshIdentity() -> CopyIdentity {
    CopyIdentity(
      documentIdentifier: UUID().uuidString.lowercased(),
      instanceIdentifier: UUID().uuidString.lowercased(),
      program: ProgramVersion.nameAndVersion,
      date: Date().ISO8601Format()
    )
  }
}
