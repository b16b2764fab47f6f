import Collages
import Files
import Pixels
import TestSupport
import Testing

/// Crops of photos of which no region is known.
@Suite struct SaliencyTests {
  /// Plain sky-blue with a figure (stripes of skin, white and red) at a place, 0...1.
  private func scene(_ width: Int, _ height: Int, figure: (x: Double, y: Double)) -> PixelBuffer {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let (right, down) = (Double(x) - figure.x * Double(width), Double(y) - figure.y * Double(height))
        let isFigure = abs(right) < 40 && abs(down) < 40
        let stripes: [[UInt8]] = [[220, 170, 130], [250, 250, 250], [200, 30, 40]]
        bytes += isFigure ? stripes[(x / 4 + y / 9) % 3] : [150, 180, UInt8(210 + y * 20 / height)]
      }
    }
    return PixelBuffer(
      size: PixelSize(width: width, height: height),
      layout: .rgb,
      depth: .eight,
      bytes: bytes
    )
  }

  private func layout(_ sources: [CollageSource], _ width: Int, _ height: Int) throws -> CollageLayout {
    let settings = CollageSettings(
      arrangement: .grid,
      canvas: .size(PixelSize(width: width, height: height)),
      gap: 0
    )
    return try CollageLayoutEngine.layout(sources.map(\.item), settings, limit: CollageTestItems.noLimit)
  }

  @Test(arguments: [0.12, 0.3, 0.5, 0.85]) func figuresAreHeld(_ place: Double) throws {
    let workshop = try CollageWorkshop()
    let wide = CollageWorkshop.open(try workshop.photo("w.png", scene(900, 300, figure: (place, 0.5))))
    let high = CollageWorkshop.open(try workshop.photo("h.png", scene(300, 900, figure: (0.5, place))))
    for (source, width, height) in [(wide, 300, 600), (high, 1200, 300)] {
      let first = try layout([source, source], width, height)
      let looked = CollageSource.lookedAt([source, source], for: first, threads: 1)
      let window = try layout(looked, width, height).cells[0].window
      let (start, length) =
        window.width == .one
        ? (window.y.value, window.height.value) : (window.x.value, window.width.value)
      #expect(start <= place - 0.04 && start + length >= place + 0.04, "\(start) + \(length)")
      #expect(
        looked.map(\.item.saliency)
          == CollageSource.lookedAt([source, source], for: first, threads: 1).map(\.item.saliency)
      )
    }
  }

  /// Where there is the same everywhere, or nothing, the window stays where it is without looking.
  @Test func plainPhotosStayInTheMiddle() throws {
    let workshop = try CollageWorkshop()
    var random = CollageTestItems.Random(4)
    for isNoise in [false, true] {
      let bytes = (0..<(900 * 300 * 3)).map { _ in isNoise ? UInt8.random(in: 0...255, using: &random) : 120 }
      let picture = PixelBuffer(
        size: PixelSize(width: 900, height: 300),
        layout: .rgb,
        depth: .eight,
        bytes: bytes
      )
      let source = CollageWorkshop.open(try workshop.photo("\(isNoise).png", picture))
      let looked = CollageSource.lookedAt(
        [source, source],
        for: try layout([source, source], 300, 600),
        threads: 1
      )
      let window = try layout(looked, 300, 600).cells[0].window
      #expect(abs(window.x.value + window.width.value / 2 - 0.5) < 0.02, "\(window.x.value)")
    }
  }

  /// Nothing is decoded of what is not cut, or of which a point is known.
  @Test func onlyWhatIsCutIsLookedAt() throws {
    let workshop = try CollageWorkshop()
    let source = CollageWorkshop.open(try workshop.photo("w.png", scene(900, 300, figure: (0.2, 0.5))))
    let whole = try layout([source, source], 900, 600)
    #expect(CollageSource.lookedAt([source, source], for: whole, threads: 1)[0].item.saliency == nil)
    let cut = try layout([source, source], 300, 600)
    #expect(CollageSource.lookedAt([source, source], for: cut, threads: 1)[0].item.saliency != nil)
  }
}
