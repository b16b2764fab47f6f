/// A picture in a video decoder's memory, a plane a channel. It borrows that memory: it is to be converted at once.
public struct PlanarPicture {
  /// What the planes hold.
  public enum Family: Sendable, Hashable {
    /// Luma alone.
    case grey
    /// Luma, blue difference, red difference.
    case colourDifferences
    /// Red, green, blue.
    case colours
  }

  /// Where the samples of colour differences that are fewer than luma's lie (H.273, Chroma420SampleLocType).
  public enum ChromaLocation: Sendable, Hashable {
    /// Beside the left of the two luma columns, between the rows: what video has.
    case left
    /// Between columns and rows, as in JPEG.
    case centre
    /// At the upper left luma sample.
    case topLeft
  }

  /// One plane: rows `stride` bytes apart.
  public struct Plane {
    /// The first row.
    public var start: UnsafeRawPointer
    /// Bytes from one row to the next.
    public var stride: Int

    /// Makes a plane.
    public init(start: UnsafeRawPointer, stride: Int) {
      self.start = start
      self.stride = stride
    }
  }

  /// What the samples of a picture are, without the samples: pictures that are alike in it share a conversion.
  public struct Form: Hashable, Sendable {
    /// Columns and rows.
    public var size: PixelSize
    /// What the planes hold.
    public var family: Family
    /// Whether one more plane is alpha, straight.
    public var hasAlpha: Bool
    /// Halvings of the colour differences' columns, 0...2.
    public var columnHalvings: Int
    /// Halvings of the colour differences' rows, 0...2.
    public var rowHalvings: Int
    /// Bits of a sample, 8...16; above 8 in words of native byte order.
    public var bits: Int
    /// What the numbers mean.
    public var codePoints: CodePoints
    /// Where colour differences lie.
    public var chromaLocation: ChromaLocation

    /// Makes a form.
    public init(
      size: PixelSize,
      family: Family,
      hasAlpha: Bool,
      columnHalvings: Int,
      rowHalvings: Int,
      bits: Int,
      codePoints: CodePoints,
      chromaLocation: ChromaLocation
    ) {
      self.size = size
      self.family = family
      self.hasAlpha = hasAlpha
      self.columnHalvings = columnHalvings
      self.rowHalvings = rowHalvings
      self.bits = bits
      self.codePoints = codePoints
      self.chromaLocation = chromaLocation
    }

    /// Planes of such a picture.
    public var planeCount: Int { (family == .grey ? 1 : 3) + (hasAlpha ? 1 : 0) }
  }

  /// What the samples are.
  public let form: Form
  /// The planes in the order of the family, alpha last.
  public let planes: [Plane]

  /// Joins planes; nil where their number does not fit.
  public init?(_ form: Form, planes: [Plane]) {
    guard planes.count == form.planeCount else { return nil }
    self.form = form
    self.planes = planes
  }
}
