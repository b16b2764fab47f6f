/// One photo over the width of a portrait canvas, or over the height of a landscape one, and the others as a mosaic below
/// it or at its right.
///
/// The hero has 40...62 % of the canvas: as much as leaves it and the others the most of their photos. (The others in rows
/// of one height would lose three times as much.)
struct HeroArrangement {
  /// The hero, then the others in their order; at least 2.
  let items: [CollageItem]
  let box: LayoutBox

  private static let shares = 0.40...0.62
  /// Shares that are tried besides the one of the hero's own shape.
  private static let triedShares = [0.40, 0.44, 0.48, 0.52, 0.56, 0.62]

  /// The arrangement; nil where there is no room for it.
  func arranged() -> Arranged? {
    guard let hero = items.first else { return nil }
    guard let height = box.height else { return freeBand(hero) }
    let isPortrait = height >= box.width
    let side = isPortrait ? height : box.width
    let natural = isPortrait ? box.width / hero.aspect : height * hero.aspect
    let bounded = min(max(natural, side * Self.shares.lowerBound), side * Self.shares.upperBound)
    let others = Others(
      items.dropFirst(),
      box,
      shape: isPortrait ? box.width / height * 2 : box.width / height / 2
    )
    let found = ([bounded] + Self.triedShares.map { $0 * side }).compactMap { length -> Arranged? in
      let left = side - length - box.gap
      guard left > 0 else { return nil }
      let room = LayoutBox(
        width: isPortrait ? box.width : left,
        height: isPortrait ? left : height,
        gap: box.gap
      )
      guard let rest = others.arranged(in: room) else { return nil }
      let parts = Self.parts(length, left, rest)
      return Arranged(
        tree: isPortrait ? .rows(parts) : .columns(parts),
        height: height,
        cost: 1 - min(length / natural, natural / length) + rest.cost
      )
    }
    return found.min { $0.cost < $1.cost }
  }

  /// The whole hero, and below it the others in as much height as they take, near that of the hero.
  private func freeBand(_ hero: CollageItem) -> Arranged? {
    let band = box.width / hero.aspect
    let room = LayoutBox(width: box.width, height: nil, gap: box.gap, preferredHeight: band)
    guard let rest = Others(items.dropFirst(), room, shape: box.width / band).arranged(in: room) else {
      return nil
    }
    return Arranged(
      tree: .rows(Self.parts(band, rest.height, rest)),
      height: band + box.gap + rest.height,
      cost: rest.cost
    )
  }

  private static func parts(_ hero: Double, _ length: Double, _ rest: Arranged) -> [SlicingTree.Part] {
    [
      SlicingTree.Part(share: hero, tree: .cell(0)),
      SlicingTree.Part(share: length, tree: rest.tree.shifted(by: 1)),
    ]
  }

  /// The photos beside the hero.
  private enum Others {
    case one(aspect: Double)
    case several(MosaicArrangement)

    init(_ items: ArraySlice<CollageItem>, _ box: LayoutBox, shape: Double) {
      let aspects = items.map(\.aspect)
      self =
        aspects.count > 1
        ? .several(
          MosaicArrangement(
            aspects: aspects,
            weights: items.map(\.boundedWeight),
            gap: box.gap,
            boxAspect: shape
          )
        ) : .one(aspect: aspects.first ?? 1)
    }

    func arranged(in box: LayoutBox) -> Arranged? {
      switch self {
      case .several(let mosaic): return mosaic.arranged(in: box)
      case .one(let aspect):
        let height = box.height ?? box.width / aspect
        let ratio = box.width / height / aspect
        return Arranged(tree: .cell(0), height: height, cost: 1 - min(ratio, 1 / ratio))
      }
    }
  }
}

extension SlicingTree {
  /// The same cuts for photos that stand so many places later.
  func shifted(by count: Int) -> SlicingTree {
    func moved(_ parts: [Part]) -> [Part] {
      parts.map { Part(share: $0.share, tree: $0.tree.shifted(by: count)) }
    }
    return switch self {
    case .cell(let index): .cell(index + count)
    case .columns(let parts): .columns(moved(parts))
    case .rows(let parts): .rows(moved(parts))
    }
  }
}
