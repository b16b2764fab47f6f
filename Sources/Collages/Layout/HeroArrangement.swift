/// One photo large, and the others as mosaics beside it.
///
/// The hero goes over the width of a portrait canvas, or over the height of a landscape one, and has 40...62 % of it: as much as
/// leaves it and the others the most of their photos. Where its shape does not suit that, because more than `bearableCrop`
/// of it would be cut, it may go over the other side, too, or into the top left corner in its own shape, with others at its
/// right and below it, and have as little as 30 %. (The others in rows of one height would lose three times as much.)
struct HeroArrangement {
  /// The hero, then the others in their order; at least 2.
  let items: [CollageItem]
  let box: LayoutBox

  private static let shares = 0.40...0.62
  /// The least share where more would cut too much of it.
  private static let leastShare = 0.30
  /// Shares that are tried besides the one of the hero's own shape.
  private static let triedShares = [0.40, 0.44, 0.48, 0.52, 0.56, 0.62]
  /// Shares that a hero in the corner is tried with.
  private static let cornerShares = [0.40, 0.47, 0.54]
  /// What of the hero may be cut where it usually goes.
  private static let bearableCrop = 0.05
  /// How much more it costs what of the hero is cut, and not of another photo.
  private static let heroWeight = 3.0
  /// What it costs that the photos at its right and those below it have different areas, times the squared logarithm of how much.
  private static let unevennessCost = 0.03
  /// As many others are parted in several ways.
  private static let fewOthers = 10
  /// The most of a side that a hero in the corner takes: the others need room beside it.
  private static let longestCorner = 0.8

  /// A place for the hero.
  private struct Found {
    var arranged: Arranged
    /// What of the hero is cut.
    var crop: Double
  }

  /// The arrangement; nil where there is no room for it.
  func arranged() -> Arranged? {
    guard let hero = items.first else { return nil }
    guard let height = box.height else { return freeBand(hero) }
    let isPortrait = height >= box.width
    let usual = best(bands(hero, height, isAbove: isPortrait, Self.shares))
    if let usual, usual.crop <= Self.bearableCrop { return usual.arranged }
    let shares = Self.leastShare...Self.shares.upperBound
    let others = [true, false].flatMap { bands(hero, height, isAbove: $0, shares) } + corners(hero, height)
    return best([usual].compactMap { $0 } + others)?.arranged
  }

  private func best(_ found: [Found]) -> Found? { found.min { $0.arranged.cost < $1.arranged.cost } }

  /// The share of a photo of one shape that a cell of another cuts.
  private static func crop(_ width: Double, _ height: Double, _ aspect: Double) -> Double {
    let ratio = width / height / aspect
    return 1 - min(ratio, 1 / ratio)
  }

  // MARK: Over a whole side

  /// The hero above all others, or at their left.
  private func bands(
    _ hero: CollageItem,
    _ height: Double,
    isAbove: Bool,
    _ shares: ClosedRange<Double>
  ) -> [Found] {
    let side = isAbove ? height : box.width
    let natural = isAbove ? box.width / hero.aspect : height * hero.aspect
    let bounded = min(max(natural, side * shares.lowerBound), side * shares.upperBound)
    let others = Others(
      items.dropFirst(),
      gap: box.gap,
      shape: isAbove ? box.width / height * 2 : box.width / height / 2
    )
    return ([bounded] + Self.triedShares.map { $0 * side }).compactMap { length in
      let left = side - length - box.gap
      // The hero is the larger one of two.
      guard left > 0, items.count > 2 || length >= left else { return nil }
      let room = LayoutBox(
        width: isAbove ? box.width : left,
        height: isAbove ? left : height,
        gap: box.gap
      )
      guard let rest = others.arranged(in: room) else { return nil }
      let parts = Self.parts(length, left, rest)
      let crop = 1 - min(length / natural, natural / length)
      return Found(
        arranged: Arranged(
          tree: isAbove ? .rows(parts) : .columns(parts),
          height: height,
          cost: crop * Self.heroWeight + rest.cost
        ),
        crop: crop
      )
    }
  }

  /// The whole hero, and below it the others in as much height as they take, near that of the hero.
  private func freeBand(_ hero: CollageItem) -> Arranged? {
    let band = box.width / hero.aspect
    let room = LayoutBox(width: box.width, height: nil, gap: box.gap, preferredHeight: band)
    let others = Others(items.dropFirst(), gap: box.gap, shape: box.width / band)
    guard let rest = others.arranged(in: room) else { return nil }
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

  // MARK: In the corner

  /// The hero in the top left corner. The first of the others are at its right and the rest below both, or the first are below
  /// it and the rest at the right of both.
  private func corners(_ hero: CollageItem, _ height: Double) -> [Found] {
    guard items.count >= 3 else { return [] }
    var mosaics: [Range<Int>: Others] = [:]
    return Self.cornerShares.flatMap { share in
      let width = min(
        (share * box.width * height * hero.aspect).squareRoot(),
        box.width * Self.longestCorner,
        height * Self.longestCorner * hero.aspect
      )
      return [true, false].compactMap { isRightFirst in
        Corner(
          box: box,
          height: height,
          width: width,
          heroHeight: width / hero.aspect,
          isRightFirst: isRightFirst
        )
      }
    }.flatMap { corner in
      corner.counts(of: items.count - 1).compactMap { corner.found(items, $0, &mosaics) }
    }
  }

  /// A hero in the corner, and the two rooms beside it.
  private struct Corner {
    private let isRightFirst: Bool
    private let width, heroHeight, height: Double
    /// Of the first of the others, and of the rest.
    private let rooms: (LayoutBox, LayoutBox)

    /// Nil where there is no room beside the hero, or it would be too small.
    init?(box: LayoutBox, height: Double, width: Double, heroHeight: Double, isRightFirst: Bool) {
      let (right, below) = (box.width - width - box.gap, height - heroHeight - box.gap)
      guard right > 0, below > 0, width * heroHeight >= HeroArrangement.leastShare * box.width * height else {
        return nil
      }
      (self.width, self.heroHeight, self.height, self.isRightFirst) = (
        width, heroHeight, height, isRightFirst
      )
      func room(_ width: Double, _ height: Double) -> LayoutBox {
        LayoutBox(width: width, height: height, gap: box.gap)
      }
      rooms =
        isRightFirst
        ? (room(right, heroHeight), room(box.width, below)) : (room(width, below), room(right, height))
    }

    private var areas: (Double, Double) {
      (rooms.0.width * rooms.0.preferredHeight, rooms.1.width * rooms.1.preferredHeight)
    }

    /// How many of the others may come first: as many as the areas are large; of few others, one more or less, too.
    func counts(of count: Int) -> [Int] {
      let ideal = Int((Double(count) * areas.0 / (areas.0 + areas.1)).rounded())
      let reach = count <= HeroArrangement.fewOthers ? 1 : 0
      let range = min(max(ideal - reach, 1), count - 1)...max(min(ideal + reach, count - 1), 1)
      return Array(range)
    }

    /// - Parameter mosaics: what was searched for already, by positions among the others.
    func found(_ items: [CollageItem], _ part: Int, _ mosaics: inout [Range<Int>: Others]) -> Found? {
      let count = items.count - 1
      func arranged(_ range: Range<Int>, _ room: LayoutBox) -> Arranged? {
        let photos = items[(range.lowerBound + 1)...range.upperBound]
        let others =
          mosaics[range] ?? Others(photos, gap: room.gap, shape: room.width / room.preferredHeight)
        mosaics[range] = others
        return others.arranged(in: room)
      }
      guard let first = arranged(0..<part, rooms.0), let rest = arranged(part..<count, rooms.1) else {
        return nil
      }
      let (own, further) = (Double(part), Double(count - part))
      let unevenness = (areas.0 / own / areas.1 * further).logarithm()
      let cost =
        (first.cost * own + rest.cost * further) / (own + further) + HeroArrangement.unevennessCost
        * unevenness * unevenness
      let inner = parts(.cell(0), first.tree.shifted(by: 1), isAcross: isRightFirst)
      let whole = parts(
        isRightFirst ? .columns(inner) : .rows(inner),
        rest.tree.shifted(by: 1 + part),
        isAcross: !isRightFirst
      )
      let tree = isRightFirst ? SlicingTree.rows(whole) : .columns(whole)
      return Found(arranged: Arranged(tree: tree, height: height, cost: cost), crop: 0)
    }

    /// The hero's side of a cut and the other one.
    private func parts(_ hero: SlicingTree, _ other: SlicingTree, isAcross: Bool) -> [SlicingTree.Part] {
      let right = isRightFirst ? rooms.0.width : rooms.1.width
      let below = isRightFirst ? rooms.1.preferredHeight : rooms.0.preferredHeight
      return [
        SlicingTree.Part(share: isAcross ? width : heroHeight, tree: hero),
        SlicingTree.Part(share: isAcross ? right : below, tree: other),
      ]
    }
  }

  /// The photos beside the hero.
  private enum Others {
    case one(aspect: Double)
    case several(MosaicArrangement)

    init(_ items: ArraySlice<CollageItem>, gap: Double, shape: Double) {
      let aspects = items.map(\.aspect)
      self =
        aspects.count > 1
        ? .several(
          MosaicArrangement(
            aspects: aspects,
            weights: items.map(\.boundedWeight),
            gap: gap,
            boxAspect: shape
          )
        ) : .one(aspect: aspects.first ?? 1)
    }

    func arranged(in box: LayoutBox) -> Arranged? {
      switch self {
      case .several(let mosaic): return mosaic.arranged(in: box)
      case .one(let aspect):
        let height = box.height ?? box.width / aspect
        let crop = HeroArrangement.crop(box.width, height, aspect)
        // One photo that loses half is worse than two that lose a quarter.
        return Arranged(tree: .cell(0), height: height, cost: crop * (1 + crop))
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
