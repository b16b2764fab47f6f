public import Pixels

/// Where every photo of a collage goes: the plan that still, video and preview are drawn from.
public struct CollageLayout: Hashable, Sendable {
  /// How the cells are arranged.
  public let arrangement: CollageArrangement
  /// The canvases, from the first to the last; one, except for strips that are longer than their format allows.
  public let pages: [CollagePage]
  /// Pixels between cells.
  public let gap: Int
  /// Pixels around all cells (one more at the right or below where that makes an edge even).
  public let margin: Int
  /// What lies around the cells.
  public let background: CollageBackground

  /// The cells of all pages, in the order of the photos.
  public var cells: [CollageCell] { pages.flatMap(\.cells) }

  /// The share of the photos that is cut off, 0...1: the mean of all cells.
  public var meanCrop: Double {
    let cells = cells
    return cells.isEmpty ? 0 : cells.reduce(0) { $0 + $1.crop } / Double(cells.count)
  }

  /// The share that is cut off where it is most, 0...1.
  public var worstCrop: Double { cells.reduce(0) { max($0, $1.crop) } }
}

/// One canvas of a collage.
public struct CollagePage: Hashable, Sendable {
  /// Its size in pixels.
  public let size: PixelSize
  /// What stands on it, in the order of the photos.
  public let cells: [CollageCell]
}

/// One photo's place in a collage.
public struct CollageCell: Hashable, Sendable {
  /// Which of the items as they were given.
  public let item: Int
  /// Where it lies on its page. All edges are even numbers, so that two cells never share a sample of colour in 4:2:0;
  /// only an edge of the canvas itself may be odd.
  public let rectangle: CollageRectangle
  /// What of the upright source is seen.
  public let window: CollageWindow
  /// Radius of its corners in pixels, at most half of its short edge.
  public let radius: Int

  /// The share of the source that is not seen, 0...1.
  public var crop: Double { 1 - window.width.value * window.height.value }
}

/// A rectangle of pixels, from the canvas's top left corner.
public struct CollageRectangle: Hashable, Sendable, Codable {
  /// The first column and row.
  public var x, y: Int
  /// Columns and rows.
  public var width, height: Int

  /// Makes a rectangle.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The column behind the last one.
  public var right: Int { x + width }
  /// The row below the last one.
  public var bottom: Int { y + height }
}
