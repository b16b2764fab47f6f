import Files
import Movies
import Pixels
import TestSupport
import Testing

/// Charts on the whole road: coded as 10-bit HEVC, decoded, scaled and brought into standard range.
@Suite struct HDRChartMovieTests {
  private static let side = 32
  private static let columns = 8

  /// Fields of one colour each, 16-bit codes.
  private func picture(_ chart: [[Double]]) -> PixelBuffer {
    let rows = (chart.count + Self.columns - 1) / Self.columns
    let size = PixelSize(width: Self.columns * Self.side, height: rows * Self.side)
    var words = [UInt16]()
    words.reserveCapacity(size.width * size.height * 3)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let number = min(y / Self.side * Self.columns + x / Self.side, chart.count - 1)
        words += chart[number].map { UInt16(($0 * 65535).rounded()) }
      }
    }
    return PixelBuffer(size: size, layout: .rgb, words: words)
  }

  /// The middle of every field is within a distance of CIEDE2000 of what the formulas give: two numbers of ten bits are all
  /// that the coding may cost. Half as large it is the same.
  @Test(arguments: HDRReference.Transfer.allCases, [1, 2])
  func chartsArriveAsTheFormulasSay(transfer: HDRReference.Transfer, reduction: Int) throws {
    let chart = HDRReference.chart(transfer)
    let source = picture(chart)
    let folder = try TemporaryFolder()
    var settings = MovieEncodingSettings(size: source.size)
    settings.colour = transfer == .hybridLogGamma ? .hybridLogGamma : .perceptualQuantizer
    settings.rateFactor = 0
    let path = folder.path.appending("chart.MOV")
    let encoder = try MovieEncoder(to: path, settings)
    try encoder.append(source, at: MediaTime(value: 0, timescale: 600))
    try encoder.finish(at: MediaTime(value: 60, timescale: 600))
    var options = MovieFrameOptions()
    options.colour = .sRGB
    options.size = PixelSize(width: source.size.width / reduction, height: source.size.height / reduction)
    let frame = try #require(try TestMovie.frames(.file(path), options).first)
    #expect(frame.colour == ColourDescription())
    let bytes = frame.picture.bytes
    var distances = [(distance: Double, codes: [Double], found: [Double], expected: [Double])]()
    for (number, codes) in chart.enumerated() {
      let x = (number % Self.columns * Self.side + Self.side / 2) / reduction
      let y = (number / Self.columns * Self.side + Self.side / 2) / reduction
      let place = (y * frame.picture.size.width + x) * 3
      let found = (0..<3).map { Double(bytes[place + $0]) }
      let expected = HDRReference.shown(codes, transfer, peak: 1000)
      let distance = ColourDistance.ciede2000(
        ColourDistance.lab(sRGB: expected),
        ColourDistance.lab(sRGB: found)
      )
      distances.append((distance, codes, found, expected))
    }
    let worst = try #require(distances.max { $0.distance < $1.distance })
    #expect(worst.distance < 1.5, "\(worst)")
    #expect(distances.map(\.distance).reduce(0, +) / Double(distances.count) < 0.5)
  }
}
