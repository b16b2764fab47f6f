import Collages
import Messages
import Pixels
import Testing

@Suite struct CollageSettingsTests {
  @Test func canvases() {
    #expect(CollageCanvas(text: "3:4") == .shape(.portrait))
    #expect(CollageCanvas(text: "a4") == .shape(.a4))
    #expect(CollageCanvas(text: "AUTO") == .auto)
    #expect(CollageCanvas(text: "1200x800") == .size(PixelSize(width: 1200, height: 800)))
    #expect(CollageCanvas(text: "720") == .width(720))
    for text in [
      "", "x", "0", "-1", "12x", "x12", "0x9", "1x2x3", "+5", "3:5", "1e3", "99999999999999999999", "1000001",
    ] {
      #expect(CollageCanvas(text: text) == nil, "\(text)")
    }
    for shape in CollageCanvas.Shape.allCases {
      #expect(CollageCanvas(text: shape.rawValue) == .shape(shape))
    }
  }

  @Test func backgroundsAndPoints() {
    #expect(CollageBackground(text: "white") == .white)
    #expect(CollageBackground(text: "#0a0B0c")?.text == "#0a0b0c")
    #expect(CollageBackground(text: "Blur") == .blur)
    #expect(CollageBackground(text: "nothing") == nil)
    #expect(CollagePoint(text: "0.25,1") == CollagePoint(x: 0.25, y: 1))
    for text in ["", "0.5", "1,2", "a,b", "nan,0", "0,0,0"] {
      #expect(CollagePoint(text: text) == nil, "\(text)")
    }
    #expect(CollagePoint(x: .nan, y: .infinity) == CollagePoint(x: 0, y: 1))
  }

  private func layout(_ count: Int, _ settings: CollageSettings) throws -> CollageLayout {
    let items = [CollageItem](repeating: CollageItem(size: PixelSize(width: 4, height: 3)), count: count)
    return try CollageLayoutEngine.layout(items, settings, limit: CollageTestItems.noLimit)
  }

  /// 1 % of the short edge, even; twice as much at twice the scale.
  @Test func spacing() throws {
    #expect(try layout(4, CollageSettings()).gap == 12)
    #expect(try layout(4, CollageSettings(scale: 2)).gap == 24)
    #expect(try layout(4, CollageSettings(scale: 3)).pages[0].size == PixelSize(width: 3240, height: 4320))
    #expect(try layout(4, CollageSettings(canvas: .shape(.a4))).margin == 26)
    #expect(try layout(4, CollageSettings(gap: 20)).margin == 20)
    #expect(try layout(4, CollageSettings(margin: 0)).gap == 12)
  }

  @Test(arguments: CollageArrangement.allCases)
  func impossibleSettings(arrangement: CollageArrangement) throws {
    for count in [0, 1, 31] {
      let problem = #expect(throws: Problem.self) {
        try layout(count, CollageSettings(arrangement: arrangement))
      }
      #expect(problem?.code == .collageCount)
    }
    let small = CollageCanvas.size(PixelSize(width: 100, height: 100))
    let gaps = [
      CollageSettings(arrangement: arrangement, canvas: small, margin: 60),
      CollageSettings(arrangement: arrangement, canvas: small, gap: .max, margin: .max),
      CollageSettings(arrangement: arrangement, canvas: .size(PixelSize(width: 1, height: 1))),
    ]
    for settings in gaps {
      let problem = #expect(throws: Problem.self) { try layout(9, settings) }
      #expect(problem?.code == .collageNoRoom, "\(settings)")
    }
    if arrangement != .strip {
      let settings = CollageSettings(arrangement: arrangement, canvas: small, gap: 120, margin: 0)
      #expect(throws: Problem.self) { try layout(9, settings) }
    }
    let hero = #expect(throws: Problem.self) {
      try layout(3, CollageSettings(arrangement: arrangement, hero: 4))
    }
    #expect(hero?.code == .collageHeroMissing)
  }

  /// Numbers as bad as they come: a layout or a problem, never a trap.
  @Test func anyNumbersWhatever() {
    let numbers = [Int.min, -1, 0, 1, 2, 3, 7, 99, 100_000, 1_000_000, 10_000_000, .max]
    var random = CollageTestItems.Random(3)
    func number() -> Int { numbers[Int.random(in: numbers.indices, using: &random)] }
    for _ in 0..<3000 {
      let items = (0..<Int.random(in: 0...9, using: &random)).map { _ in
        CollageItem(
          size: PixelSize(width: number(), height: number()),
          weight: [0, -1, .nan, .infinity, 1][abs(number() % 5)]
        )
      }
      let settings = CollageSettings(
        arrangement: CollageArrangement.allCases[abs(number() % 5)],
        canvas: number() > 50 ? .width(number()) : .size(PixelSize(width: number(), height: number())),
        scale: number(),
        gap: number(),
        margin: number(),
        radius: number(),
        hero: number() > 9 ? nil : number(),
        moves: number() > 9
      )
      do throws(Problem) {
        let layout = try CollageLayoutEngine.layout(
          items,
          settings,
          limit: CollageSideLimit(format: "png", side: number())
        )
        #expect(layout.cells.count == items.count)
        for cell in layout.cells { #expect(cell.rectangle.width > 0 && cell.rectangle.height > 0) }
      } catch {
        #expect(
          [.collageCount, .collageNoRoom, .collageHeroMissing, .collageTooLarge, .tooManyPixels].contains(
            error.code
          )
        )
      }
    }
  }

  @Test func orders() throws {
    var items = CollageTestItems.items((4, 3), (4, 3), (4, 3), (4, 3))
    items[0].date = 30
    items[1].date = 10
    items[3].date = 20
    #expect(CollageOrder.given.sequence(of: items) == [0, 1, 2, 3])
    #expect(CollageOrder.reversed.sequence(of: items) == [3, 2, 1, 0])
    #expect(CollageOrder.date.sequence(of: items) == [1, 3, 0, 2])
    #expect(CollageOrder.newest.sequence(of: items) == [0, 3, 1, 2])
    let settings = CollageSettings(arrangement: .hero, order: .date, hero: 3)
    let layout = try CollageLayoutEngine.layout(items, settings, limit: CollageTestItems.noLimit)
    #expect(layout.cells.map(\.item) == [2, 1, 3, 0])
  }

  @Test func heroesHaveTheirPart() throws {
    var random = CollageTestItems.Random(8)
    for canvas in CollageCanvas.Shape.allCases {
      for count in [2, 3, 9, 30] {
        let items = CollageTestItems.photos(count, &random)
        let settings = CollageSettings(arrangement: .hero, canvas: .shape(canvas), gap: 0, hero: count)
        let layout = try CollageLayoutEngine.layout(items, settings, limit: CollageTestItems.noLimit)
        let hero = layout.cells[0]
        #expect(hero.item == count - 1)
        let share =
          Double(hero.rectangle.width * hero.rectangle.height)
          / Double(canvas.size.width * canvas.size.height)
        // Less than 40 % only where more of it would be cut.
        #expect(share > 0.29 && share < 0.63, "\(canvas), \(count): \(share)")
      }
    }
  }

  @Test func weightsMakePhotosLarger() throws {
    var random = CollageTestItems.Random(21)
    var items = CollageTestItems.photos(12, &random)
    let equal = try CollageLayoutEngine.layout(items, CollageSettings(), limit: CollageTestItems.noLimit)
    items[5].weight = 6
    let heavy = try CollageLayoutEngine.layout(items, CollageSettings(), limit: CollageTestItems.noLimit)
    func area(_ layout: CollageLayout) -> Int {
      layout.cells[5].rectangle.width * layout.cells[5].rectangle.height
    }
    #expect(area(heavy) > 2 * area(equal))
  }
}
