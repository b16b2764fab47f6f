internal import Messages
internal import Movies
internal import Pixels

/// The canvas of a moving collage: the still, with what its cells show now drawn over it. Only what changes is drawn.
final class CollageStage {
  /// What is to be seen.
  let canvas: PlanarCanvas
  private let still: PlanarCanvas
  private let cells: [Cell]
  /// What each cell shows, and the enlarged one above all.
  private var shown: [Shown]
  private var enlarged: (shown: Shown, enlargement: CollageEnlargement)?
  /// The still under an enlarged cell.
  private var dimmed: (amount: Double, canvas: PlanarCanvas)?

  private struct Cell {
    let area: PlanarCanvas.Area
    let mask: PlanarMask?
  }

  private enum Shown: Hashable {
    case still
    case video(number: Int, stillShare: Double)
  }

  /// - Parameter still: of the page's size.
  init(_ page: CollagePage, _ still: PlanarCanvas) throws {
    self.still = still
    canvas = try PlanarCanvas(size: still.size, colour: still.colour)
    canvas.draw(still, x: 0, y: 0)
    let limit = still.size
    cells = page.cells.map { cell in
      let frame = cell.rectangle
      let area = PlanarCanvas.Area(
        x: frame.x,
        y: frame.y,
        width: min(frame.right, limit.width) - frame.x,
        height: min(frame.bottom, limit.height) - frame.y
      )
      let size = PixelSize(width: area.width, height: area.height)
      let isRound = cell.radius > 0 && size.width > 0 && size.height > 0
      return Cell(area: area, mask: isRound ? PlanarMask(size: size, radius: Double(cell.radius)) : nil)
    }
    shown = cells.map { _ in .still }
  }

  /// Columns and rows of a cell; nil where nothing of it can be drawn.
  func size(ofCell cell: Int) -> PixelSize? {
    guard cells.indices.contains(cell) else { return nil }
    let area = cells[cell].area
    return area.width >= 2 && area.height >= 2 ? PixelSize(width: area.width, height: area.height) : nil
  }

  /// Shows a cell as in the still.
  func showStill(_ cell: Int) {
    restore()
    guard cells.indices.contains(cell), shown[cell] != .still else { return }
    let area = cells[cell].area
    canvas.draw(still, part: area, x: area.x, y: area.y)
    shown[cell] = .still
  }

  /// Shows the still.
  func showAllStill() {
    restore()
    for cell in cells.indices { showStill(cell) }
  }

  /// Shows a picture of a cell's size in it.
  ///
  /// - Parameters:
  ///   - number: the same as long as the picture is.
  ///   - stillShare: how much of the still lies over it, 0...1.
  func show(_ picture: PlanarCanvas, number: Int, _ cell: Int, stillShare: Double) {
    restore()
    let wanted = Shown.video(number: number, stillShare: stillShare)
    guard cells.indices.contains(cell), shown[cell] != wanted else { return }
    let (area, mask) = (cells[cell].area, cells[cell].mask)
    // Round corners are mixed with what is there: that has to be the still.
    if mask != nil || stillShare > 0 { canvas.draw(still, part: area, x: area.x, y: area.y) }
    canvas.draw(picture, x: area.x, y: area.y, mask: mask)
    if stillShare > 0 {
      let size = PixelSize(width: area.width, height: area.height)
      let cover = PlanarMask(size: size, share: stillShare)
      canvas.draw(still, part: area, x: area.x, y: area.y, mask: cover)
    }
    shown[cell] = wanted
  }

  /// Leaves the enlarged cell.
  private func restore() {
    guard enlarged != nil else { return }
    canvas.draw(still, x: 0, y: 0)
    enlarged = nil
    shown = cells.map { _ in .still }
  }

  // MARK: An enlarged cell

  /// Shows a picture above all others, the rest darker.
  ///
  /// - Parameters:
  ///   - picture: of the enlargement's size.
  ///   - stillShare: how much of the key photo lies over it, as far as the still has it.
  func show(
    _ picture: PlanarCanvas,
    number: Int,
    _ enlargement: CollageEnlargement,
    stillShare: Double,
    _ cell: CollageCell
  ) throws {
    let wanted = Shown.video(number: number, stillShare: stillShare)
    if let enlarged, enlarged.shown == wanted, enlarged.enlargement == enlargement { return }
    let frame = enlargement.rectangle
    canvas.draw(try background(enlargement.dimming), x: 0, y: 0)
    let whole = try PlanarCanvas(size: picture.size, colour: still.colour)
    whole.draw(picture, x: 0, y: 0)
    if stillShare > 0 { try cover(whole, enlargement, stillShare, cell) }
    let mask =
      enlargement.radius >= 0.5 ? PlanarMask(size: whole.size, radius: enlargement.radius) : nil
    canvas.draw(whole, x: frame.x, y: frame.y, mask: mask)
    enlarged = (wanted, enlargement)
  }

  private func background(_ amount: Double) throws -> PlanarCanvas {
    if let dimmed, dimmed.amount == amount { return dimmed.canvas }
    let fresh = try dimmed?.canvas ?? PlanarCanvas(size: still.size, colour: still.colour)
    fresh.draw(still, x: 0, y: 0)
    fresh.dim(by: amount)
    dimmed = (amount, fresh)
    return fresh
  }

  /// Lays the key photo over the enlarged picture: the still has only what its cell shows, so the photo vanishes towards
  /// the edges behind which there is more of it.
  private func cover(
    _ picture: PlanarCanvas,
    _ enlargement: CollageEnlargement,
    _ share: Double,
    _ cell: CollageCell
  ) throws {
    guard let overlap = PhotoOverlap(enlargement, cell, still.size), let planes = still.picture else {
      return
    }
    let scaling = try PlanarScaling(
      planes.form,
      region: overlap.source,
      to: overlap.size,
      colour: still.colour
    )
    let photo = try PlanarCanvas(size: overlap.size, colour: still.colour)
    try scaling.scale(planes, into: photo)
    let mask = PlanarMask(
      size: overlap.size,
      share: share,
      vanishingAt: overlap.edges,
      ramp: Double(max(2, min(overlap.size.width, overlap.size.height) / 8 + cell.radius))
    )
    picture.draw(photo, x: overlap.x, y: overlap.y, mask: mask)
  }
}
