public import Files

/// Where a video's bytes are.
public enum MovieSource: Hashable, Sendable {
  /// A whole file.
  case file(FilePath)
  /// A part of a file: the video behind or inside the picture of a Motion Photo.
  case part(of: FilePath, offset: Int64, length: Int64)
  /// Memory.
  case bytes([UInt8])
}
