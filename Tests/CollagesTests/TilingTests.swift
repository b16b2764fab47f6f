import Collages
import Messages
import Pixels
import Testing

/// Cells and gaps fill the canvas exactly, whatever is laid out.
@Suite struct TilingTests {
  private static let canvases = ["3:4", "1:1", "4:5", "9:16", "16:9", "A4", "auto"]

  /// The ends, and others that differ from count to count, so that each comes up with some; 7 photos meet all of them.
  private func gaps(_ count: Int) -> [Int] {
    count == 7 ? Array(0...64) : [0, 1, 31, 64, count * 7 % 65, (count * 11 + 3) % 65]
  }

  @Test(arguments: CollageArrangement.allCases, canvases)
  func cellsAndGapsFillTheCanvas(arrangement: CollageArrangement, canvas: String) throws {
    var random = CollageTestItems.Random(arrangement.hashValueOfName &* 31 &+ canvas.utf8.count)
    let parsed = try #require(CollageCanvas(text: canvas))
    for (turn, count) in CollageSettings.counts.enumerated() {
      for gap in gaps(count) {
        let items =
          turn.isMultiple(of: 2)
          ? CollageTestItems.photos(count, &random) : CollageTestItems.shapes(count, &random)
        let settings = CollageSettings(
          arrangement: arrangement,
          canvas: parsed,
          gap: gap,
          margin: gap == 31 ? 0 : nil,
          radius: 9
        )
        let layout = try CollageLayoutEngine.layout(items, settings, limit: CollageTestItems.noLimit)
        let name = "\(arrangement) \(canvas), \(count) items, gap \(gap)"
        try check(layout, items, name)
        #expect(layout.pages.count == 1 && layout.gap == gap + gap % 2, "\(name)")
        if let height = parsed.height, arrangement != .strip {
          #expect(layout.pages[0].size == PixelSize(width: parsed.width, height: height), "\(name)")
        } else {
          #expect(layout.pages[0].size.width == parsed.width, "\(name)")
        }
      }
    }
  }

  @Test(arguments: [(1081, 1441), (1081, 1440), (999, 501), (64, 64)])
  func oddCanvases(width: Int, height: Int) throws {
    var random = CollageTestItems.Random(5)
    for count in [2, 5, 9] {
      for gap in [0, 2] {
        for arrangement in CollageArrangement.allCases where arrangement != .strip {
          let items = CollageTestItems.photos(count, &random)
          var settings = CollageSettings(
            arrangement: arrangement,
            canvas: .size(PixelSize(width: width, height: height)),
            gap: gap
          )
          let still = try CollageLayoutEngine.layout(items, settings, limit: CollageTestItems.noLimit)
          #expect(still.pages[0].size == PixelSize(width: width, height: height))
          try check(still, items, "\(arrangement) \(width)x\(height), \(count) items, gap \(gap)")
          settings.moves = true
          let moving = try CollageLayoutEngine.layout(items, settings, limit: CollageTestItems.noLimit)
          let size = moving.pages[0].size
          #expect(size == PixelSize(width: width + width % 2, height: height + height % 2))
        }
      }
    }
  }

  @Test func theSameAgain() throws {
    for arrangement in CollageArrangement.allCases {
      var random = CollageTestItems.Random(77)
      let items = CollageTestItems.shapes(14, &random)
      let settings = CollageSettings(arrangement: arrangement, canvas: .shape(.screen))
      let first = try CollageLayoutEngine.layout(items, settings, limit: CollageTestItems.noLimit)
      #expect(try CollageLayoutEngine.layout(items, settings, limit: CollageTestItems.noLimit) == first)
    }
  }

  // MARK: What holds for every page

  private func check(_ layout: CollageLayout, _ items: [CollageItem], _ name: String) throws {
    #expect(layout.cells.map(\.item) == Array(items.indices), "\(name)")
    for page in layout.pages {
      checkEdges(page, layout, name)
      checkOrder(page.cells.map(\.rectangle), name)
      #expect(
        uncovered(page, gap: layout.gap, margin: layout.margin) == 0,
        "\(name): pixels that no cell and no gap explains"
      )
    }
    for cell in layout.cells {
      checkWindow(cell, items[cell.item], name, isStrip: layout.arrangement == .strip)
    }
  }

  private func checkEdges(_ page: CollagePage, _ layout: CollageLayout, _ name: String) {
    for cell in page.cells {
      let frame = cell.rectangle
      #expect(frame.width >= 2 && frame.height >= 2, "\(name): \(frame)")
      #expect(frame.x.isMultiple(of: 2) && frame.y.isMultiple(of: 2), "\(name): \(frame)")
      #expect(frame.right.isMultiple(of: 2) || frame.right == page.size.width, "\(name): \(frame)")
      #expect(frame.bottom.isMultiple(of: 2) || frame.bottom == page.size.height, "\(name): \(frame)")
      #expect(frame.x >= layout.margin && frame.y >= layout.margin, "\(name): \(frame)")
      #expect(frame.right <= page.size.width - layout.margin, "\(name): \(frame)")
      #expect(frame.bottom <= page.size.height - layout.margin, "\(name): \(frame)")
      #expect(cell.radius <= min(9, frame.width / 2, frame.height / 2), "\(name): \(cell)")
    }
  }

  /// A photo lies at the right of those before it, or below them.
  private func checkOrder(_ frames: [CollageRectangle], _ name: String) {
    for (index, frame) in frames.enumerated() {
      for later in frames[(index + 1)...] where frame.right > later.x && frame.bottom > later.y {
        Issue.record("\(name): \(later) does not follow \(frame)")
      }
    }
  }

  /// The area inside the margins that neither cells nor gaps fill. Cells are grown by the gap at the right and below; that
  /// these fill the canvas without overlapping is shown by the sum of their areas, because none overlaps another.
  private func uncovered(_ page: CollagePage, gap: Int, margin: Int) -> Int {
    let frames = page.cells.map(\.rectangle)
    let (left, top) = (frames.map(\.x).min() ?? 0, frames.map(\.y).min() ?? 0)
    let (right, bottom) = (frames.map(\.right).max() ?? 0, frames.map(\.bottom).max() ?? 0)
    let size = page.size
    guard left == margin, top == margin, right >= (size.width - margin) / 2 * 2,
      bottom >= (size.height - margin) / 2 * 2
    else { return -2 }
    let whole = (right - left + gap) * (bottom - top + gap)
    var sum = 0
    for (index, frame) in frames.enumerated() {
      sum += (frame.width + gap) * (frame.height + gap)
      for other in frames[(index + 1)...] {
        let isApart =
          frame.right + gap <= other.x || other.right + gap <= frame.x || frame.bottom + gap <= other.y
          || other.bottom + gap <= frame.y
        if !isApart { return -1 }
      }
    }
    return whole - sum
  }

  private func checkWindow(_ cell: CollageCell, _ item: CollageItem, _ name: String, isStrip: Bool) {
    let (window, frame) = (cell.window, cell.rectangle)
    if isStrip {
      #expect(window == .whole, "\(name)")
      return
    }
    #expect(isWithin(window.x, window.width) && isWithin(window.y, window.height), "\(name): \(window)")
    #expect(window.width == .one || window.height == .one, "\(name): \(window)")
    // (width * w) / (height * h) = frame.width / frame.height, without rounding.
    let across = Int128(window.width.numerator) * Int128(item.size.width) * Int128(window.height.denominator)
    let down = Int128(window.height.numerator) * Int128(item.size.height) * Int128(window.width.denominator)
    #expect(across * Int128(frame.height) == down * Int128(frame.width), "\(name): \(cell)")
  }

  /// Whether a window ends inside the source, exactly.
  private func isWithin(_ offset: CollageFraction, _ length: CollageFraction) -> Bool {
    let (first, second) = (Int128(offset.denominator), Int128(length.denominator))
    return Int128(offset.numerator) * second + Int128(length.numerator) * first <= first * second
  }
}

extension CollageArrangement {
  /// A number that is the same in every run.
  fileprivate var hashValueOfName: Int { rawValue.utf8.reduce(7) { $0 &* 33 &+ Int($1) } }
}
