import Messages
import Pixels
import Testing

/// Canvases of 10 bits beside those of 8.
@Suite struct HDRCanvasTests {
  private static let colours = [VideoColour.hybridLogGamma, .perceptualQuantizer]

  /// Canvases of the same numbers, four times as fine in the second.
  private func pair(_ size: PixelSize, _ colour: VideoColour, seed: Int) throws -> [PlanarCanvas] {
    let canvases = [try PlanarCanvas(size: size), try PlanarCanvas(size: size, colour: colour)]
    for (plane, part) in planes(size).enumerated() {
      for y in 0..<part.height {
        for x in 0..<part.width {
          let value = 16 + (x * 7 + y * 13 + plane * 31 + seed * 57) % 220
          canvases[0].target.starts[plane].storeBytes(
            of: UInt8(value),
            toByteOffset: y * canvases[0].target.strides[plane] + x,
            as: UInt8.self
          )
          canvases[1].target.starts[plane].storeBytes(
            of: UInt16(4 * value),
            toByteOffset: y * canvases[1].target.strides[plane] + 2 * x,
            as: UInt16.self
          )
        }
      }
    }
    return canvases
  }

  private func planes(_ size: PixelSize) -> [PixelSize] {
    let half = PixelSize(width: size.width / 2, height: size.height / 2)
    return [size, half, half]
  }

  /// All samples, in steps of 8 bits.
  private func samples(_ canvas: PlanarCanvas) -> [Double] {
    var all: [Double] = []
    for (plane, part) in planes(canvas.size).enumerated() {
      let (start, stride) = (canvas.target.starts[plane], canvas.target.strides[plane])
      for y in 0..<part.height {
        for x in 0..<part.width {
          all.append(
            canvas.colour == .standard
              ? Double(start.load(fromByteOffset: y * stride + x, as: UInt8.self))
              : Double(start.load(fromByteOffset: y * stride + 2 * x, as: UInt16.self)) / 4
          )
        }
      }
    }
    return all
  }

  private func expectAlike(_ canvases: [PlanarCanvas], _ most: Double = 0.63, _ comment: Comment? = nil) {
    let worst = zip(samples(canvases[0]), samples(canvases[1])).reduce(0) { max($0, abs($1.0 - $1.1)) }
    #expect(worst <= most, comment)
  }

  @Test(arguments: colours)
  func drawsAsTheOther(_ colour: VideoColour) throws {
    let size = PixelSize(width: 46, height: 34)
    let ground = try pair(size, colour, seed: 1)
    let picture = try pair(PixelSize(width: 20, height: 24), colour, seed: 2)
    let masks = [
      PlanarMask(size: picture[0].size, radius: 9), PlanarMask(size: picture[0].size, share: 0.3),
      PlanarMask(size: picture[0].size, share: 0.8, vanishingAt: [.top, .right], ramp: 8),
    ]
    for (target, drawn) in zip(ground, picture) {
      target.draw(drawn, x: -8, y: -6)
      target.draw(drawn, x: 36, y: 20, mask: masks[0])
      target.draw(drawn, part: .init(x: 4, y: 6, width: 100, height: 8), x: 24, y: 2)
      target.draw(drawn, x: 10, y: 8, mask: masks[1])
      target.draw(drawn, x: 14, y: 10, mask: masks[2])
    }
    expectAlike(ground, 1)
  }

  @Test(arguments: Orientation.allCases)
  func turnsAsTheOther(_ orientation: Orientation) throws {
    let size = PixelSize(width: 26, height: 12)
    let lying = try pair(size, .hybridLogGamma, seed: 3)
    let upright = try lying.map {
      try PlanarCanvas(size: orientation.swapsSides ? size.transposed : size, colour: $0.colour)
    }
    for (target, source) in zip(upright, lying) { target.take(source, turned: orientation) }
    expectAlike(upright, 0)
  }

  @Test func takesNothingOfAnotherColour() throws {
    let canvases = try pair(PixelSize(width: 16, height: 8), .hybridLogGamma, seed: 4)
    let pq = try PlanarCanvas(size: canvases[0].size, colour: .perceptualQuantizer)
    pq.fill(RGBColour(red: 0, green: 0, blue: 0))
    let before = samples(pq)
    for other in canvases {
      pq.draw(other, x: 0, y: 0)
      pq.take(other, turned: .down)
    }
    #expect(samples(pq) == before)
  }

  @Test(arguments: colours, [false, true])
  func scalesAsTheOther(_ colour: VideoColour, _ isSmooth: Bool) throws {
    let size = PixelSize(width: 40, height: 24)
    let canvases = try pair(size, colour, seed: 5)
    let target = PixelSize(width: 64, height: 50)
    let region = PlanarConversion.Region(left: 3.5, top: 2, width: 30, height: 20)
    let scaled = try canvases.map { canvas in
      let planes = try #require(canvas.picture)
      let result = try PlanarCanvas(size: target, colour: canvas.colour)
      let scaling = try PlanarScaling(
        planes.form,
        region: region,
        to: target,
        colour: canvas.colour,
        isSmooth: isSmooth
      )
      try scaling.scale(planes, into: result)
      return result
    }
    expectAlike(scaled, 1.01)
  }

  @Test(arguments: colours)
  func graphicsAreAsBrightAsPaper(_ colour: VideoColour) throws {
    let size = PixelSize(width: 4, height: 4)
    for (red, green, blue) in [
      (255, 255, 255), (0, 0, 0), (158, 158, 158), (255, 0, 0), (10, 200, 90), (30, 40, 250),
    ] as [(UInt8, UInt8, UInt8)] {
      let canvas = try PlanarCanvas(size: size, colour: colour)
      canvas.fill(RGBColour(red: red, green: green, blue: blue))
      let planes = try #require(canvas.picture)
      let picture = try PlanarConversion(planes.form, to: size, depth: .sixteen).convert(planes)
      // Light up to reference white is not changed by the way back.
      let (shown, _) = try ToneMapping.standardRange(
        of: picture,
        codePoints: colour.codePoints,
        target: .sRGB,
        depth: .eight,
        peak: 203
      )
      let found = shown.bytes.prefix(3).map { Int($0) }
      let wanted = [Int(red), Int(green), Int(blue)]
      // 10 bits of PQ are coarse in the dark: a step there is several of sRGB's.
      #expect(zip(found, wanted).allSatisfy { abs($0 - $1) <= 6 }, "\(found) for \(wanted)")
    }
  }

  @Test func whiteIsWhereTheStandardsPutIt() throws {
    // BT.2408: 75 % of HLG's signal, 58 % of PQ's, in limited range of 10 bits.
    for (colour, luma) in [(VideoColour.hybridLogGamma, 721), (.perceptualQuantizer, 573)] {
      let canvas = try PlanarCanvas(size: PixelSize(width: 2, height: 2), colour: colour)
      canvas.fill(RGBColour(red: 255, green: 255, blue: 255))
      let found = canvas.target.starts.map { Int($0.load(as: UInt16.self)) }
      #expect(abs(found[0] - luma) <= 1 && found[1...] == [512, 512], "\(found)")
    }
  }

  @Test(arguments: colours)
  func dimsAsMuchLight(_ colour: VideoColour) throws {
    let size = PixelSize(width: 2, height: 2)
    let white = RGBColour(red: 255, green: 255, blue: 255)
    let (dark, grey) = (
      try PlanarCanvas(size: size, colour: colour), try PlanarCanvas(size: size, colour: colour)
    )
    dark.fill(white)
    dark.dim(by: 0.35)
    // What sRGB's white is when its code is as much lower: 0.65 x 255.
    grey.fill(RGBColour(red: 166, green: 166, blue: 166))
    #expect(zip(samples(dark), samples(grey)).allSatisfy { abs($0 - $1) < 1 })
    dark.dim(by: 1)
    grey.fill(RGBColour(red: 0, green: 0, blue: 0))
    #expect(samples(dark) == samples(grey))
    grey.dim(by: 0)
    #expect(samples(dark) == samples(grey))
  }
}
