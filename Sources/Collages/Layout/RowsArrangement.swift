/// Rows in which photos keep their shapes and share one height; breaks are where rows come out most alike.
///
/// On a free canvas nothing is cut. On a fixed one all rows are stretched by one factor, which is what every photo loses.
struct RowsArrangement {
  let aspects: [Double]
  let box: LayoutBox

  /// What a portrait alone in the last row counts as; far more than any other row that would do.
  private static let lonePortrait = 100.0

  /// The rows; nil where there is no room for them.
  func arranged() -> Arranged? {
    let count = aspects.count
    guard count > 0 else { return nil }
    let found = (1...count).compactMap { breaks(rows: $0) }
    guard let best = found.min(by: { $0.cost < $1.cost }) else { return nil }
    let parts = best.rows.map { row in
      let cells = row.map { SlicingTree.Part(share: aspects[$0], tree: .cell($0)) }
      return SlicingTree.Part(share: height(of: row), tree: .columns(cells))
    }
    return Arranged(tree: .rows(parts), height: best.height, cost: best.cost)
  }

  private struct Breaks {
    let rows: [Range<Int>]
    let height: Double
    let cost: Double
  }

  /// How high a row is that fills the width; not positive where its gaps leave no room.
  private func height(of row: Range<Int>) -> Double {
    let sum = row.reduce(0) { $0 + aspects[$1] }
    return (box.width - Double(row.count - 1) * box.gap) / sum
  }

  /// The best breaks into so many rows: each row costs the squared logarithm of its height beside the mean height.
  private func breaks(rows: Int) -> Breaks? {
    let count = aspects.count
    let gaps = Double(rows - 1) * box.gap
    let wished = (box.preferredHeight - gaps) / Double(rows)
    guard wished > 0 else { return nil }
    let costs = (0..<count).map { first in
      (first..<count).map { cost(of: first..<$0 + 1, wished: wished) }
    }
    var best = [Double](repeating: .infinity, count: count + 1)
    best[0] = 0
    var choices: [[Int]] = []
    for row in 1...rows {
      var next = [Double](repeating: .infinity, count: count + 1)
      var choice = [Int](repeating: 0, count: count + 1)
      for end in row...count {
        for start in row - 1..<end where best[start] + costs[start][end - start - 1] < next[end] {
          next[end] = best[start] + costs[start][end - start - 1]
          choice[end] = start
        }
      }
      best = next
      choices.append(choice)
    }
    guard best[count].isFinite else { return nil }
    var (end, ranges): (Int, [Range<Int>]) = (count, [])
    for choice in choices.reversed() {
      ranges.insert(choice[end]..<end, at: 0)
      end = choice[end]
    }
    return judged(ranges, gaps: gaps, unevenness: best[count] / Double(rows))
  }

  private func cost(of row: Range<Int>, wished: Double) -> Double {
    let height = height(of: row)
    guard height > 0 else { return .infinity }
    let logarithm = (height / wished).logarithm()
    return logarithm * logarithm + (isLonePortrait(row) ? Self.lonePortrait : 0)
  }

  /// Whether a portrait would fill the width of the last row by itself.
  private func isLonePortrait(_ row: Range<Int>) -> Bool {
    row.count == 1 && row.upperBound == aspects.count && aspects.count > 2 && aspects[row.lowerBound] < 1
  }

  private func judged(_ rows: [Range<Int>], gaps: Double, unevenness: Double) -> Breaks? {
    let sum = rows.reduce(0) { $0 + height(of: $1) }
    guard let fixed = box.height else { return Breaks(rows: rows, height: sum + gaps, cost: unevenness) }
    let factor = (fixed - gaps) / sum
    guard factor > 0 else { return nil }
    let penalty = rows.last.map(isLonePortrait) == true ? 1.0 : 0
    // Rows of very different heights only where they save much.
    let cost = 1 - min(factor, 1 / factor) + 0.02 * min(unevenness, 4) + penalty
    return Breaks(rows: rows, height: fixed, cost: cost)
  }
}
