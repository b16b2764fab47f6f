public import Files
internal import Messages

/// An original, read once: its bytes are what is converted, hashed and carried over.
public struct SinkSource: Sendable {
  /// Absolute path, or the name shown for standard input.
  public let path: FilePath
  /// The whole file.
  public let bytes: [UInt8]
  /// The file's state when it was read; nil for standard input.
  public let status: FileStatus?
  /// XXH3-128 of `bytes`.
  public let contentHash: ContentHash

  /// Reads a file. Throws `input.*` problems; a file that changes while it is read is not used.
  public static func file(_ path: FilePath, maximumByteCount: Int = 1 << 31) throws -> SinkSource {
    let (bytes, status) = try FileReader.read(path, maximumByteCount: maximumByteCount)
    if bytes.isEmpty { throw Problem(.inputEmpty) }
    return SinkSource(path: path, bytes: bytes, status: status, contentHash: ContentHash(of: bytes))
  }

  /// Reads standard input to its end.
  public static func standardInput(maximumByteCount: Int = 1 << 31) throws -> SinkSource {
    let bytes = try FileReader.readStandardInput(maximumByteCount: maximumByteCount)
    if bytes.isEmpty { throw Problem(.inputEmpty) }
    return SinkSource(path: FilePath("stdin"), bytes: bytes, status: nil, contentHash: ContentHash(of: bytes))
  }
}
