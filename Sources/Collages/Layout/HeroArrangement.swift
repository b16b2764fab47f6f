/// One photo over the width of a portrait canvas, or over the height of a landscape one, and the others in rows below it
/// or at its right.
///
/// The hero has the shape of its photo, as far as that leaves it 40...62 % of the canvas.
struct HeroArrangement {
  /// The hero's first, then the others' in their order.
  let aspects: [Double]
  let box: LayoutBox

  private static let shares = 0.40...0.62
  /// So many others at most stand in one row.
  private static let mostInOneRow = 8

  /// The arrangement; nil where there is no room for it.
  func arranged() -> Arranged? {
    guard let hero = aspects.first, aspects.count > 1 else { return nil }
    guard let height = box.height else { return band(height: box.width / hero, canvas: nil) }
    if height >= box.width {
      let natural = min(max(box.width / hero, height * Self.shares.lowerBound), height * Self.shares.upperBound)
      return band(height: natural, canvas: height)
    }
    let natural = min(
      max(height * hero, box.width * Self.shares.lowerBound),
      box.width * Self.shares.upperBound
    )
    let rest = box.width - natural - box.gap
    guard rest > 0, let others = others(LayoutBox(width: rest, height: height, gap: box.gap)) else { return nil }
    let parts = [
      SlicingTree.Part(share: natural, tree: .cell(0)), SlicingTree.Part(share: rest, tree: others.tree),
    ]
    return Arranged(tree: .columns(parts), height: height)
  }

  /// The hero above the others.
  private func band(height: Double, canvas: Double?) -> Arranged? {
    let rest = canvas.map { $0 - height - box.gap }
    guard rest.map({ $0 > 0 }) ?? true else { return nil }
    guard let others = others(LayoutBox(width: box.width, height: rest, gap: box.gap)) else { return nil }
    let parts = [
      SlicingTree.Part(share: height, tree: .cell(0)),
      SlicingTree.Part(share: others.height, tree: others.tree),
    ]
    return Arranged(tree: .rows(parts), height: canvas ?? height + box.gap + others.height)
  }

  private func others(_ room: LayoutBox) -> Arranged? {
    let rest = Array(aspects.dropFirst())
    let rows = RowsArrangement(
      aspects: rest,
      box: room,
      minimumRows: rest.count > Self.mostInOneRow ? 2 : 1
    )
    guard var arranged = rows.arranged() else { return nil }
    arranged.tree = arranged.tree.shifted(by: 1)
    return arranged
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
