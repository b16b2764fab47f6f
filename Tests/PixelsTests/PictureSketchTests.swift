import Pixels
import Testing

@Suite struct PictureSketchTests {
  private static func sketch(_ picture: PixelBuffer) throws -> PictureSketch {
    try PictureSketch(reading: PixelBufferRows(picture))
  }

  @Test(arguments: [(1, 1), (7, 3), (64, 64), (300, 11), (3, 5000), (1000, 700)])
  func `cells are few and fit`(width: Int, height: Int) throws {
    let picture = PixelBuffer.noise(PixelSize(width: width, height: height), .rgb, .eight)
    let sketch = try Self.sketch(picture)
    #expect(sketch.cells.width * sketch.cells.height <= 4096)
    #expect(sketch.cells.width <= width && sketch.cells.height <= height)
    #expect(sketch.distance(to: sketch)?.peak == 0)
    #expect(try sketch == Self.sketch(picture))
  }

  @Test func `a strip has many cells along it`() throws {
    let sketch = try Self.sketch(PixelBuffer.noise(PixelSize(width: 40, height: 900), .grey, .eight))
    #expect(sketch.cells.height >= 20 * sketch.cells.width)
  }

  @Test func `noise is not seen, another picture is`() throws {
    let size = PixelSize(width: 400, height: 300)
    let picture = PixelBuffer.made(400, 300, .rgb, .eight) { x, y, channel in
      Double((x + y * 2 + channel * 80) % 256) / 255
    }
    var noisy = picture
    let noise = PixelBuffer.noise(size, .rgb, .eight).bytes
    for index in noisy.bytes.indices {
      let value = Int(picture.bytes[index]) + Int(noise[index] % 21) - 10
      noisy.bytes[index] = UInt8(min(max(value, 0), 255))
    }
    let whole = try Self.sketch(picture)
    let near = try #require(whole.distance(to: Self.sketch(noisy)))
    #expect(near.mean < 0.01 && near.peak < 0.05 && near.mean > 0)

    // Red and blue exchanged; a lower half that is missing; one small square.
    var exchanged = picture
    for index in stride(from: 0, to: picture.bytes.count, by: 3) {
      exchanged.bytes.swapAt(index, index + 2)
    }
    #expect(try #require(whole.distance(to: Self.sketch(exchanged))).mean > 0.1)
    var half = picture
    for index in (picture.bytes.count / 2)..<picture.bytes.count { half.bytes[index] = 128 }
    #expect(try #require(whole.distance(to: Self.sketch(half))).mean > 0.05)
    var square = picture
    for y in 100..<130 { for x in 100..<130 { for c in 0..<3 { square.bytes[(y * 400 + x) * 3 + c] = 0 } } }
    let small = try #require(whole.distance(to: Self.sketch(square)))
    #expect(small.peak > 0.3 && small.mean < 0.05)
  }

  @Test func `one code in one sample changes the fingerprint`() throws {
    let picture = PixelBuffer.noise(PixelSize(width: 37, height: 20), .rgb, .eight)
    let fingerprint = try Self.sketch(picture).fingerprint
    for index in [0, 5, 110, 111, 999, picture.bytes.count - 1] {
      var changed = picture
      changed.bytes[index] ^= 1
      #expect(try Self.sketch(changed).fingerprint != fingerprint)
    }
  }

  @Test func `colours behind transparency do not count`() throws {
    let clear = PixelBuffer.made(20, 20, .rgba, .eight) { x, _, channel in channel == 3 ? 0 : Double(x) / 20 }
    let other = PixelBuffer.made(20, 20, .rgba, .eight) { _, y, channel in channel == 3 ? 0 : Double(y) / 20 }
    #expect(try Self.sketch(clear).distance(to: Self.sketch(other))?.peak == 0)
    let opaque = PixelBuffer.made(20, 20, .rgba, .eight) { x, _, channel in channel == 3 ? 1 : Double(x) / 20
    }
    #expect(try #require(Self.sketch(clear).distance(to: Self.sketch(opaque))).mean > 0.3)
  }

  @Test func `other sizes and channels can't be compared`() throws {
    let one = try Self.sketch(PixelBuffer.noise(PixelSize(width: 8, height: 8), .rgb, .eight))
    let two = try Self.sketch(PixelBuffer.noise(PixelSize(width: 8, height: 9), .rgb, .eight))
    let three = try Self.sketch(PixelBuffer.noise(PixelSize(width: 8, height: 8), .grey, .eight))
    #expect(one.distance(to: two) == nil && one.distance(to: three) == nil)
  }

  @Test func `rows pass through as they are`() throws {
    let picture = PixelBuffer.noise(PixelSize(width: 19, height: 23), .rgb, .eight)
    let rows = SketchingRows(PixelBufferRows(picture))
    #expect(try PixelBuffer(reading: rows).bytes == picture.bytes)
    #expect(try rows.sketch == Self.sketch(picture))
  }
}
