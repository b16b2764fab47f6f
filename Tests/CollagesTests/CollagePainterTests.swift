import Collages
import Files
import Messages
import Pixels
import StillImages
import TestSupport
import Testing

/// What stands on the page, pixel by pixel.
@Suite struct CollagePainterTests {
  private let workshop: CollageWorkshop

  init() throws { workshop = try CollageWorkshop() }

  private func settings(
    _ width: Int = 208,
    _ height: Int = 104,
    gap: Int = 8,
    radius: Int = 0,
    background: CollageBackground = .white
  ) -> CollageSettings {
    CollageSettings(
      arrangement: .grid,
      canvas: .size(PixelSize(width: width, height: height)),
      gap: gap,
      radius: radius,
      background: background
    )
  }

  /// Compares the middles of a cell's quarters, told of the upright picture.
  private func expectUpright(
    _ picture: PixelBuffer,
    _ frame: CollageRectangle,
    within distance: Int,
    _ name: String = ""
  ) {
    for (isRight, isLow) in [(false, false), (true, false), (false, true), (true, true)] {
      let x = frame.x + (isRight ? frame.width * 7 / 8 : frame.width / 8)
      let y = frame.y + (isLow ? frame.height * 7 / 8 : frame.height / 8)
      let colour = CollageWorkshop.colour(isRight: isRight, isLow: isLow)
      #expect(picture.distance(x, y, colour) <= distance, "\(name) at \(x), \(y): \(picture.pixel(x, y))")
    }
  }

  @Test func cellsStandOnTheirBackground() throws {
    let one = try workshop.photo("a.png", CollageWorkshop.quarters(400, 400))
    let sources = [one, one].map { CollageWorkshop.open($0) }
    let background = CollageBackground.colour(RGBColour(red: 10, green: 20, blue: 30))
    let (picture, page, painter) = try CollageWorkshop.paint(sources, settings(background: background))
    #expect(picture.size == page.size && picture.layout == .rgb && painter.failures.isEmpty)
    for cell in page.cells { expectUpright(picture, cell.rectangle, within: 2) }
    var gaps = 0
    for y in 0..<page.size.height {
      for x in 0..<page.size.width {
        let isCell = page.cells.contains { cell in
          let frame = cell.rectangle
          return x >= frame.x && x < frame.right && y >= frame.y && y < frame.bottom
        }
        if isCell { continue }
        gaps += 1
        #expect(picture.pixel(x, y) == [10, 20, 30])
      }
    }
    #expect(gaps > 2000)
  }

  /// Every orientation in a JPEG, uncut and cut.
  @Test(arguments: Orientation.allCases) func orientations(_ orientation: Orientation) throws {
    let upright = CollageWorkshop.quarters(320, 240)
    let stored = upright.oriented(Self.inverse(orientation))
    let path = try workshop.photo("o.jpg", stored, format: .jpeg, orientation: orientation)
    let sources = [path, path].map { CollageWorkshop.open($0) }
    #expect(sources[0].item.size == PixelSize(width: 320, height: 240))
    for (width, height) in [(176, 248), (120, 208)] {
      let (picture, page, _) = try CollageWorkshop.paint(sources, settings(width, height))
      for cell in page.cells { expectUpright(picture, cell.rectangle, within: 12, "\(width)") }
    }
  }

  private static func inverse(_ orientation: Orientation) -> Orientation {
    orientation == .right ? .left : orientation == .left ? .right : orientation
  }

  @Test func radiusIsSmoothAndSymmetric() throws {
    let grey = PixelBuffer(
      size: PixelSize(width: 64, height: 64),
      layout: .rgb,
      depth: .eight,
      bytes: [UInt8](repeating: 255, count: 64 * 64 * 3)
    )
    let path = try workshop.photo("w.png", grey)
    let black = CollageBackground.colour(RGBColour(red: 0, green: 0, blue: 0))
    let (picture, page, _) = try CollageWorkshop.paint(
      [path, path].map { CollageWorkshop.open($0) },
      settings(radius: 20, background: black)
    )
    let frame = page.cells[0].rectangle
    #expect(picture.pixel(frame.x, frame.y) == [0, 0, 0])
    #expect(picture.pixel(frame.x + 20, frame.y) == [255, 255, 255])
    // The corner loses (1 - pi/4) of its square, in light.
    var lost = 0.0
    for y in 0..<20 {
      for x in 0..<20 {
        let code = picture.pixel(frame.x + x, frame.y + y)[0]
        lost += 1 - Self.light(code)
        #expect(picture.pixel(frame.right - 1 - x, frame.y + y)[0] == code)
        #expect(picture.pixel(frame.x + x, frame.bottom - 1 - y)[0] == code)
        #expect(picture.pixel(frame.right - 1 - x, frame.bottom - 1 - y)[0] == code)
      }
    }
    #expect(abs(lost - 400 * (1 - Double.pi / 4)) < 1.5, "\(lost)")
  }

  /// sRGB's curve, as IEC 61966-2-1 has it, by a power of 12/5 found by roots.
  private static func light(_ code: Int) -> Double {
    let value = Double(code) / 255
    if value <= 0.04045 { return value / 12.92 }
    let base = (value + 0.055) / 1.055
    // base ^ 2.4 = base^2 * base^0.4; Newton's method for the fifth root of its square.
    let square = base * base
    var root = 1.0
    for _ in 0..<60 { root -= (root * root * root * root * root - square) / (5 * root * root * root * root) }
    return square * root
  }

  @Test func transparencyIsKeptOrFilled() throws {
    let holed = try workshop.photo("h.png", CollageWorkshop.quarters(200, 200, layout: .rgba))
    let sources = [holed, holed].map { CollageWorkshop.open($0) }
    let (clear, page, painter) = try CollageWorkshop.paint(
      sources,
      settings(radius: 12, background: .transparent)
    )
    #expect(clear.layout == .rgba && painter.layout == .rgba)
    let frame = page.cells[0].rectangle
    let middle = (frame.x + frame.width / 2, frame.y + frame.height / 2)
    #expect(clear.pixel(middle.0, middle.1)[3] == 0)
    #expect(clear.pixel(0, 0) == [0, 0, 0, 0])
    #expect(clear.pixel(frame.x, frame.y)[3] == 0)
    #expect(clear.pixel(frame.x + 20, frame.y + 20)[3] == 255)
    let (filled, _, _) = try CollageWorkshop.paint(sources, settings())
    #expect(filled.pixel(middle.0, middle.1) == [255, 255, 255])
  }

  @Test func wideColoursMakeAWidePage() throws {
    let wide = try workshop.photo(
      "p3.png",
      CollageWorkshop.quarters(200, 200),
      colour: ColourDescription(iccProfile: ICCProfile.displayP3())
    )
    let narrow = try workshop.photo("s.png", CollageWorkshop.quarters(200, 200))
    let sources = [wide, narrow].map { CollageWorkshop.open($0) }
    #expect(sources.map(\.isWide) == [true, false])
    let (picture, page, painter) = try CollageWorkshop.paint(sources, settings())
    let profile = try #require(painter.colour.iccProfile)
    #expect(ICCProfile.inspect(profile)?.isDisplayP3 == true)
    // The wide photo's numbers stay; the narrow one's red is a duller number of the wide space.
    expectUpright(picture, page.cells[0].rectangle, within: 2)
    let frame = page.cells[1].rectangle
    let red = picture.pixel(frame.x + 8, frame.y + 8)
    #expect(abs(red[0] - 203) <= 3 && abs(red[1] - 58) <= 4, "\(red)")
    let (plain, _, _) = try CollageWorkshop.paint(sources, settings(), inSRGB: true)
    expectUpright(plain, frame, within: 2)
    let (only, _, narrowPainter) = try CollageWorkshop.paint([sources[1], sources[1]], settings())
    #expect(narrowPainter.colour.iccProfile == ICCProfile.sRGB())
    expectUpright(only, frame, within: 2)
  }

  @Test func missingSourcesAreGrey() throws {
    let good = try workshop.photo("a.png", CollageWorkshop.quarters(400, 300))
    let lost = CollageWorkshop.open(workshop.folder.path.appending("none.jpg"))
    #expect(lost.problem?.code == .inputMissing && lost.item.size == PixelSize(width: 1200, height: 900))
    let text = try workshop.folder.write("no photo", to: "text.jpg")
    #expect(CollageWorkshop.open(text).problem?.code == .formatUnknown)
    let (picture, page, painter) = try CollageWorkshop.paint([CollageWorkshop.open(good), lost], settings())
    #expect(painter.failures.isEmpty)
    let frame = page.cells[1].rectangle
    for (x, y) in [(frame.x, frame.y), (frame.right - 1, frame.bottom - 1)] {
      #expect(picture.pixel(x, y) == [158, 158, 158])
    }
    expectUpright(picture, page.cells[0].rectangle, within: 2)
  }

  /// A JPEG that ends in the middle, and a PNG whose data are damaged: never half a picture.
  @Test(arguments: [StillFormat.jpeg, .png], [Orientation.up, .right])
  func damagedSourcesAreWhollyGrey(_ format: StillFormat, _ orientation: Orientation) throws {
    let path = try workshop.photo(
      "d",
      CollageWorkshop.landscape(1, 800, 600),
      format: format,
      orientation: orientation
    )
    var bytes = try FileReader.read(path).bytes
    let middle = bytes.count / 2
    bytes.replaceSubrange(middle..., with: [UInt8](repeating: 0, count: bytes.count - middle))
    let damaged = CollageWorkshop.open(try workshop.folder.write(bytes, to: "damaged"))
    let good = CollageWorkshop.open(try workshop.photo("a.png", CollageWorkshop.quarters(400, 300)))
    let (picture, page, painter) = try CollageWorkshop.paint([good, damaged], settings())
    if damaged.problem == nil { #expect(painter.failures.map(\.item) == [1]) }
    let frame = page.cells[1].rectangle
    for y in frame.y..<frame.bottom {
      for x in [frame.x, frame.right - 1] { #expect(picture.pixel(x, y) == [158, 158, 158]) }
    }
    expectUpright(picture, page.cells[0].rectangle, within: 2)
  }

  /// A JPEG with an end, but damaged in the middle: rows were given out when that shows, and the page is begun anew.
  @Test func damageInTheMiddleOfACellBeginsThePageAnew() throws {
    let path = try workshop.photo("d.jpg", CollageWorkshop.landscape(1, 1600, 1200), format: .jpeg)
    var bytes = try FileReader.read(path).bytes
    let middle = bytes.count / 2
    // An end of the image in the middle of its data.
    bytes.replaceSubrange(middle..<(middle + 2), with: [0xFF, 0xD9])
    let damaged = CollageWorkshop.open(try workshop.folder.write(bytes, to: "damaged.jpg"))
    #expect(damaged.problem == nil)
    let good = CollageWorkshop.open(try workshop.photo("a.png", CollageWorkshop.quarters(400, 300)))
    let layout = try CollageLayoutEngine.layout(
      [good.item, damaged.item],
      settings(),
      limit: CollageTestItems.noLimit
    )
    let painter = try CollagePainter(
      layout.pages[0],
      background: .white,
      sources: [good, damaged],
      threads: 1
    )
    var rowsGiven: [Int] = []
    try painter.paint { rows in
      rowsGiven.append(0)
      var row = [UInt8](repeating: 0, count: rows.size.width * 3)
      for _ in 0..<rows.size.height {
        try row.withUnsafeMutableBytes { try rows.readRow(into: $0) }
        rowsGiven[rowsGiven.count - 1] += 1
      }
    }
    #expect(
      rowsGiven.count == 2 && rowsGiven[0] > 20 && rowsGiven[0] < 104 && rowsGiven[1] == 104,
      "\(rowsGiven)"
    )
    #expect(painter.failures.map(\.item) == [1])
    let picture = try painter.picture()
    let frame = layout.pages[0].cells[1].rectangle
    for y in frame.y..<frame.bottom { #expect(picture.pixel(frame.x + 5, y) == [158, 158, 158]) }
    #expect(painter.failures.count == 1)
  }

  @Test func blurredBackground() throws {
    let path = try workshop.photo("a.png", CollageWorkshop.quarters(400, 300))
    let sources = [path, path].map { CollageWorkshop.open($0) }
    let (picture, _, painter) = try CollageWorkshop.paint(sources, settings(gap: 16, background: .blur))
    #expect(painter.failures.isEmpty)
    // Its corners are the photo's, a fifth darker.
    #expect(picture.distance(0, 0, [176, 32, 32]) <= 6, "\(picture.pixel(0, 0))")
    #expect(picture.distance(207, 0, [32, 144, 48]) <= 6, "\(picture.pixel(207, 0))")
    let steps = (1..<208).map { abs(picture.pixel($0, 2)[0] - picture.pixel($0 - 1, 2)[0]) }
    // The photo's edge is spread over some thirteen pixels.
    #expect((steps.max() ?? 0) <= 14, "an edge in the background")
  }

  /// The first photo makes the background; where it can't be read, the next.
  @Test func blurredBackgroundOfTheNextPhoto() throws {
    let path = try workshop.photo("a.png", CollageWorkshop.quarters(400, 300))
    let sources = [CollageWorkshop.open(workshop.folder.path.appending("none")), CollageWorkshop.open(path)]
    let (picture, _, _) = try CollageWorkshop.paint(sources, settings(gap: 16, background: .blur))
    #expect(picture.distance(0, 0, [176, 32, 32]) <= 6, "\(picture.pixel(0, 0))")
    let (grey, _, _) = try CollageWorkshop.paint(
      [sources[0], sources[0]],
      settings(gap: 16, background: .blur)
    )
    #expect(grey.pixel(0, 0) == [158, 158, 158])
  }

  /// Whatever the files are: a picture, or a reason.
  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)")) func everyFileOfTheCorpus() throws {
    let files = ["still", "live", "video"].flatMap { Corpus.files(below: $0) }
    #expect(files.count > 100)
    for start in stride(from: 0, to: files.count, by: 12) {
      let group = files[start..<min(start + 12, files.count)]
      let sources = group.map { CollageSource.open($0, maximumPixelCount: 60_000_000, threads: 2) }
      let settings = CollageSettings(arrangement: .rows, canvas: .width(300), background: .blur)
      let (picture, page, painter) = try CollageWorkshop.paint(sources, settings)
      #expect(picture.size == page.size)
      for failure in painter.failures {
        let path = sources[failure.item].path.lossyString
        // What can't be decoded though it could be opened is known to be broken.
        #expect(
          path.contains("broken") || failure.problem.code != .internalError,
          "\(path): \(failure.problem)"
        )
      }
    }
  }

  /// PQ in standard range: neither black nor blown out.
  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.absence)")) func highDynamicRange() throws {
    for name in ["still/avif/hdr-p3pq-10bit.avif", "still/avif/kimono-mirror-h.avif"] {
      guard let path = Corpus.file(name) else { continue }
      let source = CollageWorkshop.open(path)
      let (picture, page, painter) = try CollageWorkshop.paint([source, source], settings())
      #expect(painter.failures.isEmpty)
      let frame = page.cells[0].rectangle
      var sum = 0
      for y in frame.y..<frame.bottom { for x in frame.x..<frame.right { sum += picture.pixel(x, y)[1] } }
      let mean = sum / (frame.width * frame.height)
      #expect((30...225).contains(mean), "\(name): \(mean)")
    }
  }

  /// The rows are those of the picture, and only once.
  @Test func rowsComeOnce() throws {
    let path = try workshop.photo("a.png", CollageWorkshop.quarters(400, 300))
    let sources = [path, path].map { CollageWorkshop.open($0) }
    let (picture, page, painter) = try CollageWorkshop.paint(sources, settings())
    let rows = try painter.rows()
    var row = [UInt8](repeating: 0, count: page.size.width * 3)
    for y in 0..<page.size.height {
      try row.withUnsafeMutableBytes { try rows.readRow(into: $0) }
      #expect(row == Array(picture.bytes[(y * row.count)..<((y + 1) * row.count)]))
    }
    #expect(throws: Problem.self) { try row.withUnsafeMutableBytes { try rows.readRow(into: $0) } }
  }
}
