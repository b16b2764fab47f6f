public import Containers
internal import Messages
public import Metadata

/// What the files of an original say of themselves.
public struct EmbeddedMetadata: Sendable {
  /// Exif, XMP and IPTC, byte for byte.
  public var blocks: MetadataBlocks
  /// Where the picture is one of several in its file, that file's, for what the picture's own don't say.
  public var file: MetadataBlocks?
  /// What a video says in its own boxes: all there is for a video, second to the still's for a Live Photo.
  public var movie: SourceMetadata

  /// Gathers both.
  public init(
    blocks: MetadataBlocks = MetadataBlocks(),
    file: MetadataBlocks? = nil,
    movie: SourceMetadata = SourceMetadata()
  ) {
    self.blocks = blocks
    self.file = file
    self.movie = movie
  }

  /// The fields of both, and what could not be read.
  func read() -> (SourceMetadata, [Note]) {
    var (found, notes) = EmbeddedMetadataReader.read(blocks)
    if let file { found = found.filling(from: EmbeddedMetadataReader.read(file).0) }
    return (found.filling(from: movie), notes)
  }
}
