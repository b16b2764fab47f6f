/// A picture in memory, in whichever of the two forms it came out of a decoder.
public enum DecodedPicture: Sendable {
  /// Interleaved samples.
  case pixels(PixelBuffer)
  /// Luma and colour differences, which go from a decoder to an encoder as they are.
  case planes(ColourPlanes)

  /// Columns and rows.
  public var size: PixelSize {
    switch self {
    case .pixels(let pixels): pixels.size
    case .planes(let planes): planes.size
    }
  }

  /// Whether there is an alpha channel.
  public var hasAlpha: Bool {
    switch self {
    case .pixels(let pixels): pixels.layout.hasAlpha
    case .planes: false
    }
  }
}
