public import Files

/// What makes two copies the same copy: content of the source, recipe, and the folder asked for.
public struct CopyKey: Hashable, Sendable, Codable {
  /// The source's content; for several sources one hash over theirs.
  public var sourceHash: ContentHash
  /// The recipe's stable hash.
  public var recipeHash: String
  /// The folder that the copy was asked into; absolute.
  public var folder: FilePath

  /// Makes a key.
  public init(sourceHash: ContentHash, recipeHash: String, folder: FilePath) {
    self.sourceHash = sourceHash
    self.recipeHash = recipeHash
    self.folder = folder
  }
}

/// A copy that the catalogue knows. Whether its files are still as recorded is for the caller to see.
public struct RegisteredCopy: Hashable, Sendable {
  /// The asset's UUID, lower case.
  public var asset: String
  /// Its files, in the order of registration.
  public var files: [RecordedFile]
  /// What it is a copy of.
  public var key: CopyKey
  /// Where the source was when the copy was made; absolute.
  public var sourcePath: FilePath

  /// Makes a value.
  public init(asset: String, files: [RecordedFile], key: CopyKey, sourcePath: FilePath) {
    self.asset = asset
    self.files = files
    self.key = key
    self.sourcePath = sourcePath
  }
}
