internal import Pixels

/// Chooses what a cell shows of its source: the largest part of the cell's shape, moved along the one axis that is free.
///
/// It holds all known regions where they fit. Where they don't, it holds the first of the largest if that fits, and else
/// cuts as few as it can. Within what that leaves, the middle is the focus point; without one the picture's middle, and
/// 0.38 from the top where a portrait becomes a landscape or a square, because that is where heads are; and of a photo whose
/// salient parts are known, near that place, where most of them are.
struct CropChooser {
  let item: CollageItem
  /// The point that is meant for items without one of their own.
  let focusPoint: CollagePoint?

  /// The window for a cell of this size.
  func window(for cell: CollageRectangle) -> CollageWindow {
    // Width of the window where it is as high as the source: cell.width * size.height / (cell.height * size.width).
    let (above, isOver) = cell.width.multipliedReportingOverflow(by: item.size.height)
    let (below, isUnder) = cell.height.multipliedReportingOverflow(by: item.size.width)
    guard !isOver, !isUnder, above > 0, below > 0, above != below else { return .whole }
    let isNarrower = above < below
    let length = isNarrower ? CollageFraction(above, below) : CollageFraction(below, above)
    let offset = isNarrower ? horizontalOffset(length) : verticalOffset(length, in: cell)
    return isNarrower
      ? CollageWindow(x: offset, y: .zero, width: length, height: .one)
      : CollageWindow(x: .zero, y: offset, width: .one, height: length)
  }

  private func horizontalOffset(_ length: CollageFraction) -> CollageFraction {
    let middle = middle(\.x, 0.5) { $0.columns.middle(length.value, near: 0.5, distanceCost: 0.5) }
    return offset(length, middle, item.focusRegions.map { Span($0.start.x, $0.end.x, area: $0.area) })
  }

  private func verticalOffset(_ length: CollageFraction, in cell: CollageRectangle) -> CollageFraction {
    let isTurnedLandscape = item.size.width < item.size.height && cell.width >= cell.height
    let usual = isTurnedLandscape ? 0.38 : 0.5
    // What is at a person's feet is rarely what a portrait is of, however much there is to see.
    let cost = isTurnedLandscape ? 1.0 : 0.6
    let middle = middle(\.y, usual) { $0.rows.middle(length.value, near: usual, distanceCost: cost) }
    return offset(length, middle, item.focusRegions.map { Span($0.start.y, $0.end.y, area: $0.area) })
  }

  /// What the window should have in its middle.
  private func middle(
    _ axis: KeyPath<CollagePoint, Double>,
    _ usual: Double,
    salient: (CollageSaliency) -> Double
  ) -> Double {
    if let point = item.focusPoint ?? focusPoint { return point[keyPath: axis] }
    guard item.focusRegions.isEmpty, let saliency = item.saliency else { return usual }
    return salient(saliency)
  }

  /// A region along the free axis.
  private struct Span {
    let start, end, area: Double

    init(_ start: Double, _ end: Double, area: Double) {
      self.start = start
      self.end = end
      self.area = area
    }
  }

  /// Where a window of this length begins. The best place is at the wished one, or at an edge of a region, because what is
  /// held and what is cut changes nowhere else.
  private func offset(_ length: CollageFraction, _ middle: Double, _ spans: [Span]) -> CollageFraction {
    // A fraction in its lowest terms can be as coarse as 3/4: places are counted in millionths at least.
    let fineness = max(1, 1_000_000 / length.denominator)
    let (size, whole) = (length.numerator * fineness, length.denominator * fineness)
    let (free, unit) = (whole - size, Double(whole))
    let wished = min(max(middle * unit - Double(size) / 2, 0), Double(free))
    var places = [Int(wished.rounded())]
    for span in spans {
      let (start, end) = (span.start * unit, span.end * unit)
      places += [
        Int(start.rounded(.down)), Int(end.rounded(.up)) - size,
        Int(end.rounded(.up)), Int(start.rounded(.down)) - size,
      ].map { min(max($0, 0), free) }
    }
    let scored = places.map { place in
      (place, score(place..<place + size, unit, spans), (Double(place) - wished).magnitude)
    }
    let best = scored.min { first, second in
      if first.1 != second.1 { return first.1.isBetter(than: second.1) }
      return first.2 < second.2
    }
    return CollageFraction(best?.0 ?? 0, whole)
  }

  /// What becomes of the regions.
  private struct Score: Equatable {
    var holdsAll = true
    var holdsLargest = true
    var cutCount = 0
    var heldArea = 0.0

    func isBetter(than other: Score) -> Bool {
      if holdsAll != other.holdsAll { return holdsAll }
      if holdsLargest != other.holdsLargest { return holdsLargest }
      if cutCount != other.cutCount { return cutCount < other.cutCount }
      return heldArea > other.heldArea
    }
  }

  private func score(_ window: Range<Int>, _ unit: Double, _ spans: [Span]) -> Score {
    // Edges of regions were rounded outwards to whole units, so nothing is lost to the comparison with a Double.
    let (start, end) = (Double(window.lowerBound), Double(window.upperBound))
    let largest = spans.reduce(0) { max($0, $1.area) }
    var result = Score()
    var hasSeenLargest = false
    for span in spans {
      let isHeld = span.start * unit >= start && span.end * unit <= end
      let isOutside = span.end * unit <= start || span.start * unit >= end
      result.holdsAll = result.holdsAll && isHeld
      if isHeld { result.heldArea += span.area }
      if !isHeld && !isOutside { result.cutCount += 1 }
      if span.area == largest && !hasSeenLargest {
        hasSeenLargest = true
        result.holdsLargest = isHeld
      }
    }
    return result
  }
}
