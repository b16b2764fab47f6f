import Messages
import Pixels
import Testing

@Suite struct PlanarCanvasTests {
  private func canvas(_ size: PixelSize, _ colour: [UInt8]) throws -> PlanarCanvas {
    let bytes = (0..<size.width * size.height).flatMap { _ in colour }
    return try PlanarCanvas(PixelBuffer(size: size, layout: .rgb, depth: .eight, bytes: bytes))
  }

  /// The canvas in red, green and blue.
  private func shown(_ canvas: PlanarCanvas) throws -> PixelBuffer {
    let picture = try #require(canvas.picture)
    return try PlanarConversion(picture.form, to: canvas.size, depth: .eight).convert(picture)
  }

  private func colour(_ picture: PixelBuffer, _ x: Int, _ y: Int) -> [Int] {
    (0..<3).map { Int(picture.bytes[(y * picture.size.width + x) * 3 + $0]) }
  }

  private func isNear(_ one: [Int], _ other: [Int]) -> Bool {
    zip(one, other).allSatisfy { abs($0 - $1) <= 3 }
  }

  @Test func holdsAPicture() throws {
    let blue = try shown(canvas(PixelSize(width: 33, height: 21), [20, 60, 200]))
    #expect(blue.size == PixelSize(width: 32, height: 20))
    #expect(isNear(colour(blue, 31, 19), [20, 60, 200]))
  }

  @Test func refusesSidesThatItCannotHave() {
    for size in [PixelSize(width: 3, height: 4), .init(width: 4, height: 0), .init(width: -2, height: 2)] {
      #expect(throws: Problem.self) { try PlanarCanvas(size: size) }
    }
    #expect(throws: Problem.self) { try PlanarCanvas(size: PixelSize(width: 1 << 30, height: 1 << 30)) }
  }

  @Test func drawsWhatLiesOnIt() throws {
    let target = try canvas(PixelSize(width: 40, height: 30), [200, 200, 200])
    let red = try canvas(PixelSize(width: 20, height: 20), [200, 20, 20])
    target.draw(red, x: -10, y: -10)
    target.draw(red, x: 30, y: 20)
    target.draw(red, x: 100, y: 0)
    target.draw(red, part: .init(x: 10, y: 10, width: 50, height: 4), x: 20, y: 0)
    let picture = try shown(target)
    for (x, y) in [(0, 0), (5, 5), (39, 29), (34, 24), (25, 1)] {
      #expect(isNear(colour(picture, x, y), [200, 20, 20]), "\(x), \(y)")
    }
    for (x, y) in [(12, 12), (27, 17), (32, 8), (15, 0)] {
      #expect(isNear(colour(picture, x, y), [200, 200, 200]), "\(x), \(y)")
    }
  }

  @Test func masksRoundCorners() throws {
    let size = PixelSize(width: 40, height: 40)
    let target = try canvas(size, [0, 0, 0])
    target.draw(try canvas(size, [255, 255, 255]), x: 0, y: 0, mask: PlanarMask(size: size, radius: 20))
    let picture = try shown(target)
    // A circle: the sum of its light is its area.
    let sum = picture.bytes.reduce(0) { $0 + Int($1) }
    #expect(abs(Double(sum) / 765 - Double.pi * 400) < 12)
    #expect(colour(picture, 0, 0)[0] < 4 && colour(picture, 20, 20)[0] > 252)
  }

  @Test func vanishesTowardsEdges() throws {
    let size = PixelSize(width: 40, height: 20)
    let target = try canvas(size, [0, 0, 0])
    let mask = PlanarMask(size: size, share: 0.5, vanishingAt: [.left, .bottom], ramp: 10)
    target.draw(try canvas(size, [255, 255, 255]), x: 0, y: 0, mask: mask)
    let picture = try shown(target)
    #expect(abs(colour(picture, 39, 0)[0] - 128) <= 3)
    #expect(abs(colour(picture, 5, 0)[0] - 70) <= 5)
    #expect(colour(picture, 0, 0)[0] < 12 && colour(picture, 39, 19)[0] < 12)
  }

  @Test func dims() throws {
    let target = try canvas(PixelSize(width: 8, height: 8), [200, 100, 40])
    target.dim(by: 0.35)
    #expect(isNear(colour(try shown(target), 4, 4), [130, 65, 26]))
    target.dim(by: 1)
    #expect(isNear(colour(try shown(target), 4, 4), [0, 0, 0]))
  }

  @Test(arguments: Orientation.allCases)
  func turns(_ orientation: Orientation) throws {
    let size = PixelSize(width: 24, height: 16)
    var bytes: [UInt8] = []
    for y in 0..<16 { for x in 0..<24 { bytes += [UInt8(x * 10), UInt8(y * 15), 60] } }
    let picture = PixelBuffer(size: size, layout: .rgb, depth: .eight, bytes: bytes)
    let turned = picture.oriented(orientation)
    let target = try PlanarCanvas(size: turned.size)
    target.take(try PlanarCanvas(picture), turned: orientation)
    let difference = try #require(PixelComparison.meanAbsoluteDifference(try shown(target), turned))
    #expect(difference < 0.025)
  }

  @Test(arguments: Orientation.allCases)
  func scalesLikeTheConversionOfFrames(_ orientation: Orientation) throws {
    // Smooth, so that the kernels of luma and colour differences give the same.
    let size = PixelSize(width: 64, height: 48)
    var bytes: [UInt8] = []
    for y in 0..<48 { for x in 0..<64 { bytes += [UInt8(x * 4), UInt8(y * 5), UInt8(200 - x - y)] } }
    let source = try PlanarCanvas(PixelBuffer(size: size, layout: .rgb, depth: .eight, bytes: bytes))
    let frame = try #require(source.picture)
    let region = PlanarConversion.Region(left: 5.5, top: 3.25, width: 50, height: 40)
    let target = PixelSize(width: 32, height: 24)
    let expected = try PlanarConversion(frame.form, region: region, to: target, depth: .eight)
      .convert(frame).oriented(orientation)
    let lying = try PlanarCanvas(size: target)
    let scaling = try PlanarScaling(frame.form, region: region, to: target, orientation: orientation)
    try scaling.scale(frame, into: lying)
    let upright = try PlanarCanvas(size: expected.size)
    upright.take(lying, turned: orientation)
    let difference = try #require(PixelComparison.meanAbsoluteDifference(try shown(upright), expected))
    #expect(difference < 0.012, "\(difference)")
  }
}
