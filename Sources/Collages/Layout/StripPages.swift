internal import Messages
internal import Pixels

/// All photos below each other at one width, and the parting of strips that are longer than their format allows.
struct StripPages {
  /// Sizes of the upright photos in their order.
  let sizes: [PixelSize]
  /// Width of a cell.
  let width: Int
  let gap: Int
  let margin: Int
  /// The most rows of a page.
  let limit: CollageSideLimit

  /// Heights of the cells, even; content is never cropped, at most stretched by the rounding of its height.
  /// - Throws: `collage.no-room` where a photo would be less than half a pixel high, `collage.too-large` where one
  ///   alone is higher than a page may be.
  func heights() throws(Problem) -> [Int] {
    var heights: [Int] = []
    for size in sizes {
      let height = Double(width) * Double(size.height) / Double(size.width)
      guard height >= 0.5 else {
        throw CollageLayoutEngine.noRoom(width: width, height: 0, count: sizes.count)
      }
      let whole = height + Double(2 * margin)
      guard whole <= Double(limit.side) else {
        throw limit.problem(width: width + 2 * margin, height: Int(min(whole, 1e15)))
      }
      heights.append(max(2, Int((height / 2).rounded()) * 2))
    }
    return heights
  }

  /// Which photos stand on which page: as few pages as can be, and of these the ones whose highest is lowest.
  /// - Throws: `collage.too-large` where the rounding of a photo's height makes it too high for a page.
  func pages(_ heights: [Int]) throws(Problem) -> [Range<Int>] {
    guard let tallest = heights.max() else { return [] }
    guard tallest + 2 * margin <= limit.side else {
      throw limit.problem(width: width + 2 * margin, height: tallest + 2 * margin)
    }
    let count = filled(heights, limit: limit.side).count
    // The least limit with which no more pages are needed.
    var (low, high) = (tallest + 2 * margin, limit.side)
    while low < high {
      let middle = low + (high - low) / 2
      if filled(heights, limit: middle).count <= count { high = middle } else { low = middle + 1 }
    }
    return filled(heights, limit: low)
  }

  /// Pages that are filled one after the other.
  private func filled(_ heights: [Int], limit: Int) -> [Range<Int>] {
    var pages: [Range<Int>] = []
    var (start, height) = (0, 2 * margin)
    for (index, cell) in heights.enumerated() {
      let grown = height + (index > start ? gap : 0) + cell
      if grown > limit && index > start {
        pages.append(start..<index)
        (start, height) = (index, 2 * margin + cell)
      } else {
        height = grown
      }
    }
    return pages + [start..<heights.count]
  }

  /// The size of a page and its rectangles.
  func page(_ heights: ArraySlice<Int>) -> (size: PixelSize, rectangles: [CollageRectangle]) {
    var y = margin
    let rectangles = heights.map { height in
      defer { y += height + gap }
      return CollageRectangle(x: margin, y: y, width: width, height: height)
    }
    return (PixelSize(width: width + 2 * margin, height: y - gap + margin), rectangles)
  }
}
