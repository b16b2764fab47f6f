internal import Pixels

extension CollageLayout {
  /// The layout in the size of its video: the same, or as much smaller as phones need to play it.
  ///
  /// H.264 of level 5.2, the highest that is common, has at most 36,864 macroblocks of 16 x 16 pixels (ITU-T H.264, table A-1), and
  /// decoders in hardware take 4096 columns or rows.
  public var forVideo: CollageLayout {
    CollageLayout(
      arrangement: arrangement,
      pages: pages.map(\.forVideo),
      gap: gap,
      margin: margin,
      background: background
    )
  }
}

extension CollagePage {
  private static let mostMacroblocks = 36_864
  private static let longestSide = 4096

  private static func macroblocks(_ size: PixelSize) -> Int {
    (size.width + 15) / 16 * ((size.height + 15) / 16)
  }

  /// The size of the video: the page's, or the largest of its shape that can be played.
  private var videoSize: PixelSize {
    func scaled(_ scale: Double) -> PixelSize {
      func side(_ length: Int) -> Int { max(2, Int((Double(length) * scale / 2).rounded()) * 2) }
      return PixelSize(width: side(size.width), height: side(size.height))
    }
    let pixels = Double(size.width) * Double(size.height)
    var scale = min(
      Double(Self.longestSide) / Double(size.longEdge),
      (Double(Self.mostMacroblocks * 256) / pixels).squareRoot()
    )
    // Macroblocks at the right and below count whole.
    if scale >= 1, Self.macroblocks(size) <= Self.mostMacroblocks { return size }
    scale = min(scale, 1)
    while Self.macroblocks(scaled(scale)) > Self.mostMacroblocks { scale *= 0.999 }
    return scaled(scale)
  }

  fileprivate var forVideo: CollagePage {
    let target = videoSize
    guard target != size else { return self }
    let across = Double(target.width) / Double(size.width)
    let down = Double(target.height) / Double(size.height)
    // Edges are rounded, not sizes, so that cells lie side by side as they did; to the nearest even number, so that none is
    // more than a pixel away from where the still has it.
    func edge(_ position: Int, _ scale: Double) -> Int { Int((Double(position) * scale / 2).rounded()) * 2 }
    return CollagePage(
      size: target,
      cells: cells.map { cell in
        let frame = cell.rectangle
        // A cell of next to nothing at the right or below keeps two columns and rows of the canvas.
        let x = min(edge(frame.x, across), target.width - 2)
        let y = min(edge(frame.y, down), target.height - 2)
        let rectangle = CollageRectangle(
          x: x,
          y: y,
          width: max(2, edge(frame.right, across) - x),
          height: max(2, edge(frame.bottom, down) - y)
        )
        let radius = Int(Double(cell.radius) * min(across, down))
        return CollageCell(
          item: cell.item,
          rectangle: rectangle,
          window: cell.window,
          radius: min(radius, rectangle.width / 2, rectangle.height / 2)
        )
      }
    )
  }
}
