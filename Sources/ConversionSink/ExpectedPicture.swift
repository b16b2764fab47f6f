public import Pixels

/// What the picture of a finished file is compared with.
public enum ExpectedPicture: Sendable {
  /// The picture itself, in memory; the file is decoded whole.
  case whole(DecodedPicture)
  /// A sketch of it; the file is read row by row.
  case sketch(PictureSketch)

  /// Columns and rows.
  public var size: PixelSize {
    switch self {
    case .whole(let picture): picture.size
    case .sketch(let sketch): sketch.size
    }
  }
}
