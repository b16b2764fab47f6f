public import Files
internal import Messages

/// An original as the sink knows it: where it is, how it was, and what is in it. Its bytes are not here: a photo's are
/// in memory while it is converted, a video's never are.
public struct SinkSource: Sendable {
  /// A further file of the original: the video of a Live Photo.
  public struct Companion: Sendable {
    /// Absolute path.
    public let path: FilePath
    /// The file's state when it was hashed.
    public let status: FileStatus
    /// XXH3-128 of the file.
    public let contentHash: ContentHash
  }

  /// Absolute path, or the name shown for standard input.
  public let path: FilePath
  /// The file's state when it was read; nil for standard input.
  public let status: FileStatus?
  /// The file's length.
  public let byteCount: Int64
  /// XXH3-128 of the file.
  public let contentHash: ContentHash
  /// The video of a Live Photo.
  public private(set) var companion: Companion?
  /// Whether it could not be read, and a collage has an empty cell in its place.
  public private(set) var isMissing = false

  /// What a copy of this original is filed under: the file's own hash, or one of both files of a Live Photo.
  public var keyHash: ContentHash {
    Self.keyHash(contentHash: contentHash, companion: companion?.contentHash)
  }

  /// The same, of hashes that are known.
  public static func keyHash(contentHash: ContentHash, companion: ContentHash?) -> ContentHash {
    guard let companion else { return contentHash }
    return ContentHash(of: Array((contentHash.hex + companion.hex).utf8))
  }

  /// An original of a collage that can't be read. It is told from others by its path, and from itself once it can be read: a
  /// collage without it is another one than the collage with it.
  public static func missing(_ path: FilePath) -> SinkSource {
    var result = SinkSource(path, nil, 0, ContentHash(of: Array("missing: ".utf8) + path.bytes))
    result.isMissing = true
    return result
  }

  /// The same content under the name that people know it by: an address, of which the file is only what was fetched.
  public func known(as path: FilePath) -> SinkSource {
    var result = SinkSource(path, nil, byteCount, contentHash)
    result.companion = companion
    return result
  }

  /// Reads a file whole. Throws `input.*` problems; a file that changes while it is read is not used.
  public static func reading(
    _ path: FilePath,
    maximumByteCount: Int = 1 << 31
  ) throws -> (source: SinkSource, bytes: [UInt8]) {
    let (bytes, status) = try FileReader.read(path, maximumByteCount: maximumByteCount)
    if bytes.isEmpty { throw Problem(.inputEmpty) }
    return (SinkSource(path, status, status.size, ContentHash(of: bytes)), bytes)
  }

  /// Hashes a file of any length piece by piece. Throws `input.*` problems, as for a file that changes meanwhile.
  public static func hashing(_ path: FilePath) throws -> SinkSource {
    let (hash, status) = try hashAndStatus(path)
    return SinkSource(path, status, status.size, hash)
  }

  /// Reads standard input to its end.
  public static func readingStandardInput(
    maximumByteCount: Int = 1 << 31
  ) throws -> (source: SinkSource, bytes: [UInt8]) {
    let bytes = try FileReader.readStandardInput(maximumByteCount: maximumByteCount)
    if bytes.isEmpty { throw Problem(.inputEmpty) }
    return (SinkSource(FilePath("stdin"), nil, Int64(bytes.count), ContentHash(of: bytes)), bytes)
  }

  /// This original together with the video of the Live Photo that it is the still of.
  public func with(videoAt path: FilePath) throws -> SinkSource {
    let (hash, status) = try Self.hashAndStatus(path)
    var result = self
    result.companion = Companion(path: path, status: status, contentHash: hash)
    return result
  }

  private init(_ path: FilePath, _ status: FileStatus?, _ byteCount: Int64, _ contentHash: ContentHash) {
    self.path = path
    self.status = status
    self.byteCount = byteCount
    self.contentHash = contentHash
  }

  private static func hashAndStatus(_ path: FilePath) throws -> (ContentHash, FileStatus) {
    let (hash, status) = try ContentHash.withStatus(ofFile: path)
    if status.size == 0 { throw Problem(.inputEmpty) }
    return (hash, status)
  }
}
