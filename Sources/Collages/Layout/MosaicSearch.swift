/// A node of a mosaic: how its height depends on its width, `height = slope * width + offset`, exactly, gaps included.
struct MosaicNode {
  /// Height for each unit of width.
  var slope: Double
  /// Width for each unit of height, without gaps: 1 / slope.
  var aspect: Double
  /// The height that gaps add.
  var offset: Double
  /// How unequal the areas below are: the sum of share² / weight, least where each photo has its share.
  var spread: Double
  /// What it is made of.
  var making: Making

  enum Making {
    /// One photo, by its position.
    case photo(Int)
    /// Two nodes of `MosaicSearch.nodes`.
    case pair(first: Int32, second: Int32, isBeside: Bool)
  }
}

/// Finds how runs of photos fit together: for each run of neighbours, and each bucket of shapes, the tree of cuts with the
/// most even areas.
///
/// Programming by intervals over slicing trees: photos stay in their order, so a tree joins two runs that follow each
/// other, side by side or one above the other. n³ / 6 pairs of runs times the square of the buckets; the fewer photos, the
/// finer the buckets.
struct MosaicSearch {
  let gap: Double
  /// Photos' width / height.
  let aspects: [Double]
  /// Each photo's share of the area; their sum is 1.
  let weights: [Double]
  /// All nodes that were kept.
  private(set) var nodes: [MosaicNode] = []
  /// Which of the nodes belong to the run from `first` to `last`: by first * count + last; shapes ascend.
  private var runs: [Range<Int>]
  /// The upper bounds of the buckets but the last.
  private let bounds: [Double]

  /// Prepares a search for a box of about this shape.
  init(aspects: [Double], weights: [Double], gap: Double, boxAspect: Double) {
    self.aspects = aspects
    self.weights = weights
    self.gap = gap
    let count = Double(aspects.count)
    let buckets = min(max((16_000_000 / max(count * count * count, 1)).squareRoot(), 24), 240)
    let (least, most) = (min(1 / 6, boxAspect / 2), max(6, boxAspect * 2))
    let step = (most / least).logarithm() / buckets
    bounds = (1..<Int(buckets)).map { least * (Double($0) * step).exponential() }
    runs = [Range<Int>](repeating: 0..<0, count: aspects.count * aspects.count)
  }

  /// Fills `nodes` for all runs but the whole one.
  mutating func search() {
    let count = aspects.count
    for index in 0..<count {
      let (aspect, weight) = (aspects[index], weights[index])
      runs[index * count + index] = nodes.count..<nodes.count + 1
      nodes.append(
        MosaicNode(slope: 1 / aspect, aspect: aspect, offset: 0, spread: 1 / weight, making: .photo(index))
      )
    }
    guard count > 2 else { return }
    for length in 2..<count {
      for first in 0...count - length { search(first: first, last: first + length - 1) }
    }
  }

  /// The two runs that a run is made of, for each place to part it.
  private func halves(first: Int, last: Int) -> [(Range<Int>, Range<Int>)] {
    let count = aspects.count
    return (first..<last).map { middle in
      (runs[first * count + middle], runs[(middle + 1) * count + last])
    }
  }

  private mutating func search(first: Int, last: Int) {
    var best = [Kept](repeating: Kept(), count: bounds.count + 1)
    for (left, right) in halves(first: first, last: last) {
      keepBest(left, right, &best)
    }
    let start = nodes.count
    for kept in best where kept.first >= 0 {
      nodes.append(joined(Int(kept.first), Int(kept.second), isBeside: kept.isBeside))
    }
    runs[first * aspects.count + last] = start..<nodes.count
  }

  /// The best pair of a bucket so far.
  private struct Kept {
    var spread = Double.infinity
    var first: Int32 = -1
    var second: Int32 = -1
    var isBeside = false
  }

  /// What the inner loop needs of a node, next to each other in memory.
  private struct Factor {
    /// The length that is added up: the aspect beside, the slope above each other.
    let length: Double
    /// length² * spread.
    let weighted: Double
    let node: Int32
  }

  private func keepBest(_ left: Range<Int>, _ right: Range<Int>, _ best: inout [Kept]) {
    let beside = right.map { index in
      let node = nodes[index]
      return Factor(
        length: node.aspect,
        weighted: node.aspect * node.aspect * node.spread,
        node: Int32(truncatingIfNeeded: index)
      )
    }
    // Slopes ascend where shapes descend.
    let above = right.reversed().map { index in
      let node = nodes[index]
      return Factor(
        length: node.slope,
        weighted: node.slope * node.slope * node.spread,
        node: Int32(truncatingIfNeeded: index)
      )
    }
    for index in left {
      let node = nodes[index]
      keepBeside(index, node.aspect, node.aspect * node.aspect * node.spread, beside, &best)
      keepAbove(index, node.slope, node.slope * node.slope * node.spread, above, &best)
    }
  }

  /// Pairs with one node at the left: the shape of the pair only grows, so its bucket is found by going on from the last.
  private func keepBeside(
    _ first: Int,
    _ length: Double,
    _ weighted: Double,
    _ seconds: [Factor],
    _ best: inout [Kept]
  ) {
    var bucket = 0
    for second in seconds {
      let sum = length + second.length
      while bucket < bounds.count && sum > bounds[bucket] { bucket += 1 }
      let spread = (weighted + second.weighted) / (sum * sum)
      if spread < best[bucket].spread {
        best[bucket] = Kept(
          spread: spread,
          first: Int32(truncatingIfNeeded: first),
          second: second.node,
          isBeside: true
        )
      }
    }
  }

  /// Pairs with one node above: the shape only shrinks.
  private func keepAbove(
    _ first: Int,
    _ length: Double,
    _ weighted: Double,
    _ seconds: [Factor],
    _ best: inout [Kept]
  ) {
    var bucket = bounds.count
    for second in seconds {
      let sum = length + second.length
      while bucket > 0 && sum * bounds[bucket - 1] >= 1 { bucket -= 1 }
      let spread = (weighted + second.weighted) / (sum * sum)
      if spread < best[bucket].spread {
        best[bucket] = Kept(
          spread: spread,
          first: Int32(truncatingIfNeeded: first),
          second: second.node,
          isBeside: false
        )
      }
    }
  }

  /// Two nodes as one.
  private func joined(_ first: Int, _ second: Int, isBeside: Bool) -> MosaicNode {
    let (one, other) = (nodes[first], nodes[second])
    let making = MosaicNode.Making.pair(
      first: Int32(truncatingIfNeeded: first),
      second: Int32(truncatingIfNeeded: second),
      isBeside: isBeside
    )
    let (length, otherLength) = isBeside ? (one.aspect, other.aspect) : (one.slope, other.slope)
    let sum = length + otherLength
    let spread = (length * length * one.spread + otherLength * otherLength * other.spread) / (sum * sum)
    if isBeside {
      // Both have the height h: (h - offset1) * aspect1 + gap + (h - offset2) * aspect2 = width.
      let offset = (one.offset * one.aspect + other.offset * other.aspect - gap) / sum
      return MosaicNode(slope: 1 / sum, aspect: sum, offset: offset, spread: spread, making: making)
    }
    let offset = one.offset + other.offset + gap
    return MosaicNode(slope: sum, aspect: 1 / sum, offset: offset, spread: spread, making: making)
  }

  /// Every way to make the whole of two runs.
  func forEachWhole(_ body: (MosaicNode) -> Void) {
    for (left, right) in halves(first: 0, last: aspects.count - 1) {
      for first in left {
        for second in right {
          body(joined(first, second, isBeside: true))
          body(joined(first, second, isBeside: false))
        }
      }
    }
  }
}
