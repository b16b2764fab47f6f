import Collages
import Messages
import Pixels
import Testing

@Suite struct StripTests {
  private func strip(
    _ count: Int,
    _ size: (Int, Int),
    width: Int = 1080,
    limit: Int = 65_500
  ) throws -> CollageLayout {
    let item = CollageItem(size: PixelSize(width: size.0, height: size.1))
    return try CollageLayoutEngine.layout(
      [CollageItem](repeating: item, count: count),
      CollageSettings(arrangement: .strip, canvas: .width(width)),
      limit: CollageSideLimit(format: "jpeg", side: limit)
    )
  }

  @Test func oneBelowTheOther() throws {
    let layout = try strip(3, (4000, 3000))
    // 1080 without margins of 12: 1056 x 792.
    #expect(layout.pages[0].size == PixelSize(width: 1080, height: 3 * 792 + 4 * 12))
    #expect(layout.cells.map(\.rectangle.y) == [12, 816, 1620])
    #expect(layout.meanCrop == 0)
  }

  /// As few pages as can be, about equally long, each within the limit; the photos stay in their order.
  @Test func pages() throws {
    let layout = try strip(30, (900, 1600), width: 2160)
    #expect(layout.pages.count == 2)
    #expect(layout.pages.map(\.cells.count) == [15, 15])
    #expect(layout.cells.map(\.item) == Array(0..<30))
    var random = CollageTestItems.Random(31)
    for side in [3000, 5000, 16_384] {
      let items = CollageTestItems.photos(30, &random)
      let mixed = try CollageLayoutEngine.layout(
        items,
        CollageSettings(arrangement: .strip, canvas: .auto),
        limit: CollageSideLimit(format: "heic", side: side)
      )
      #expect(mixed.pages.allSatisfy { $0.size.height <= side && $0.size.width == 1080 })
      #expect(mixed.cells.map(\.item) == Array(0..<30))
      let total = mixed.pages.reduce(0) { $0 + $1.size.height }
      #expect(mixed.pages.count <= total / (side - 2000) + 1)
      for page in mixed.pages {
        #expect(page.cells.first?.rectangle.y == mixed.margin)
        #expect(page.cells.last.map { $0.rectangle.bottom + mixed.margin } == page.size.height)
      }
    }
  }

  @Test func whatNoPageHolds() throws {
    let tall = #expect(throws: Problem.self) { try strip(2, (100, 10_000), limit: 16_384) }
    #expect(tall?.code == .collageTooLarge && tall?.values["limit"] == "16384")
    let wide = #expect(throws: Problem.self) { try strip(2, (100, 100), width: 20_000, limit: 16_384) }
    #expect(wide?.code == .collageTooLarge)
    let flat = #expect(throws: Problem.self) { try strip(2, (10_000, 1)) }
    #expect(flat?.code == .collageNoRoom)
    let other = #expect(throws: Problem.self) {
      try CollageLayoutEngine.layout(
        CollageTestItems.items((4, 3), (4, 3)),
        CollageSettings(canvas: .size(PixelSize(width: 1000, height: 70_000))),
        limit: CollageSideLimit(format: "jpeg", side: 65_500)
      )
    }
    #expect(other?.code == .collageTooLarge)
  }
}
