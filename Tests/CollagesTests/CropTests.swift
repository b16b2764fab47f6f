import Collages
import Pixels
import Testing

/// What a cell shows of its photo.
@Suite struct CropTests {
  /// The window of the first of two photos that share a canvas in equal halves, side by side or above each other.
  private func window(
    _ item: CollageItem,
    canvas: (Int, Int),
    focusPoint: CollagePoint? = nil
  ) throws -> CollageWindow {
    let settings = CollageSettings(
      arrangement: .grid,
      canvas: .size(PixelSize(width: canvas.0, height: canvas.1)),
      gap: 0,
      focusPoint: focusPoint
    )
    let layout = try CollageLayoutEngine.layout([item, item], settings, limit: CollageTestItems.noLimit)
    return layout.cells[0].window
  }

  private func item(_ width: Int, _ height: Int, _ regions: [(Double, Double, Double, Double)] = [])
    -> CollageItem
  {
    CollageItem(
      size: PixelSize(width: width, height: height),
      focusRegions: regions.map {
        CollageRegion(CollagePoint(x: $0.0, y: $0.1), CollagePoint(x: $0.2, y: $0.3))
      }
    )
  }

  @Test func landscapesAreCutAtBothSides() throws {
    // Two cells of 500 x 500 of 2:1.
    let window = try window(item(2000, 1000), canvas: (500, 1000))
    #expect(
      window.width == CollageFraction(1, 2) && window.x == CollageFraction(1, 4) && window.height == .one
    )
  }

  @Test func headsOfPortraitsAreKept() throws {
    // Cells of 1000 x 500 of a portrait of 1000 x 2000: a quarter of its height, in the middle of which is 0.38.
    let window = try window(item(1000, 2000), canvas: (2000, 500))
    #expect(window.width == .one && window.height == CollageFraction(1, 4))
    #expect(abs(window.y.value - (0.38 - 0.125)) < 0.001)
  }

  /// However simple the fraction of the cell is, its place is a fine one.
  @Test func squaresOfPortraits() throws {
    let window = try window(item(3000, 4000), canvas: (1000, 500))
    #expect(window.height == CollageFraction(3, 4) && abs(window.y.value - 0.005) < 0.001)
    let wide = try self.window(item(4000, 3000), canvas: (1000, 500))
    #expect(wide.width == CollageFraction(3, 4) && wide.x == CollageFraction(1, 8))
  }

  @Test func regionsAreHeldWhole() throws {
    let face = (0.4, 0.8, 0.6, 0.98)
    let window = try window(item(1000, 2000, [face]), canvas: (2000, 500))
    #expect(window.y.value <= 0.8 && window.y.value + window.height.value >= 0.98)
    // Even where somebody's point is elsewhere.
    let pulled = try self.window(
      item(1000, 2000, [face]),
      canvas: (2000, 500),
      focusPoint: CollagePoint(x: 0.5, y: 0)
    )
    #expect(pulled.y.value <= 0.8 && pulled.y.value + pulled.height.value >= 0.98)
  }

  @Test func whereNotAllRegionsFitTheLargestIsHeldAndTheOtherNotCut() throws {
    let window = try window(
      item(1000, 2000, [(0.4, 0.1, 0.5, 0.2), (0.3, 0.3, 0.7, 0.5)]),
      canvas: (2000, 500)
    )
    let (start, end) = (window.y.value, window.y.value + window.height.value)
    #expect(start <= 0.3 && end >= 0.5)
    #expect(start <= 0.1 || start >= 0.2, "the smaller face is cut: \(start)")
  }

  @Test func focusPoints() throws {
    var photo = item(1000, 2000)
    photo.focusPoint = CollagePoint(x: 0.5, y: 0.7)
    #expect(try abs(window(photo, canvas: (2000, 500)).y.value - 0.575) < 0.001)
    // The settings' point is for photos that have none.
    let general = CollagePoint(x: 0.5, y: 0.2)
    #expect(try abs(window(photo, canvas: (2000, 500), focusPoint: general).y.value - 0.575) < 0.001)
    #expect(
      try abs(window(item(1000, 2000), canvas: (2000, 500), focusPoint: general).y.value - 0.075) < 0.001
    )
    // The window never leaves the photo.
    #expect(
      try window(item(1000, 2000), canvas: (2000, 500), focusPoint: CollagePoint(x: 0, y: 1)).y
        == CollageFraction(3, 4)
    )
  }

  @Test func anyRegionsWhatever() throws {
    var random = CollageTestItems.Random(12)
    for _ in 0..<300 {
      let regions = (0..<Int.random(in: 1...4, using: &random)).map { _ -> CollageRegion in
        func point() -> CollagePoint {
          CollagePoint(x: .random(in: -0.2...1.2, using: &random), y: .random(in: -0.2...1.2, using: &random))
        }
        return CollageRegion(point(), point())
      }
      let size = PixelSize(
        width: Int.random(in: 1...5000, using: &random),
        height: Int.random(in: 1...5000, using: &random)
      )
      let photo = CollageItem(size: size, focusRegions: regions)
      let window = try window(photo, canvas: (1080, 1440))
      #expect(window.x.value + window.width.value < 1.000_001)
      #expect(window.y.value + window.height.value < 1.000_001)
      // Where all fit into the window, all are in it.
      let (left, right) = (regions.map(\.start.x).min() ?? 0, regions.map(\.end.x).max() ?? 0)
      let (top, bottom) = (regions.map(\.start.y).min() ?? 0, regions.map(\.end.y).max() ?? 0)
      // A window begins at a whole unit of its fraction.
      let unit = 1e-3
      if right - left + unit <= window.width.value || window.width == .one {
        #expect(window.x.value <= left + 1e-9 && window.x.value + window.width.value >= right - 1e-9)
      }
      if bottom - top + unit <= window.height.value || window.height == .one {
        #expect(window.y.value <= top + 1e-9 && window.y.value + window.height.value >= bottom - 1e-9)
      }
    }
  }
}
