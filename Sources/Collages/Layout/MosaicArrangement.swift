/// Cells of the photos' own shapes, cut out of the canvas so that next to nothing of the photos is lost.
///
/// Of the trees that `MosaicSearch` finds, those whose height comes near the canvas's are laid out for it; the one with the
/// least cut off and the most even areas is taken. What its height differs by is spread over all its cuts.
struct MosaicArrangement {
  let aspects: [Double]
  let weights: [Double]
  let box: LayoutBox

  /// What uneven areas cost beside what is cut off.
  private static let spreadCost = 0.075
  /// Buckets of the whole's height, in which the best trees compete.
  private static let bucketCount = 400

  /// The mosaic; nil where there is no room for one.
  func arranged() -> Arranged? {
    guard aspects.count > 1 else {
      return aspects.first.map { Arranged(tree: .cell(0), height: box.height ?? box.width / $0) }
    }
    var search = MosaicSearch(
      aspects: aspects,
      weights: weights,
      gap: box.gap,
      canvasAspect: box.width / box.preferredHeight
    )
    search.search()
    var best: (cost: Double, arranged: Arranged)?
    for node in candidates(search) {
      let height = box.height ?? node.slope * box.width + node.offset
      let root = Room(width: box.width, height: height)
      var judgement = Judgement()
      let tree = tree(node, search.nodes, width: box.width, room: root, &judgement)
      guard judgement.isPossible else { continue }
      let cost = judgement.cost(count: aspects.count) + (box.height == nil ? 0.05 * box.distance(height) : 0)
      if cost < best?.cost ?? .infinity { best = (cost, Arranged(tree: tree, height: height)) }
    }
    return best?.arranged
  }

  /// The tree with the most even areas of each bucket of heights.
  private func candidates(_ search: MosaicSearch) -> [MosaicNode] {
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

    func cost(count: Int) -> Double {
      crop / Double(count) + MosaicArrangement.spreadCost * (spread / (area * area) - 1)
    }
  }

  /// The cuts of a node. `width` is what it would have if nothing had to be spread, and with it the heights below it;
  /// `room` is what it really has.
  private func tree(
    _ node: MosaicNode,
    _ nodes: [MosaicNode],
    width: Double,
    room: Room,
    _ judgement: inout Judgement
  ) -> SlicingTree {
    guard width > 0, room.width > 0, room.height > 0 else {
      judgement.isPossible = false
      return .rows([])
    }
    switch node.making {
    case .photo(let index):
      judge(index, room, &judgement)
      return .cell(index)
    case .pair(let first, let second, let isBeside):
      let pair = [nodes[Int(first)], nodes[Int(second)]]
      let lengths: [Double]
      if isBeside {
        let height = node.slope * width + node.offset
        lengths = pair.map { ($0.aspect * (height - $0.offset)) }
      } else {
        lengths = pair.map { $0.slope * width + $0.offset }
      }
      guard lengths.allSatisfy({ $0 > 0 }) else {
        judgement.isPossible = false
        return .rows([])
      }
      let whole = (isBeside ? room.width : room.height) - box.gap
      let sum = lengths.reduce(0, +)
      var parts: [SlicingTree.Part] = []
      for (child, length) in zip(pair, lengths) {
        var part = room
        if isBeside { part.width = whole * length / sum } else { part.height = whole * length / sum }
        let childWidth = isBeside ? length : width
        let cut = tree(child, nodes, width: childWidth, room: part, &judgement)
        parts.append(SlicingTree.Part(share: length, tree: cut))
      }
      return isBeside ? .columns(parts) : .rows(parts)
    }
  }

  private func judge(_ index: Int, _ room: Room, _ judgement: inout Judgement) {
    let ratio = room.width / room.height / aspects[index]
    let area = room.width * room.height
    let weight = weights[index] / weights.reduce(0, +)
    judgement.crop += 1 - min(ratio, 1 / ratio)
    judgement.area += area
    judgement.spread += area * area / weight
  }
}
