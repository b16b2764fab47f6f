internal import Pixels

/// What a cell shows of its source, told of the stored picture, before it is turned.
struct StoredWindow {
  /// The left and upper edge and the sides, 0...1 of the stored picture.
  let x, y, width, height: Double
  /// Columns and rows that it becomes in the cell, not turned yet.
  let target: PixelSize

  init(_ cell: CollageCell, _ orientation: Orientation) {
    let window = cell.window
    let (left, top) = (window.x.value, window.y.value)
    let (right, bottom) = (left + window.width.value, top + window.height.value)
    let back = orientation.inverse
    let one = back.turned(x: left, y: top, width: 1, height: 1)
    let other = back.turned(x: right, y: bottom, width: 1, height: 1)
    x = min(max(min(one.x, other.x), 0), 1)
    y = min(max(min(one.y, other.y), 0), 1)
    width = min((one.x - other.x).magnitude, 1 - x)
    height = min((one.y - other.y).magnitude, 1 - y)
    let size = PixelSize(width: cell.rectangle.width, height: cell.rectangle.height)
    target = orientation.swapsSides ? size.transposed : size
  }

  /// The whole picture in the size at which the window is as large as it is drawn; never larger than it is.
  func wholeSize(in size: PixelSize) -> PixelSize {
    PixelSize(
      width: Self.side(target.width, width, in: size.width),
      height: Self.side(target.height, height, in: size.height)
    )
  }

  private static func side(_ target: Int, _ share: Double, in side: Int) -> Int {
    let whole = (Double(target) / share).rounded(.up)
    // A window without width, which no layout makes, asks for all there is.
    return whole < Double(side) ? max(1, Int(whole)) : side
  }

  /// The window in a picture of this size.
  func pixels(in size: PixelSize) -> PixelWindow {
    let (columns, rows) = (Double(size.width), Double(size.height))
    return PixelWindow(x: x * columns, y: y * rows, width: width * columns, height: height * rows)
  }

  /// The same in whole pixels, at least one.
  func wholePixels(in size: PixelSize) -> (left: Int, top: Int, size: PixelSize) {
    let (left, columns) = Self.span(x, width, in: size.width)
    let (top, rows) = Self.span(y, height, in: size.height)
    return (left, top, PixelSize(width: columns, height: rows))
  }

  private static func span(_ start: Double, _ length: Double, in side: Int) -> (start: Int, count: Int) {
    let first = min(max(Int((start * Double(side)).rounded()), 0), side - 1)
    let end = min(max(Int(((start + length) * Double(side)).rounded()), first + 1), side)
    return (first, end - first)
  }
}

extension Orientation {
  /// What turns the upright picture back into the stored one.
  var inverse: Orientation {
    switch self {
    case .right: .left
    case .left: .right
    default: self
    }
  }
}
