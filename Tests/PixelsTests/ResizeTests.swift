import Messages
import Pixels
import Testing

@Suite struct ResizeTests {
  @Test(arguments: [
    (4000, 3000, 2000, 2000, 1500), (3000, 4000, 2000, 1500, 2000), (100, 50, 200, 100, 50),
    (10_000, 1, 100, 100, 1), (3, 3, 1, 1, 1), (4032, 3024, 1600, 1600, 1200), (1001, 333, 500, 500, 166),
    (7, 5, 0, 7, 5), (7, 5, -3, 7, 5), (100, 100, 100, 100, 100),
  ])
  func fitting(width: Int, height: Int, limit: Int, newWidth: Int, newHeight: Int) {
    let fitted = PixelSize(width: width, height: height).fitting(longEdge: limit)
    #expect(fitted == PixelSize(width: newWidth, height: newHeight))
  }

  @Test(arguments: [true, false])
  func constantStaysConstant(linearLight: Bool) throws {
    for (layout, depth) in allKinds {
      for value in [0, 0.004, 0.2, 0.5, 0.77, 1] {
        let picture = PixelBuffer.made(37, 23, layout, depth) { _, _, channel in
          layout.hasAlpha && channel == layout.channelCount - 1 ? 0.8 : value
        }
        for (width, height) in [(11, 7), (1, 1), (36, 23), (37, 2), (50, 60)] {
          let size = PixelSize(width: width, height: height)
          let resized = try picture.resized(to: size, linearLight: linearLight)
          #expect(resized.size == size && resized.layout == layout && resized.depth == depth)
          let tolerance = depth == .eight ? 0 : 3
          for y in 0..<height {
            for x in 0..<width {
              for channel in 0..<layout.channelCount {
                let distance = abs(resized.sample(x, y, channel) - picture.sample(0, 0, channel))
                #expect(distance <= tolerance, "\(layout) \(depth) \(value) -> \(size)")
              }
            }
          }
        }
      }
    }
  }

  @Test(arguments: [true, false])
  func rampStaysMonotone(linearLight: Bool) throws {
    for (layout, depth) in allKinds where !layout.hasAlpha {
      let across = PixelBuffer.made(300, 20, layout, depth) { x, _, _ in Double(x) / 299 }
      let down = PixelBuffer.made(20, 300, layout, depth) { _, y, _ in Double(y) / 299 }
      let narrow = try across.resized(to: PixelSize(width: 67, height: 5), linearLight: linearLight)
      let low = try down.resized(to: PixelSize(width: 5, height: 67), linearLight: linearLight)
      for step in 1..<67 {
        #expect(narrow.sample(step, 2) >= narrow.sample(step - 1, 2))
        #expect(low.sample(2, step) >= low.sample(2, step - 1))
      }
      let full = depth == .eight ? 255.0 : 65535.0
      for step in 0..<67 {
        let middle = ((Double(step) + 0.5) * 300 / 67 - 0.5) / 299
        #expect(abs(Double(narrow.sample(step, 2)) / full - middle) < 0.012)
      }
    }
  }

  @Test func lightIsMixed() throws {
    // Lines of black and white: half the light is code 188 in sRGB, half the code is 128.
    let lines = PixelBuffer.made(64, 64, .rgb, .eight) { x, _, _ in Double(x % 2) }
    let size = PixelSize(width: 8, height: 8)
    #expect(abs(try lines.resized(to: size).sample(4, 4) - 188) <= 1)
    #expect(abs(try lines.resized(to: size, linearLight: false).sample(4, 4) - 128) <= 1)
  }

  @Test func whatIsBehindTransparencyDoesNotBleed() throws {
    for depth in [SampleDepth.eight, .sixteen] {
      // Left: opaque blue; right: transparent, but its hidden colour is red.
      let picture = PixelBuffer.made(64, 16, .rgba, depth) { x, _, channel in
        x < 32 ? (channel >= 2 ? 1 : 0) : (channel == 0 ? 1 : 0)
      }
      let small = try picture.resized(to: PixelSize(width: 15, height: 4))
      let full = depth == .eight ? 255 : 65535
      var edges = 0
      for x in 0..<15 where small.sample(x, 1, 3) > 0 {
        #expect(small.sample(x, 1, 0) <= full / 255, "red at \(x)")
        #expect(small.sample(x, 1, 2) >= full - full / 100, "blue at \(x)")
        if small.sample(x, 1, 3) < full { edges += 1 }
      }
      #expect(edges > 0)
      #expect(small.sample(0, 1, 3) == full && small.sample(14, 1, 3) == 0)
    }
  }

  @Test func sixteenBitsKeepTheirSteps() throws {
    // All in one step of 8 bits.
    let ramp = PixelBuffer.made(200, 8, .grey, .sixteen) { x, _, _ in (30_000 + Double(x)) / 65535 }
    let small = try ramp.resized(to: PixelSize(width: 50, height: 2))
    #expect(Set((0..<50).map { small.sample($0, 0) }).count > 40)
    #expect(abs(small.sample(25, 0) - 30_102) <= 2)
  }

  @Test func pictureLargerThanTheTilesOfTheFilter() throws {
    let wide = PixelBuffer.made(9001, 301, .rgba, .eight) { x, y, channel in
      channel == 3 ? 1 : Double((x / 90 + y / 90 + channel) % 2)
    }
    let small = try wide.resized(to: PixelSize(width: 3001, height: 101))
    // The middles of the squares keep their colour.
    for square in 0..<100 {
      let x = (square * 90 + 45) / 3
      #expect(abs(small.sample(x, 15, 0) - (square % 2) * 255) <= 1)
      #expect(abs(small.sample(x, 45, 0) - (square + 1) % 2 * 255) <= 1)
    }
  }

  @Test func sizeThatIsNoneIsAProblem() {
    let picture = PixelBuffer.noise(PixelSize(width: 4, height: 4), .rgb, .eight)
    for size in [PixelSize(width: 0, height: 3), PixelSize(width: 3, height: -1)] {
      #expect(throws: Problem.self) { try picture.resized(to: size) }
    }
  }
}
