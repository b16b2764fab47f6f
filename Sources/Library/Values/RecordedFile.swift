public import Files

/// A file of an asset as it was when it was recorded.
public struct RecordedFile: Hashable, Sendable, Codable {
  /// Where it is; absolute.
  public var path: FilePath
  /// What it is to its asset.
  public var role: FileRole
  /// Its length.
  public var byteCount: Int64
  /// When it was last changed.
  public var modification: FileTime
  /// Its content, where it was hashed.
  public var contentHash: ContentHash?

  /// Makes a record.
  public init(
    path: FilePath,
    role: FileRole,
    byteCount: Int64,
    modification: FileTime,
    contentHash: ContentHash? = nil
  ) {
    self.path = path
    self.role = role
    self.byteCount = byteCount
    self.modification = modification
    self.contentHash = contentHash
  }

  /// Whether a status is that of the file as recorded: a regular file with the same size and time.
  public func isUnchanged(_ status: FileStatus) -> Bool {
    status.kind == .regular && status.size == byteCount && status.modification == modification
  }
}
