/// How the photos of a collage are laid out.
public enum CollageArrangement: String, Hashable, Sendable, Codable, CaseIterable {
  /// Cells of the photos' own shapes, fitted into each other: next to nothing is cropped.
  case mosaic
  /// Rows of equal cells.
  case grid
  /// Rows of one height each, in which photos keep their widths.
  case rows
  /// One large photo, the others in rows below or beside it.
  case hero
  /// All below each other at one width; never cropped.
  case strip
}
