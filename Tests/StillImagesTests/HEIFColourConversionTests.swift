import Messages
import Pixels
import Testing
@testable import StillImages

@Suite struct HEIFColourConversionTests {
  /// Every combination of a few luma and chroma values as one row of a 4:4:4 picture.
  private func planes(bits: Int) -> HEIFPlanes {
    let top = (1 << bits) - 1
    let values = [0, top / 16, top / 4, top / 2, top / 2 + 1, top * 3 / 4, top]
    var planes = HEIFPlanes(
      size: PixelSize(width: 343, height: 1),
      chromaFormat: 3,
      bitDepth: bits,
      luma: [],
      meaning: HEIFSampleMeaning()
    )
    for luma in values {
      for blue in values {
        for red in values {
          planes.luma.append(UInt16(luma))
          planes.blue.append(UInt16(blue))
          planes.red.append(UInt16(red))
        }
      }
    }
    return planes
  }

  @Test(arguments: [8, 10, 12], [true, false]) func agreesWithTheEquations(bits: Int, isFullRange: Bool)
    throws
  {
    let planes = planes(bits: bits)
    for (matrix, red, blue) in [
      (1, 0.2126, 0.0722), (6, 0.299, 0.114), (9, 0.2627, 0.0593), (nil, 0.299, 0.114),
    ] as [(Int?, Double, Double)] {
      let meaning = HEIFSampleMeaning(matrix: matrix, isFullRange: isFullRange)
      let converted = try HEIFColourConversion.convert(planes, size: planes.size, meaning: meaning)
      let scale = Double(1 << (bits - 8))
      let white = bits == 8 ? 255.0 : 65_535
      for x in 0..<planes.size.width {
        let top = Double((1 << bits) - 1)
        let luma =
          (Double(planes.luma[x]) - (isFullRange ? 0 : 16 * scale)) / (isFullRange ? top : 219 * scale)
        let chroma = isFullRange ? top : 224 * scale
        let cb = (Double(planes.blue[x]) - 128 * scale) / chroma
        let cr = (Double(planes.red[x]) - 128 * scale) / chroma
        let r = luma + 2 * (1 - red) * cr
        let b = luma + 2 * (1 - blue) * cb
        let g = (luma - red * r - blue * b) / (1 - red - blue)
        for (channel, value) in [r, g, b].enumerated() {
          let expected = min(1, max(0, value)) * white
          #expect(abs(Double(converted.sample(x * 3 + channel)) - expected) <= 0.51 + white / 65_535)
        }
      }
    }
  }

  @Test func boxesWinOverTheBitStream() throws {
    var planes = planes(bits: 8)
    planes.meaning = HEIFSampleMeaning(matrix: 1, isFullRange: false)
    func convert(_ meaning: HEIFSampleMeaning) throws -> [UInt8] {
      try HEIFColourConversion.convert(planes, size: planes.size, meaning: meaning).bytes
    }
    let stream = try convert(HEIFSampleMeaning())
    #expect(try stream == convert(HEIFSampleMeaning(matrix: 1, isFullRange: false)))
    #expect(try stream != convert(HEIFSampleMeaning(matrix: 6)))
    #expect(try stream != convert(HEIFSampleMeaning(isFullRange: true)))
  }

  @Test func identityMeansGreenBlueRed() throws {
    let planes = planes(bits: 8)
    let converted = try HEIFColourConversion.convert(
      planes,
      size: planes.size,
      meaning: HEIFSampleMeaning(matrix: 0, isFullRange: true)
    )
    for x in 0..<planes.size.width {
      #expect(converted.sample(x * 3) == Int(planes.red[x]))
      #expect(converted.sample(x * 3 + 1) == Int(planes.luma[x]))
      #expect(converted.sample(x * 3 + 2) == Int(planes.blue[x]))
    }
  }

  @Test func refusesAMatrixItDoesNotKnow() {
    let planes = planes(bits: 8)
    let problem = #expect(throws: Problem.self) {
      try HEIFColourConversion.convert(planes, size: planes.size, meaning: HEIFSampleMeaning(matrix: 14))
    }
    #expect(problem?.code == .codecUnsupported)
  }

  @Test func interpolatesHalvedChroma() {
    // Two chroma samples 0 and 16 above 100 in both directions: quarters at the inner pixels, the samples outside.
    let flat = [UInt16](repeating: 128, count: 4)
    var planes = HEIFPlanes(
      size: PixelSize(width: 4, height: 4),
      chromaFormat: 1,
      bitDepth: 8,
      luma: [UInt16](repeating: 128, count: 16),
      blue: flat,
      red: [100, 116, 100, 116],
      meaning: HEIFSampleMeaning()
    )
    var row = [Int](repeating: 0, count: 4)
    var upsampler = HEIFChromaUpsampler(planes, middle: 100)
    upsampler.upsample(planes.red, 1, into: &row)
    #expect(row == [0, 64, 192, 256])
    planes.red = [100, 100, 116, 116]
    upsampler = HEIFChromaUpsampler(planes, middle: 100)
    let rows = (0..<4).map { y in
      upsampler.upsample(planes.red, y, into: &row)
      return row[2]
    }
    #expect(rows == [0, 64, 192, 256])
  }
}
