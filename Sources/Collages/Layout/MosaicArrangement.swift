/// Cells of the photos' own shapes, cut out of the canvas so that next to nothing of the photos is lost.
///
/// Of the trees that `MosaicSearch` finds, those whose height comes near the canvas's are laid out for it; the one with the
/// least cut off and the most even areas is taken. What its height differs by is spread over all its cuts.
struct MosaicArrangement {
  private let aspects: [Double]
  /// Shares of the area; their sum is 1.
  private let weights: [Double]
  private let search: MosaicSearch

  /// What uneven areas cost beside what is cut off. Five photos on 4:5 or A4, the hardest cases, lose 3.0 % with this and
  /// `smallnessCost` (with 0.03 here 3.1 %); with half of that one they lose 2.9 %, but then twice as many mosaics have a cell
  /// of less than 15 % of the mean. Twenty times as many buckets would find nothing better for so few photos.
  private static let spreadCost = 0.02
  /// What a smallest cell costs beside what is cut off, times the logarithm of how much smaller it is than
  /// `smallestShare`.
  private static let smallnessCost = 0.02
  /// The part of its due area below which a cell is small.
  private static let smallestShare = 0.35
  /// Buckets of the whole's height, in which the best trees compete.
  private static let bucketCount = 400

  /// Looks for trees that fit boxes of about this shape, at least 2 photos; what this takes is taken once.
  init(aspects: [Double], weights: [Double], gap: Double, boxAspect: Double) {
    let sum = weights.reduce(0, +)
    self.aspects = aspects
    self.weights = weights.map { $0 / sum }
    var search = MosaicSearch(aspects: aspects, weights: self.weights, gap: gap, boxAspect: boxAspect)
    search.search()
    self.search = search
  }

  /// The mosaic for a box; nil where there is no room for one.
  func arranged(in box: LayoutBox) -> Arranged? {
    var best: (node: MosaicNode, height: Double, cost: Double)?
    for node in candidates(box) {
      let height = box.height ?? node.slope * box.width + node.offset
      var judgement = Judgement()
      judge(node, box.width, Room(width: box.width, height: height), box.gap, &judgement)
      guard judgement.isPossible else { continue }
      let cost = judgement.cost(count: aspects.count) + (box.height == nil ? 0.05 * box.distance(height) : 0)
      if cost < best?.cost ?? .infinity { best = (node, height, cost) }
    }
    return best.map { Arranged(tree: tree($0.node, box.width), height: $0.height, cost: $0.cost) }
  }

  /// The tree with the most even areas of each bucket of heights.
  private func candidates(_ box: LayoutBox) -> [MosaicNode] {
    var best = [MosaicNode?](repeating: nil, count: Self.bucketCount)
    let (width, preferred) = (box.width, box.preferredHeight)
    search.forEachWhole { node in
      let ratio = (node.slope * width + node.offset) / preferred
      // 1/4 ... 4 times the height; what lies beyond competes in the last buckets.
      guard ratio > 0 else { return }
      let place = (ratio.logarithm() / 2.772_588_722 + 0.5) * Double(Self.bucketCount)
      let bucket = Int(min(max(place, 0), Double(Self.bucketCount - 1)))
      if node.spread < best[bucket]?.spread ?? .infinity { best[bucket] = node }
    }
    return best.compactMap { $0 }
  }

  /// The cuts of a node that has this width where nothing has to be spread.
  private func tree(_ node: MosaicNode, _ width: Double) -> SlicingTree {
    switch node.making {
    case .photo(let index): return .cell(index)
    case .pair(let first, let second, let isBeside):
      let (one, other) = (search.nodes[Int(first)], search.nodes[Int(second)])
      let lengths = lengths(one, other, isBeside, node, width)
      let parts = [
        SlicingTree.Part(share: lengths.0, tree: tree(one, isBeside ? lengths.0 : width)),
        SlicingTree.Part(share: lengths.1, tree: tree(other, isBeside ? lengths.1 : width)),
      ]
      return isBeside ? .columns(parts) : .rows(parts)
    }
  }

  /// The widths of two nodes side by side, or their heights one above the other.
  private func lengths(
    _ one: MosaicNode,
    _ other: MosaicNode,
    _ isBeside: Bool,
    _ node: MosaicNode,
    _ width: Double
  ) -> (Double, Double) {
    guard isBeside else { return (one.slope * width + one.offset, other.slope * width + other.offset) }
    let height = node.slope * width + node.offset
    return (one.aspect * (height - one.offset), other.aspect * (height - other.offset))
  }

  private struct Room {
    var width, height: Double
  }

  /// What a tree costs.
  private struct Judgement {
    var isPossible = true
    var crop = 0.0
    var area = 0.0
    /// Sum of area² / weight.
    var spread = 0.0
    /// The least area / weight.
    var smallest = Double.infinity

    func cost(count: Int) -> Double {
      let smallness = max(0, (MosaicArrangement.smallestShare * area / smallest).logarithm())
      return crop / Double(count) + MosaicArrangement.spreadCost * (spread / (area * area) - 1)
        + MosaicArrangement.smallnessCost * smallness
    }
  }

  /// Adds up what a node costs. `width` is what it would have if nothing had to be spread, and with it the lengths below it;
  /// `room` is what it really has.
  private func judge(_ node: MosaicNode, _ width: Double, _ room: Room, _ gap: Double, _ sum: inout Judgement)
  {
    guard width > 0, room.width > 0, room.height > 0 else {
      sum.isPossible = false
      return
    }
    switch node.making {
    case .photo(let index):
      let ratio = room.width / room.height / aspects[index]
      let area = room.width * room.height
      sum.crop += 1 - min(ratio, 1 / ratio)
      sum.area += area
      sum.spread += area * area / weights[index]
      sum.smallest = min(sum.smallest, area / weights[index])
    case .pair(let first, let second, let isBeside):
      let (one, other) = (search.nodes[Int(first)], search.nodes[Int(second)])
      let lengths = lengths(one, other, isBeside, node, width)
      guard lengths.0 > 0, lengths.1 > 0 else {
        sum.isPossible = false
        return
      }
      let share = lengths.0 / (lengths.0 + lengths.1)
      var (room1, room2) = (room, room)
      if isBeside {
        room1.width = (room.width - gap) * share
        room2.width = (room.width - gap) - room1.width
      } else {
        room1.height = (room.height - gap) * share
        room2.height = (room.height - gap) - room1.height
      }
      judge(one, isBeside ? lengths.0 : width, room1, gap, &sum)
      judge(other, isBeside ? lengths.1 : width, room2, gap, &sum)
    }
  }
}
