/// Width and height in pixels, both at least 1.
public struct PixelSize: Hashable, Sendable, Codable {
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// Makes a size.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// The longer side.
  public var longEdge: Int { max(width, height) }
  /// Width and height exchanged.
  public var transposed: PixelSize { PixelSize(width: height, height: width) }
  /// Number of pixels, or nil where the product does not fit.
  public var pixelCount: Int? {
    let (product, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? nil : product
  }
}
