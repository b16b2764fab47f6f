public import Messages
public import Pixels

/// Draws one page of a collage.
///
/// What is in memory are the cells that the row being drawn crosses, in their size on the page, and nothing else of the canvas.
/// A cell whose source can't be read is grey. Where a source shows only in the middle of its cell that it is damaged, rows with
/// its upper part were given out already: reading stops with `Restart`, and whoever reads begins anew; `paint` does so. The
/// source is known by then, so its cell is grey from its first row, and there are no more restarts than sources.
///
/// All cells are in one colour space, that of `colour`: Display P3 where a source is wider than sRGB, else sRGB. HDR is drawn in
/// standard range; `CollageSource.hdr` tells of which sources. Not shared between threads.
public final class CollagePainter {
  /// Thrown from the rows of a page: a source is damaged behind what was given already. What was made of the rows is to be
  /// thrown away, and the page to be read from its start with `rows()`.
  public struct Restart: Error {}

  /// What the page's numbers mean: sRGB or Display P3, with the profile to embed.
  public let colour: ColourDescription
  /// `.rgb`; `.rgba` on a transparent background.
  public let layout: ChannelLayout
  /// The sources (indices as in the layout) that turned out unreadable only when they were decoded; their cells are grey.
  public private(set) var failures: [(item: Int, problem: Problem)] = []
  private let page: CollagePage
  private let background: CollageBackground
  private let sources: [CollageSource]
  private let threads: Int

  /// - Parameters:
  ///   - sources: all of the collage, in the order of the layout's items.
  ///   - threads: the most that a decoder may use, at least 1.
  /// - Throws: `internal` where the page has a cell without a source, or one that does not lie on it.
  public init(
    _ page: CollagePage,
    background: CollageBackground,
    sources: [CollageSource],
    threads: Int
  ) throws {
    let area = CollageRectangle(x: 0, y: 0, width: page.size.width, height: page.size.height)
    for cell in page.cells {
      guard sources.indices.contains(cell.item), area.contains(cell.rectangle) else {
        throw Problem(.internalError, ["detail": "cell of item \(cell.item)"])
      }
    }
    self.page = page
    self.background = background
    self.sources = sources
    self.threads = threads
    layout = background == .transparent ? .rgba : .rgb
    let isWide = sources.contains(where: \.isWide)
    colour = ColourDescription(iccProfile: isWide ? ICCProfile.displayP3() : ICCProfile.sRGB())
  }

  /// The page from its top; every call begins anew.
  ///
  /// - Parameter inSRGB: whether it is to be sRGB whatever `colour` is.
  /// - Throws: where the background can't be made. Reading a row throws `Restart`, and `Problem` where not the source is to
  ///   blame (`run.cancelled`, `worker.timed-out`).
  public func rows(inSRGB: Bool = false) throws -> any PictureRows {
    let profile = inSRGB ? ICCProfile.sRGB() : colour.iccProfile ?? ICCProfile.sRGB()
    let pictures = CellPictures(
      profile: profile,
      isSRGB: profile == ICCProfile.sRGB(),
      threads: threads
    )
    return CollageRows(
      page,
      layout: layout,
      ground: try ground(pictures),
      rows: { try self.rows($0, pictures) },
      fail: { cell, error in
        try self.fail(cell.item, error)
        throw Restart()
      }
    )
  }

  /// Runs `body` with the page's rows, once more wherever a source turns out damaged on the way.
  public func paint<Result>(
    inSRGB: Bool = false,
    _ body: (any PictureRows) throws -> Result
  ) throws -> Result {
    while true {
      do { return try body(try rows(inSRGB: inSRGB)) } catch is Restart { continue }
    }
  }

  /// The page in memory.
  public func picture(inSRGB: Bool = false) throws -> PixelBuffer {
    try paint(inSRGB: inSRGB) { try PixelBuffer(reading: $0) }
  }

  // MARK: Cells

  private func rows(_ cell: CollageCell, _ pictures: CellPictures) throws -> any PictureRows {
    let size = PixelSize(width: cell.rectangle.width, height: cell.rectangle.height)
    let source = sources[cell.item]
    if isMissing(cell.item) { return GreyRows(size) }
    do { return try pictures.rows(cell, of: source) } catch {
      try fail(cell.item, error)
      return GreyRows(size)
    }
  }

  private func isMissing(_ item: Int) -> Bool {
    sources[item].problem != nil || failures.contains { $0.item == item }
  }

  /// Remembers that a source can't be read.
  private func fail(_ item: Int, _ error: any Error) throws {
    guard let problem = error as? Problem else { throw error }
    if problem.code == .cancelled || problem.code == .workerTimedOut { throw problem }
    failures.append((item, problem))
  }

  // MARK: Background

  private func ground(_ pictures: CellPictures) throws -> any CollageGround {
    switch background {
    case .colour(let colour):
      let own = try ColourConversion.colour(colour, in: pictures.profile)
      return PlainGround(pictures.isSRGB ? colour : own, width: page.size.width)
    case .transparent: return PlainGround(nil, width: page.size.width)
    case .blur: return try blurred(pictures)
    }
  }

  /// The first photo that can be read; grey where there is none.
  private func blurred(_ pictures: CellPictures) throws -> any CollageGround {
    let canvas = CollageRectangle(x: 0, y: 0, width: page.size.width, height: page.size.height)
    let small = page.size.fitting(longEdge: BlurredGround.longEdge)
    for cell in page.cells where !isMissing(cell.item) {
      let chooser = CropChooser(item: sources[cell.item].item, focusPoint: nil)
      let frame = CollageRectangle(x: 0, y: 0, width: small.width, height: small.height)
      let part = CollageCell(
        item: cell.item,
        rectangle: frame,
        window: chooser.window(for: canvas),
        radius: 0
      )
      let rows = try rows(part, pictures)
      if isMissing(cell.item) { continue }
      do {
        return BlurredGround(try PixelBuffer(reading: rows).flattened(onto: .white), page: page.size)
      } catch {
        try fail(cell.item, error)
      }
    }
    let grey = GreyRows.grey
    return PlainGround(RGBColour(red: grey, green: grey, blue: grey), width: page.size.width)
  }
}

extension RGBColour {
  /// What transparent parts of a photo are laid on where nothing else is there.
  fileprivate static let white = RGBColour(red: 255, green: 255, blue: 255)
}

extension CollageRectangle {
  /// Whether all of another rectangle, which has at least one pixel, lies in this one.
  fileprivate func contains(_ other: CollageRectangle) -> Bool {
    other.x >= x && other.y >= y && other.width >= 1 && other.height >= 1 && other.right <= right
      && other.bottom <= bottom
  }
}
