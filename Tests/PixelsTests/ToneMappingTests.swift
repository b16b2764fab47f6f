import Messages
import Testing

@testable import Pixels

@Suite struct ToneMappingTests {
  private func points(_ transfer: Int, primaries: Int = 9) -> CodePoints {
    CodePoints(primaries: primaries, transfer: transfer, matrix: 9, isFullRange: true)
  }

  private func pq(_ luminance: Double) -> Double { LightCurves.perceptualQuantizer(luminance: luminance) }

  /// The 8-bit codes of one colour, mapped from a peak of 1,000 cd/m2.
  private func mapped(
    _ codes: [Double],
    _ points: CodePoints,
    peak: Double? = 1000,
    target: ToneMapping.Target = .displayP3
  ) throws -> [Int] {
    let picture = PixelBuffer.made(1, 1, .rgb, .sixteen) { _, _, channel in codes[channel] }
    let (result, _) = try ToneMapping.standardRange(
      of: picture,
      codePoints: points,
      target: target,
      depth: .eight,
      peak: peak
    )
    return (0..<3).map { result.sample(0, 0, $0) }
  }

  @Test func curvesHaveTheValuesOfTheRecommendations() {
    // BT.2408, table 1: 203 cd/m2 is 58 % PQ and 75 % HLG; BT.2100: the ends.
    #expect(abs(pq(203) - 0.5807) < 0.0002)
    #expect(abs(LightCurves.luminance(perceptualQuantizer: 0.5807) - 203) < 0.3)
    #expect(abs(LightCurves.luminance(perceptualQuantizer: 1) - 10_000) < 0.01)
    #expect(LightCurves.luminance(perceptualQuantizer: 0) == 0)
    let scene = LightCurves.sceneLight(hybridLogGamma: 0.75)
    #expect(abs(scene * LightCurves.displayFactor(sceneLuminance: scene) - 203) < 1)
    #expect(abs(LightCurves.sceneLight(hybridLogGamma: 1) - 1) < 1e-6)
    #expect(abs(LightCurves.sceneLight(hybridLogGamma: 0.5) - 1.0 / 12) < 1e-12)
    // The same luminance of a colour: HLG (.75, .40, .30) is 169.6, 34.1, 19.2 cd/m2.
    let colour = [0.75, 0.40, 0.30].map { LightCurves.sceneLight(hybridLogGamma: $0) }
    let factor = LightCurves.displayFactor(
      sceneLuminance: 0.2627 * colour[0] + 0.678 * colour[1] + 0.0593 * colour[2]
    )
    for (found, expected) in zip(colour.map { $0 * factor }, [169.6, 34.1, 19.2]) {
      #expect(abs(found - expected) < 0.1)
    }
  }

  @Test func rollOffIsSmoothAndEndsAtWhite() {
    for peak in [203.0, 300, 600, 1000, 4000, 10_000] {
      let curve = HighlightRollOff(peak: peak)
      #expect(abs(curve.mapped(peak) - 203) < 0.1)
      #expect(abs(curve.mapped(peak * 2) - 203) < 0.1)
      #expect(curve.mapped(10) == 10)
      var last = -1.0
      for light in stride(from: 0.0, through: peak, by: peak / 500) {
        let shown = curve.mapped(light)
        #expect(shown > last && shown <= light + 1e-6)
        last = shown
      }
    }
    #expect(abs(HighlightRollOff(peak: 1000).kneeLuminance - 88) < 1)
    #expect(abs(HighlightRollOff(peak: 1000).mapped(203) - 158) < 1.5)
  }

  @Test func referenceWhiteLandsNearWhite() throws {
    // 158 of 203 cd/m2 in sRGB: 228. Without brighter light: white itself.
    for codes in [[Double](repeating: pq(203), count: 3)] {
      for value in try mapped(codes, points(16)) { #expect(abs(value - 228) <= 1) }
      #expect(try mapped(codes, points(16), peak: 203) == [255, 255, 255])
    }
    for value in try mapped([0.75, 0.75, 0.75], points(18)) { #expect(abs(value - 228) <= 1) }
  }

  @Test func knownGreys() throws {
    // Below the knee light is kept: sRGB's code of L / 203.
    for (luminance, expected) in [(0.0, 0), (2, 26), (20.3, 89), (50, 136), (80, 168)] {
      let codes = [Double](repeating: pq(luminance), count: 3)
      for primaries in [1, 9, 12, 2] {
        for value in try mapped(codes, points(16, primaries: primaries)) {
          #expect(abs(value - expected) <= 1, "\(luminance) cd/m2, primaries \(primaries)")
        }
      }
    }
    #expect(try mapped([pq(1000), pq(1000), pq(1000)], points(16)) == [255, 255, 255])
    #expect(try mapped([1, 1, 1], points(16)) == [255, 255, 255])
    #expect(try mapped([1, 1, 1], points(18)) == [255, 255, 255])
  }

  @Test func coloursKeepTheirHue() throws {
    // 50 cd/m2 of Display P3's own red stays pure.
    let red = try mapped([pq(50), 0, 0], points(16, primaries: 12))
    #expect(abs(red[0] - 136) <= 1 && red[1] == 0 && red[2] == 0)
    // The HLG colour above: 169.6, 34.1, 19.2 cd/m2 in BT.2020 is an orange red in P3.
    let skin = try mapped([0.75, 0.40, 0.30], points(18))
    #expect(skin[0] > 220 && skin[1] > 90 && skin[1] < 125 && skin[2] > 60 && skin[2] < 95)
    // BT.2020's green lies outside: it is mixed with grey, and stays green.
    let green = try mapped([0, pq(100), 0], points(16))
    #expect(green[1] > green[0] + 60 && green[1] > green[2] + 60)
    #expect(min(green[0], green[2]) == 0)
    // A colour much brighter than white goes to white, but not all the way.
    let blue = try mapped([pq(100), pq(200), pq(900)], points(16, primaries: 12))
    #expect(blue[2] > 248 && blue[0] < blue[1] && blue[1] < blue[2] && blue[0] > 120)
  }

  @Test(arguments: [16, 18])
  func brighterIsBrighterAndNeverFlat(transfer: Int) throws {
    let ramp = PixelBuffer.made(256, 1, .rgb, .sixteen) { x, _, _ in Double(x) / 255 }
    let (result, _) = try ToneMapping.standardRange(
      of: ramp,
      codePoints: points(transfer),
      peak: transfer == 16 ? 4000 : 1000
    )
    for x in 1..<256 { #expect(result.sample(x, 0) >= result.sample(x - 1, 0)) }
    #expect(result.sample(0, 0) == 0 && result.sample(255, 0) == 65535)
    #expect(Set((0..<256).map { result.sample($0, 0) }).count > 180)
  }

  @Test func thePeakIsMeasured() throws {
    // Nothing is brighter than reference white: nothing is darkened.
    let dim = PixelBuffer.made(100, 100, .rgb, .sixteen) { x, _, _ in pq(Double(x) * 2) }
    #expect(ToneMapping.peak(of: dim, .perceptualQuantizer) == 203)
    let (result, colour) = try ToneMapping.standardRange(of: dim, codePoints: points(16))
    #expect(abs(result.sample(50, 50) - Int(65535 * TransferFunction.sRGB.encoded(100.0 / 203))) < 40)
    let profile = try #require(colour.iccProfile)
    #expect(ICCProfile.inspect(profile)?.isDisplayP3 == true)
    // One hot pixel in 10,000 does not count, a hundred do.
    let hot = PixelBuffer.made(100, 100, .rgb, .sixteen) { x, y, _ in x + y == 0 ? 1 : pq(100) }
    #expect(ToneMapping.peak(of: hot, .perceptualQuantizer) == 203)
    let lamp = PixelBuffer.made(100, 100, .rgb, .sixteen) { _, y, _ in y == 0 ? pq(800) : pq(100) }
    #expect(abs(ToneMapping.peak(of: lamp, .perceptualQuantizer) - 800) < 10)
    let sun = PixelBuffer.made(100, 100, .rgb, .sixteen) { _, y, _ in y == 0 ? 1 : 0.2 }
    #expect(ToneMapping.peak(of: sun, .perceptualQuantizer) == 4000)
    #expect(abs(ToneMapping.peak(of: sun, .hybridLogGamma) - 1000) < 1e-6)
  }

  @Test func layoutsDepthsAndTargets() throws {
    for (layout, depth) in allKinds {
      let picture = PixelBuffer.noise(PixelSize(width: 7, height: 5), layout, depth)
      for target in [SampleDepth.eight, .sixteen] {
        let (result, colour) = try ToneMapping.standardRange(
          of: picture,
          codePoints: points(16),
          target: .sRGB,
          depth: target
        )
        #expect(result.layout == (layout.hasAlpha ? .rgba : .rgb) && result.depth == target)
        let profile = try #require(colour.iccProfile)
        #expect(ICCProfile.inspect(profile)?.isSRGB == true)
        guard layout.hasAlpha else { continue }
        let alpha = picture.converted(to: target)
        #expect(result.sample(3, 2, 3) == alpha.sample(3, 2, layout.channelCount - 1))
      }
    }
  }

  @Test func depthsAgree() throws {
    let picture = PixelBuffer.noise(PixelSize(width: 64, height: 64), .rgb, .sixteen)
    let (wide, _) = try ToneMapping.standardRange(of: picture, codePoints: points(18))
    let (narrow, _) = try ToneMapping.standardRange(of: picture, codePoints: points(18), depth: .eight)
    let comparison = try #require(PixelComparison(wide.converted(to: .eight), narrow))
    #expect(comparison.peakDifference <= 1.01 / 255 && comparison.meanAbsoluteDifference < 0.0002)
  }

  @Test(arguments: [1, 2, 13, 17, 0, -1])
  func otherTransfersAreProblems(transfer: Int) {
    let picture = PixelBuffer.noise(PixelSize(width: 1, height: 1), .rgb, .sixteen)
    #expect(throws: Problem.self) { try ToneMapping.standardRange(of: picture, codePoints: points(transfer)) }
  }
}
