internal import Messages
internal import Pixels

/// A page from its top: a cell is opened when its first row comes and closed behind its last, so that there is never more in
/// memory than the cells that one row crosses.
final class CollageRows: PictureRows {
  let size: PixelSize
  let layout: ChannelLayout
  private let ground: any CollageGround
  private let rows: (CollageCell) throws -> any PictureRows
  private let fail: (CollageCell, any Error) throws -> Void
  /// The cells whose rows have not come yet, the next one last.
  private var waiting: [CollageCell]
  private var open: [OpenCell] = []
  private var next = 0

  /// - Parameters:
  ///   - layout: `.rgb`, or `.rgba` on a transparent ground.
  ///   - rows: opens a cell.
  ///   - fail: is told of a cell that can't be drawn to its end, and throws what the reader of the page is to get.
  init(
    _ page: CollagePage,
    layout: ChannelLayout,
    ground: any CollageGround,
    rows: @escaping (CollageCell) throws -> any PictureRows,
    fail: @escaping (CollageCell, any Error) throws -> Void
  ) {
    size = page.size
    self.layout = layout
    self.ground = ground
    self.rows = rows
    self.fail = fail
    // Of cells that begin together the one that stands further left is opened first.
    waiting = page.cells.sorted {
      ($0.rectangle.y, $0.rectangle.x) > ($1.rectangle.y, $1.rectangle.x)
    }
  }

  func readRow(into row: UnsafeMutableRawBufferPointer) throws {
    guard next < size.height, row.count == size.width * layout.channelCount else {
      throw Problem(.internalError, ["detail": "row \(next) of \(size.height)"])
    }
    while let cell = waiting.last, cell.rectangle.y <= next {
      open.append(OpenCell(cell, try rows(cell)))
      waiting.removeLast()
    }
    ground.fill(row, y: next)
    for cell in open {
      do { try cell.draw(next, into: row, layout: layout) } catch { try fail(cell.cell, error) }
    }
    next += 1
    open.removeAll { $0.cell.rectangle.bottom <= next }
  }
}
