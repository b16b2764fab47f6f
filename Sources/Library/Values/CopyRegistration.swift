public import Files
public import Metadata

/// One source of a copy that has several.
public struct CopySource: Hashable, Sendable, Codable {
  /// Its content; nil where it could not be read.
  public var contentHash: ContentHash?
  /// Where it was; absolute.
  public var path: FilePath

  /// Makes a value.
  public init(contentHash: ContentHash?, path: FilePath) {
    self.contentHash = contentHash
    self.path = path
  }
}

/// Everything that is written into the catalogue for a new copy.
public struct CopyRegistration: Hashable, Sendable, Codable {
  /// The new asset's UUID, lower case.
  public var asset: String
  /// What it is.
  public var kind: AssetKind
  /// Its files at their final places; the first is the one whose path is shown.
  public var files: [RecordedFile]
  /// What belongs to it. Its albums are the source's own; the library's comes on top.
  public var metadata: SourceMetadata
  /// Pixels of the upright picture.
  public var width, height: Int
  /// Seconds, of moving things.
  public var duration: Double?
  /// Which of the library's own albums it goes to; nil: none.
  public var album: AlbumKind?
  /// What it is a copy of.
  public var key: CopyKey
  /// Where the source is; absolute.
  public var sourcePath: FilePath
  /// The sources of a copy that has several, in their order; empty otherwise.
  public var sources: [CopySource]
  /// The recipe as JSON.
  public var recipe: String
  /// The program's version.
  public var programVersion: String
  /// When it was made.
  public var madeAt: FileTime

  /// Makes a registration.
  public init(
    asset: String,
    kind: AssetKind,
    files: [RecordedFile],
    metadata: SourceMetadata,
    width: Int,
    height: Int,
    duration: Double? = nil,
    album: AlbumKind?,
    key: CopyKey,
    sourcePath: FilePath,
    sources: [CopySource] = [],
    recipe: String,
    programVersion: String,
    madeAt: FileTime
  ) {
    self.asset = asset
    self.kind = kind
    self.files = files
    self.metadata = metadata
    self.width = width
    self.height = height
    self.duration = duration
    self.album = album
    self.key = key
    self.sourcePath = sourcePath
    self.sources = sources
    self.recipe = recipe
    self.programVersion = programVersion
    self.madeAt = madeAt
  }
}
