public import Metadata

/// A source to be registered where it lies.
public struct SourceRegistration: Hashable, Sendable {
  /// What it is.
  public var kind: AssetKind
  /// Its files, the first one the main one.
  public var files: [RecordedFile]
  /// What is known of it from sidecars and the file itself.
  public var metadata: SourceMetadata
  /// Pixels of the upright picture, where known.
  public var width, height: Int?
  /// Seconds, of moving things.
  public var duration: Double?

  /// Makes a registration.
  public init(
    kind: AssetKind,
    files: [RecordedFile],
    metadata: SourceMetadata,
    width: Int? = nil,
    height: Int? = nil,
    duration: Double? = nil
  ) {
    self.kind = kind
    self.files = files
    self.metadata = metadata
    self.width = width
    self.height = height
    self.duration = duration
  }
}
