import Files
import Messages
import Pixels
import TestSupport
import Testing

@Suite struct ColourConversionTests {
  private func solid(_ codes: [UInt8], _ layout: ChannelLayout = .rgb) -> PixelBuffer {
    PixelBuffer(size: PixelSize(width: 1, height: 1), layout: layout, depth: .eight, bytes: codes)
  }

  @Test(arguments: [
    // sRGB and the same colour in Display P3, as CSS Color 4's conversion gives it.
    ([255, 0, 0], [234, 51, 35]), ([0, 255, 0], [117, 251, 76]), ([0, 0, 255], [0, 0, 245]),
    ([128, 128, 128], [128, 128, 128]), ([255, 255, 255], [255, 255, 255]), ([0, 0, 0], [0, 0, 0]),
  ])
  func sRGBInDisplayP3(from: [UInt8], to: [Int]) throws {
    for depth in [SampleDepth.eight, .sixteen] {
      let converted = try ColourConversion.convert(
        solid(from).converted(to: depth),
        from: ICCProfile.sRGB(),
        to: ICCProfile.displayP3()
      ).converted(to: SampleDepth.eight)
      for channel in 0..<3 {
        #expect(abs(converted.sample(0, 0, channel) - to[channel]) <= 1, "\(from) \(depth)")
      }
    }
  }

  @Test(arguments: [SampleDepth.eight, .sixteen])
  func thereAndBack(depth: SampleDepth) throws {
    let picture = PixelBuffer.noise(PixelSize(width: 61, height: 47), .rgba, depth)
    let (sRGB, p3) = (ICCProfile.sRGB(), ICCProfile.displayP3())
    // sRGB lies in Display P3, so nothing is clipped.
    let wide = try ColourConversion.convert(picture, from: sRGB, to: p3)
    let back = try ColourConversion.convert(wide, from: p3, to: sRGB)
    let comparison = try #require(PixelComparison(picture, back))
    #expect(comparison.meanAbsoluteDifference < (depth == .eight ? 0.002 : 0.001))
    #expect(wide.bytes != picture.bytes)
    for y in 0..<47 { for x in 0..<61 { #expect(wide.sample(x, y, 3) == picture.sample(x, y, 3)) } }
  }

  @Test func greyCurves() throws {
    let gamma = try #require(ICCProfile.profile(greyGamma: 1.8))
    let converted = try ColourConversion.convert(
      solid([128, 99], .greyAlpha),
      from: gamma,
      to: ICCProfile.grey()
    )
    // (128/255)^1.8 = 0.2892 light = code 146.
    #expect(abs(converted.sample(0, 0) - 146) <= 1)
    #expect(converted.sample(0, 0, 1) == 99)
  }

  @Test func profilesThatDoNotFitAreProblems() {
    let rgb = solid([1, 2, 3])
    #expect(throws: Problem.self) {
      try ColourConversion.convert(rgb, from: ICCProfile.grey(), to: ICCProfile.sRGB())
    }
    #expect(throws: Problem.self) { try ColourConversion.convert(rgb, from: [], to: ICCProfile.sRGB()) }
  }

  @Test func cmykNeedsACMYKProfile() {
    let size = PixelSize(width: 1, height: 1)
    for profile in [[], ICCProfile.sRGB(), [UInt8](repeating: 7, count: 500)] {
      #expect(throws: Problem(.cmykWithoutProfile)) {
        try ColourConversion.cmykToSRGB(samples: [0, 0, 0, 0], size: size, profile: profile)
      }
    }
  }

  /// The CMYK profile of a real file: its bytes between "ICC_PROFILE" headers.
  private func cmykProfile() throws -> [UInt8] {
    let path = try #require(Corpus.file("still/jpeg/cmyk-ycck-adobe2-multi-icc.jpg"))
    let bytes = try FileReader.read(path, maximumByteCount: 10_000_000).bytes
    var profile: [UInt8] = []
    var offset = 2
    while offset + 4 < bytes.count, bytes[offset] == 0xFF, bytes[offset + 1] != 0xDA {
      let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
      let payload = bytes[offset + 4..<offset + 2 + length]
      if bytes[offset + 1] == 0xE2, payload.starts(with: Array("ICC_PROFILE\0".utf8)) {
        profile += payload.dropFirst(14)
      }
      offset += 2 + length
    }
    return profile
  }

  @Test(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
  func cmykThroughItsProfile() throws {
    let profile = try cmykProfile()
    #expect(ICCProfile.inspect(profile)?.space == .cmyk)
    let samples: [UInt8] = [
      0, 0, 0, 0, 255, 255, 255, 255, 255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 128,
    ]
    let picture = try ColourConversion.cmykToSRGB(
      samples: samples,
      size: PixelSize(width: 3, height: 2),
      profile: profile
    )
    // Paper is white, all ink is black (black point compensation), cyan, magenta and yellow are what they are
    // called.
    #expect((0..<3).allSatisfy { picture.sample(0, 0, $0) >= 250 })
    #expect((0..<3).allSatisfy { picture.sample(1, 0, $0) <= 12 })
    #expect(picture.sample(2, 0, 0) < 60 && picture.sample(2, 0, 2) > 180)
    #expect(picture.sample(0, 1, 0) > 180 && picture.sample(0, 1, 1) < 60)
    #expect(picture.sample(1, 1, 1) > 200 && picture.sample(1, 1, 2) < 60)
    let grey = (0..<3).map { picture.sample(2, 1, $0) }
    #expect(grey.allSatisfy { abs($0 - grey[0]) < 12 && $0 > 100 && $0 < 190 })
    #expect(throws: Problem.self) {
      try ColourConversion.cmykToSRGB(
        samples: samples,
        size: PixelSize(width: 3, height: 3),
        profile: profile
      )
    }
  }
}
