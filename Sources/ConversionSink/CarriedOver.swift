public import Containers
public import Files
public import Messages
public import Metadata

/// What belongs to an original and goes into its copy: one value, read once, from the catalogue, the sidecars and
/// the file itself, in that order of trust.
public struct CarriedOver: Sendable {
  /// Date, place, favourite, rating, tags, albums, title, description.
  public var metadata: SourceMetadata
  /// The original's own Exif, XMP and IPTC, byte for byte.
  public var blocks: MetadataBlocks
  /// The new identity of the copy (DocumentID and InstanceID).
  public var identity: CopyIdentity
  /// The original's file name, for `xmpMM:DerivedFrom`; empty of a collage, which has several.
  public var sourceName: String
  /// The modification time that the copy's files get.
  public var modification: FileTime?
  /// What had to be left out while reading.
  public var notes: [Note]

  /// Makes a value.
  public init(
    metadata: SourceMetadata,
    blocks: MetadataBlocks,
    identity: CopyIdentity,
    sourceName: String,
    modification: FileTime?,
    notes: [Note] = []
  ) {
    self.metadata = metadata
    self.blocks = blocks
    self.identity = identity
    self.sourceName = sourceName
    self.modification = modification
    self.notes = notes
  }
}
