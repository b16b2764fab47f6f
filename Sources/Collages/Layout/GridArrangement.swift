/// Rows of equal cells; where they can't all have as many, the last rows have one more.
///
/// The number of rows is the one for which least is cut off and the cells' areas differ least.
struct GridArrangement {
  let aspects: [Double]
  let box: LayoutBox

  /// The grid; nil where there is no room for one.
  func arranged() -> Arranged? {
    let grids = (1...max(1, aspects.count)).compactMap { grid(rows: $0) }
    guard let best = grids.min(by: { $0.cost < $1.cost }) else { return nil }
    var next = 0
    let rows = best.counts.map { count -> SlicingTree.Part in
      let cells = (next..<next + count).map { SlicingTree.Part(share: 1, tree: .cell($0)) }
      next += count
      return SlicingTree.Part(share: 1, tree: .columns(cells))
    }
    return Arranged(tree: .rows(rows), height: best.height, cost: best.cost)
  }

  private struct Grid {
    let counts: [Int]
    let height: Double
    let cost: Double
  }

  private func grid(rows: Int) -> Grid? {
    let (base, extra) = aspects.count.quotientAndRemainder(dividingBy: rows)
    let counts = (0..<rows).map { $0 < rows - extra ? base : base + 1 }
    let gaps = Double(rows - 1) * box.gap
    let widths = counts.map { (box.width - Double($0 - 1) * box.gap) / Double($0) }
    guard let narrowest = widths.min(), narrowest > 0, base > 0 else { return nil }
    let height = box.height ?? contentHeight(widths, counts) + gaps
    let cellHeight = (height - gaps) / Double(rows)
    guard cellHeight > 0 else { return nil }
    let shapes = zip(widths, counts).flatMap { width, count in
      [Double](repeating: width / cellHeight, count: count)
    }
    let crop = zip(aspects, shapes).reduce(0) { $0 + 1 - min($1.0 / $1.1, $1.1 / $1.0) }
    let areas = shapes.reduce(0, +) / Double(shapes.count)
    let spread = ((shapes.max() ?? 0) - (shapes.min() ?? 0)) / areas
    let cost = crop / Double(aspects.count) + 0.15 * spread + 0.05 * box.distance(height)
    return Grid(counts: counts, height: height, cost: cost)
  }

  /// The height of all rows together if their cells have the photos' mean shape.
  private func contentHeight(_ widths: [Double], _ counts: [Int]) -> Double {
    let mean = aspects.reduce(0) { $0 + $1.logarithm() } / Double(aspects.count)
    let width = zip(widths, counts).reduce(0) { $0 + $1.0 * Double($1.1) } / Double(aspects.count)
    return Double(counts.count) * width / mean.exponential()
  }
}
