internal import Pixels

/// What an enlarged cell and the cell in the still both show of a photo.
struct PhotoOverlap {
  /// Where it lies in the still.
  let source: PlanarConversion.Region
  /// Where it lies in the enlarged picture, even.
  let x, y: Int
  /// Its size there, even.
  let size: PixelSize
  /// The edges of it that are not the enlarged picture's.
  let edges: PlanarMask.Edges

  /// Nil where they share nothing that could be seen.
  init?(_ enlargement: CollageEnlargement, _ cell: CollageCell, _ canvas: PixelSize) {
    let (view, frame, place) = (enlargement.window, enlargement.rectangle, cell.rectangle)
    let window = (
      x: cell.window.x.value, y: cell.window.y.value, width: cell.window.width.value,
      height: cell.window.height.value
    )
    guard
      let columns = Self.overlap(
        (view.x, view.width, frame.width),
        (window.x, window.width, place.x, place.width),
        canvas.width
      ),
      let rows = Self.overlap(
        (view.y, view.height, frame.height),
        (window.y, window.height, place.y, place.height),
        canvas.height
      )
    else { return nil }
    source = PlanarConversion.Region(
      left: columns.source,
      top: rows.source,
      width: columns.sourceLength,
      height: rows.sourceLength
    )
    (x, y) = (columns.start, rows.start)
    size = PixelSize(width: columns.length, height: rows.length)
    var edges: PlanarMask.Edges = []
    if x > 2 { edges.insert(.left) }
    if y > 2 { edges.insert(.top) }
    if x + size.width < frame.width - 2 { edges.insert(.right) }
    if y + size.height < frame.height - 2 { edges.insert(.bottom) }
    self.edges = edges
  }

  /// The same for one direction: `start` and `length` in the enlarged picture's pixels, `source` in the still's.
  private static func overlap(
    _ view: (start: Double, length: Double, pixels: Int),
    _ window: (start: Double, length: Double, place: Int, pixels: Int),
    _ limit: Int
  ) -> (start: Int, length: Int, source: Double, sourceLength: Double)? {
    let (first, last) = (
      max(view.start, window.start), min(view.start + view.length, window.start + window.length)
    )
    guard last > first, view.length > 0, window.length > 0 else { return nil }
    let scale = Double(view.pixels) / view.length
    let start = max(0, Int(((first - view.start) * scale / 2).rounded()) * 2)
    let end = min(view.pixels / 2 * 2, Int(((last - view.start) * scale / 2).rounded()) * 2)
    guard end - start >= 4 else { return nil }
    // Back into the still, from the rounded edges, so that nothing is shifted.
    func still(_ pixel: Int) -> Double {
      let part = view.start + Double(pixel) / scale
      let place = Double(window.place) + (part - window.start) / window.length * Double(window.pixels)
      return min(max(place, Double(window.place)), Double(min(window.place + window.pixels, limit)))
    }
    let (from, to) = (still(start), still(end))
    return to - from >= 1 ? (start, end - start, from, to - from) : nil
  }
}
