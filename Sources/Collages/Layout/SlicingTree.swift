/// How a rectangle is cut into cells: again and again into columns or rows.
indirect enum SlicingTree {
  /// One cell: the position of its photo in the order of the collage.
  case cell(Int)
  /// From left to right.
  case columns([Part])
  /// From top to bottom.
  case rows([Part])

  /// A part of a cut, and how much of the length it takes beside the others.
  struct Part {
    var share: Double
    var tree: SlicingTree
  }
}

/// Gives every cell of a tree its rectangle of pixels.
///
/// Edges are rounded, not sizes: each cut rounds its edge once, to an even number, and both sides of the gap follow from
/// it. So cells and gaps always fill the canvas exactly, however often it is cut.
struct TreePlacement {
  /// Between parts; even.
  let gap: Int
  /// The shortest side of a cell.
  static let minimumSide = 2

  /// The rectangles of all cells by their number; nil where there is no room for them.
  func rectangles(of tree: SlicingTree, count: Int, in box: CollageRectangle) -> [CollageRectangle]? {
    let least = minimum(tree)
    guard least.width <= box.width, least.height <= box.height else { return nil }
    var result = [CollageRectangle](repeating: box, count: count)
    place(tree, in: box, &result)
    return result
  }

  private func place(_ tree: SlicingTree, in box: CollageRectangle, _ result: inout [CollageRectangle]) {
    switch tree {
    case .cell(let index):
      if result.indices.contains(index) { result[index] = box }
    case .columns(let parts):
      let spans = spans(parts, parts.map { minimum($0.tree).width }, from: box.x, to: box.right)
      for (part, span) in zip(parts, spans) {
        let column = CollageRectangle(x: span.lowerBound, y: box.y, width: span.count, height: box.height)
        place(part.tree, in: column, &result)
      }
    case .rows(let parts):
      let spans = spans(parts, parts.map { minimum($0.tree).height }, from: box.y, to: box.bottom)
      for (part, span) in zip(parts, spans) {
        let row = CollageRectangle(x: box.x, y: span.lowerBound, width: box.width, height: span.count)
        place(part.tree, in: row, &result)
      }
    }
  }

  private func spans(_ parts: [SlicingTree.Part], _ least: [Int], from start: Int, to end: Int) -> [Range<
    Int
  >] {
    let shares = parts.map { $0.share.isFinite ? max($0.share, 0) : 0 }
    let total = max(shares.reduce(0, +), .leastNormalMagnitude)
    let room = Double(end - start - (parts.count - 1) * gap)
    /// What all later parts and their gaps take at least.
    var later = least.dropFirst().reduce(0) { $0 + $1 + gap }
    var (edge, sum) = (start, 0.0)
    var result: [Range<Int>] = []
    for index in parts.indices {
      sum += shares[index]
      let ideal = Double(start) + room * (sum / total) + Double(index * gap)
      let isLast = index == parts.count - 1
      let rounded = isLast ? end : Int((ideal / 2).rounded()) * 2
      // Later parts are even, so an odd end (that of the canvas) leaves an even edge once it is rounded down.
      let upper = isLast ? end : min(max(rounded, edge + least[index]), (end - later) / 2 * 2)
      result.append(edge..<max(edge, upper))
      edge = upper + gap
      if !isLast { later -= least[index + 1] + gap }
    }
    return result
  }

  /// The least room that a tree needs.
  private func minimum(_ tree: SlicingTree) -> (width: Int, height: Int) {
    switch tree {
    case .cell: return (Self.minimumSide, Self.minimumSide)
    case .columns(let parts):
      let sizes = parts.map { minimum($0.tree) }
      return (
        sizes.reduce(-gap) { $0 + $1.width + gap }, sizes.reduce(0) { max($0, $1.height) }
      )
    case .rows(let parts):
      let sizes = parts.map { minimum($0.tree) }
      return (
        sizes.reduce(0) { max($0, $1.width) }, sizes.reduce(-gap) { $0 + $1.height + gap }
      )
    }
  }
}
