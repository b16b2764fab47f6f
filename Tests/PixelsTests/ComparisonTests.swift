import Pixels
import Testing

@Suite struct ComparisonTests {
  @Test func equalPictures() throws {
    for (layout, depth) in allKinds {
      let picture = PixelBuffer.noise(PixelSize(width: 9, height: 5), layout, depth)
      let comparison = try #require(PixelComparison(picture, picture))
      #expect(comparison.meanAbsoluteDifference == 0 && comparison.peakDifference == 0)
      #expect(comparison.peakSignalToNoiseRatio == .infinity)
    }
  }

  @Test func blackAndWhite() throws {
    for (layout, depth) in allKinds {
      let black = PixelBuffer.made(4, 3, layout, depth) { _, _, _ in 0 }
      let white = PixelBuffer.made(4, 3, layout, depth) { _, _, _ in 1 }
      let comparison = try #require(PixelComparison(black, white))
      #expect(comparison.meanAbsoluteDifference == 1 && comparison.peakDifference == 1)
      #expect(comparison.peakSignalToNoiseRatio == 0)
    }
  }

  @Test func knownFigures() throws {
    let size = PixelSize(width: 4, height: 1)
    let one = PixelBuffer(size: size, layout: .grey, depth: .eight, bytes: [10, 20, 30, 40])
    let other = PixelBuffer(size: size, layout: .grey, depth: .eight, bytes: [13, 20, 25, 40])
    let comparison = try #require(PixelComparison(one, other))
    #expect(abs(comparison.meanAbsoluteDifference - 2.0 / 255) < 1e-12)
    #expect(abs(comparison.peakDifference - 5.0 / 255) < 1e-12)
    // 10 log10(255^2 / 8.5)
    #expect(abs(comparison.peakSignalToNoiseRatio - 38.837) < 0.001)
    #expect(PixelComparison.meanAbsoluteDifference(other, one) == comparison.meanAbsoluteDifference)
  }

  @Test func theMeanAloneIsTheSameMean() throws {
    // More samples than are summed at once.
    for (layout, depth) in allKinds {
      let size = PixelSize(width: 311, height: 257)
      let one = PixelBuffer.noise(size, layout, depth, seed: 1)
      let other = PixelBuffer.noise(size, layout, depth, seed: 2)
      let mean = try #require(PixelComparison(one, other)).meanAbsoluteDifference
      #expect(mean > 0.2 && PixelComparison.meanAbsoluteDifference(one, other) == mean)
    }
  }

  @Test func differentKindsCannotBeCompared() {
    let size = PixelSize(width: 4, height: 2)
    let picture = PixelBuffer.noise(size, .rgb, .eight)
    #expect(PixelComparison(picture, .noise(size.transposed, .rgb, .eight)) == nil)
    #expect(PixelComparison(picture, .noise(size, .rgba, .eight)) == nil)
    #expect(PixelComparison(picture, .noise(size, .rgb, .sixteen)) == nil)
  }
}
