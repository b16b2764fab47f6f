/// The way of a cell to the middle of the canvas: from its rectangle and what it shows there, to the whole picture, as large
/// as it goes with 4 % of the canvas's short edge free around it.
struct CollageZoom {
  let start: CollageRectangle
  let end: CollageRectangle
  private let view: CollageView
  private let radius: Double
  /// Width / height of the whole source.
  private let aspect: Double
  private let cell: Int

  init(_ layoutCell: CollageCell, at position: Int, width: Int, height: Int) {
    let window = layoutCell.window
    start = layoutCell.rectangle
    cell = position
    radius = Double(layoutCell.radius)
    view = CollageView(
      x: window.x.value,
      y: window.y.value,
      width: window.width.value,
      height: window.height.value
    )
    aspect = Double(start.width) / Double(start.height) * view.height / view.width
    end = Self.target(aspect, width: width, height: height)
  }

  private static func target(_ aspect: Double, width: Int, height: Int) -> CollageRectangle {
    let free = Double(min(width, height)) * 0.04
    let (roomWidth, roomHeight) = (Double(width) - 2 * free, Double(height) - 2 * free)
    let wide = min(roomWidth, roomHeight * aspect)
    let left = even((Double(width) - wide) / 2)
    let top = even((Double(height) - wide / aspect) / 2)
    let (right, bottom) = (even((Double(width) + wide) / 2), even((Double(height) + wide / aspect) / 2))
    return CollageRectangle(x: left, y: top, width: max(2, right - left), height: max(2, bottom - top))
  }

  private static func even(_ edge: Double) -> Int { Int((edge / 2).rounded()) * 2 }

  /// How far it has grown after a part of the time, 0...1: slow at both ends.
  static func progress(_ part: Double) -> Double {
    let part = min(max(part, 0), 1)
    return part * part * (3 - 2 * part)
  }

  /// Where it stands when it has grown so far.
  func enlargement(_ progress: Double) -> CollageEnlargement {
    func between(_ one: Int, _ other: Int) -> Int {
      Self.even(Self.mean(Double(one), Double(other), progress))
    }
    let (x, y) = (between(start.x, end.x), between(start.y, end.y))
    let rectangle = CollageRectangle(
      x: x,
      y: y,
      width: max(2, between(start.right, end.right) - x),
      height: max(2, between(start.bottom, end.bottom) - y)
    )
    return CollageEnlargement(
      cell: cell,
      rectangle: rectangle,
      window: window(progress, shape: Double(rectangle.width) / Double(rectangle.height) / aspect),
      radius: Self.mean(radius, 0, progress),
      progress: progress
    )
  }

  /// What is seen: as much of the picture as lies between both ends, in the shape of the rectangle, so that nothing is
  /// distorted on the way. `shape` is width / height in fractions of the picture's sides.
  private func window(_ progress: Double, shape: Double) -> CollageView {
    let area = Self.mean(view.width, 1, progress) * Self.mean(view.height, 1, progress)
    var (width, height) = ((area * shape).squareRoot(), (area / shape).squareRoot())
    if width > 1 { (width, height) = (1, 1 / shape) }
    if height > 1 { (width, height) = (shape, 1) }
    let x = Self.mean(view.x + view.width / 2, 0.5, progress) - width / 2
    let y = Self.mean(view.y + view.height / 2, 0.5, progress) - height / 2
    return CollageView(
      x: min(max(x, 0), 1 - width),
      y: min(max(y, 0), 1 - height),
      width: width,
      height: height
    )
  }

  private static func mean(_ one: Double, _ other: Double, _ part: Double) -> Double {
    one + (other - one) * part
  }
}
