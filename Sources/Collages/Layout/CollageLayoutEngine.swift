public import Messages
internal import Pixels

/// Lays out collages: the same items with the same settings always give the same layout.
public enum CollageLayoutEngine {
  /// Lays out a collage for a format.
  ///
  /// - Parameters:
  ///   - items: the photos as they were given.
  ///   - limit: the longest side that the format takes. A strip that is longer becomes several pages; any other canvas is
  ///     an error.
  /// - Throws: `collage.count`, `collage.hero-missing`, `collage.no-room` where gaps and margins leave no room for the
  ///   cells, `collage.too-large`, `decode.too-many-pixels` for an item of an impossible size.
  public static func layout(
    _ items: [CollageItem],
    _ settings: CollageSettings,
    limit: CollageSideLimit
  ) throws(Problem) -> CollageLayout {
    try check(items, settings)
    let sequence = sequence(items, settings)
    let pages =
      settings.arrangement == .strip
      ? try strip(items, sequence, settings, limit) : [try page(items, sequence, settings, limit)]
    return CollageLayout(
      arrangement: settings.arrangement,
      pages: pages,
      gap: settings.spacing.gap,
      margin: settings.spacing.margin,
      background: settings.background
    )
  }

  private static func check(_ items: [CollageItem], _ settings: CollageSettings) throws(Problem) {
    let counts = CollageSettings.counts
    guard counts.contains(items.count) else {
      throw Problem(
        .collageCount,
        ["found": "\(items.count)", "least": "\(counts.lowerBound)", "most": "\(counts.upperBound)"]
      )
    }
    if let hero = settings.hero, !(1...items.count).contains(hero) {
      throw Problem(.collageHeroMissing, ["number": "\(hero)", "count": "\(items.count)"])
    }
    let sides = 1...CollageItem.maximumSide
    for item in items where !sides.contains(item.size.width) || !sides.contains(item.size.height) {
      throw Problem(
        .tooManyPixels,
        ["width": "\(item.size.width)", "height": "\(item.size.height)", "limit": "\(sides.upperBound)"]
      )
    }
  }

  /// The order of the cells: the hero's arrangement begins with the hero.
  private static func sequence(_ items: [CollageItem], _ settings: CollageSettings) -> [Int] {
    let sequence = settings.order.sequence(of: items)
    guard settings.arrangement == .hero, let hero = settings.hero else { return sequence }
    return [hero - 1] + sequence.filter { $0 != hero - 1 }
  }

  /// Says that gaps and margins leave no room.
  static func noRoom(width: Int, height: Int, count: Int) -> Problem {
    Problem(.collageNoRoom, ["width": "\(width)", "height": "\(height)", "count": "\(count)"])
  }

  // MARK: Strips

  private static func strip(
    _ items: [CollageItem],
    _ sequence: [Int],
    _ settings: CollageSettings,
    _ limit: CollageSideLimit
  ) throws(Problem) -> [CollagePage] {
    let spacing = settings.spacing
    // An even width of the cells gives even edges; an odd canvas has one column more at its right.
    let width = (settings.width - 2 * spacing.margin) / 2 * 2
    guard width >= TreePlacement.minimumSide else {
      throw noRoom(width: settings.width, height: 0, count: items.count)
    }
    guard settings.width <= limit.side else { throw limit.problem(width: settings.width, height: 0) }
    let strip = StripPages(
      sizes: sequence.map { items[$0].size },
      width: width,
      gap: spacing.gap,
      margin: spacing.margin,
      limit: limit
    )
    let heights = try strip.heights()
    return try strip.pages(heights).map { range in
      let page = strip.page(heights[range])
      let cells = zip(sequence[range], page.rectangles).map { item, rectangle in
        cell(item, rectangle, .whole, spacing.radius)
      }
      return CollagePage(size: PixelSize(width: settings.width, height: page.size.height), cells: cells)
    }
  }

  private static func cell(_ item: Int, _ rectangle: CollageRectangle, _ window: CollageWindow, _ radius: Int)
    -> CollageCell
  {
    CollageCell(
      item: item,
      rectangle: rectangle,
      window: window,
      radius: min(radius, rectangle.width / 2, rectangle.height / 2)
    )
  }

  // MARK: One page

  private static func page(
    _ items: [CollageItem],
    _ sequence: [Int],
    _ settings: CollageSettings,
    _ limit: CollageSideLimit
  ) throws(Problem) -> CollagePage {
    let (spacing, count) = (settings.spacing, items.count)
    let width = settings.width
    let inner = Self.inner(width, spacing.margin)
    let innerHeight = settings.height.map { Self.inner($0, spacing.margin) }
    let failure = noRoom(width: width, height: settings.height ?? 0, count: count)
    guard inner >= TreePlacement.minimumSide, innerHeight ?? 2 >= TreePlacement.minimumSide else {
      throw failure
    }
    let box = LayoutBox(width: Double(inner), height: innerHeight.map(Double.init), gap: Double(spacing.gap))
    guard let arranged = arranged(sequence.map { items[$0] }, settings.arrangement, box) else {
      throw failure
    }
    guard arranged.height <= Double(limit.side) else {
      throw limit.problem(width: width, height: Int(min(arranged.height, 1e15)))
    }
    let rows = innerHeight ?? max(2, Int((arranged.height / 2).rounded()) * 2)
    let size = PixelSize(width: width, height: settings.height ?? rows + 2 * spacing.margin)
    guard size.longEdge <= limit.side else { throw limit.problem(width: size.width, height: size.height) }
    let content = CollageRectangle(x: spacing.margin, y: spacing.margin, width: inner, height: rows)
    let placement = TreePlacement(gap: spacing.gap)
    guard let rectangles = placement.rectangles(of: arranged.tree, count: count, in: content) else {
      throw failure
    }
    let cells = zip(sequence, rectangles).map { index, rectangle in
      let chooser = CropChooser(item: items[index], focusPoint: settings.focusPoint)
      return cell(index, rectangle, chooser.window(for: rectangle), spacing.radius)
    }
    return CollagePage(size: size, cells: cells)
  }

  /// What margins leave of a side, and what makes the last edge even; without margins an odd canvas is filled to its edge.
  private static func inner(_ side: Int, _ margin: Int) -> Int {
    margin == 0 ? side : (side - margin) / 2 * 2 - margin
  }

  private static func arranged(_ items: [CollageItem], _ arrangement: CollageArrangement, _ box: LayoutBox)
    -> Arranged?
  {
    let aspects = items.map(\.aspect)
    return switch arrangement {
    case .mosaic:
      MosaicArrangement(
        aspects: aspects,
        weights: items.map(\.boundedWeight),
        gap: box.gap,
        boxAspect: box.width / box.preferredHeight
      ).arranged(in: box)
    case .grid: GridArrangement(aspects: aspects, box: box).arranged()
    case .rows: RowsArrangement(aspects: aspects, box: box).arranged()
    case .hero: HeroArrangement(items: items, box: box).arranged()
    case .strip: nil
    }
  }
}
