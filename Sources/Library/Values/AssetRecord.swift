public import Files
public import Metadata

/// An asset as the catalogue has it.
public struct AssetRecord: Hashable, Sendable {
  /// Lower case.
  public var uuid: String
  /// What it is.
  public var kind: AssetKind
  /// Whether it was registered in place; otherwise this program made it.
  public var isSource: Bool
  /// Its files, in the order of registration.
  public var files: [RecordedFile]
  /// What belongs to it, with all its albums and tags.
  public var metadata: SourceMetadata
  /// Pixels, where known.
  public var width, height: Int?
  /// Seconds, of moving things.
  public var duration: Double?
  /// The content of its first file, where known.
  public var contentHash: ContentHash?
  /// When it came into the catalogue; whole seconds.
  public var added: FileTime
  /// How it was made, where it is a copy.
  public var copy: CopyRecord?
}

/// How a copy was made.
public struct CopyRecord: Hashable, Sendable {
  /// What it is a copy of.
  public var key: CopyKey
  /// Where the source was; absolute.
  public var sourcePath: FilePath
  /// The sources of a copy that has several.
  public var sources: [CopySource]
  /// The recipe as JSON.
  public var recipe: String
  /// When; whole seconds.
  public var madeAt: FileTime
  /// The version of the program that made it.
  public var programVersion: String
}
