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
  private static let mostPixels = 36_864 * 256
  private static let longestSide = 4096

  fileprivate var forVideo: CollagePage {
    let pixels = Double(size.width) * Double(size.height)
    let scale = min(
      1,
      Double(Self.longestSide) / Double(size.longEdge),
      (Double(Self.mostPixels) / pixels).squareRoot()
    )
    guard scale < 1 else { return self }
    // Edges are rounded, not sizes, so that cells lie side by side as they did.
    func edge(_ position: Int) -> Int { Int((Double(position) * scale / 2).rounded(.down)) * 2 }
    return CollagePage(
      size: PixelSize(width: max(2, edge(size.width)), height: max(2, edge(size.height))),
      cells: cells.map { cell in
        let frame = cell.rectangle
        let (x, y) = (edge(frame.x), edge(frame.y))
        let rectangle = CollageRectangle(
          x: x,
          y: y,
          width: max(2, edge(frame.right) - x),
          height: max(2, edge(frame.bottom) - y)
        )
        return CollageCell(
          item: cell.item,
          rectangle: rectangle,
          window: cell.window,
          radius: Int(Double(cell.radius) * scale)
        )
      }
    )
  }
}
