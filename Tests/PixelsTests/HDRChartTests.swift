import TestSupport
import Testing

@testable import Pixels

/// The tone mapper against BT.2100 and BT.2390 in double precision.
@Suite struct HDRChartTests {
  private func mapped(_ chart: [[Double]], _ transfer: HDRReference.Transfer, peak: Double) throws -> [[Int]]
  {
    let points = CodePoints(
      primaries: 9,
      transfer: transfer == .hybridLogGamma ? 18 : 16,
      matrix: 9,
      isFullRange: false
    )
    let picture = PixelBuffer.made(chart.count, 1, .rgb, .sixteen) { x, _, channel in chart[x][channel] }
    let result = try ToneMapper(points, target: .sRGB, peak: peak).map(picture, depth: .eight)
    return chart.indices.map { x in (0..<3).map { result.sample(x, 0, $0) } }
  }

  @Test func theReferencesHaveThePrintedValues() {
    // CIE 142's data as Sharma, Wu and Dalal print it (2005, table 1).
    for (first, second, distance) in [
      ([50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425), ([50, -1, 2], [50, 0, 0], 2.3669),
      ([50, 2.49, -0.001], [50, -2.49, 0.0009], 7.1792), ([50, 2.5, 0], [56, -27, -3], 31.9030),
      ([2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082),
    ] {
      #expect(abs(ColourDistance.ciede2000(first, second) - distance) < 0.0001)
    }
    for (found, expected) in zip(
      HDRReference.light([0.75, 0.40, 0.30], .hybridLogGamma),
      [169.6, 34.1, 19.2]
    ) {
      #expect(abs(found - expected) < 0.1)
    }
    #expect(abs(HDRReference.light(pq: 0.5807) - 203) < 0.3)
  }

  /// Every number within one step of the formulas, at every peak that a video may state.
  @Test(arguments: HDRReference.Transfer.allCases, [203.0, 400, 1000, 4000])
  func chartsFollowTheFormulas(transfer: HDRReference.Transfer, peak: Double) throws {
    let chart = HDRReference.chart(transfer)
    for (codes, found) in zip(chart, try mapped(chart, transfer, peak: peak)) {
      let expected = HDRReference.shown(codes, transfer, peak: peak)
      for (number, exact) in zip(found, expected) {
        #expect(abs(Double(number) - exact) <= 1, "\(codes): \(found) instead of \(expected)")
      }
    }
  }

  /// What BT.709 holds and no roll-off touches comes out as BT.2100 says, below what an eye can tell; what BT.709 lacks stays
  /// near.
  @Test(arguments: HDRReference.Transfer.allCases)
  func coloursKeepTheirLook(transfer: HDRReference.Transfer) throws {
    let chart = HDRReference.chart(transfer)
    var (exact, outside) = ([Double](), [Double]())
    for (codes, found) in zip(chart, try mapped(chart, transfer, peak: 1000)) {
      let light = HDRReference.narrowed(HDRReference.light(codes, transfer))
      guard let most = light.max(), let least = light.min(), most <= 88 else { continue }
      let distance = ColourDistance.ciede2000(
        ColourDistance.lab(light.map { $0 / 203 }),
        ColourDistance.lab(sRGB: found.map(Double.init))
      )
      if least < -0.01 * most { outside.append(distance) } else { exact.append(distance) }
    }
    #expect(exact.count > 10 && outside.count > 20)
    #expect(exact.max() ?? 100 < 0.5, "\(exact)")
    #expect(outside.max() ?? 100 < 12.5, "\(outside)")
  }
}
