import Testing

@testable import Pixels

@Suite struct GainMapTests {
  private typealias Fraction = GainMapMetadata.Fraction

  private func metadata(_ maximum: Double, gamma: Double = 1, minimum: Double = 0) throws -> GainMapMetadata {
    let channel = GainMapMetadata.Channel(
      minimum: Fraction(minimum),
      maximum: Fraction(maximum),
      gamma: Fraction(gamma),
      baseOffset: Fraction(0, 1),
      alternateOffset: Fraction(0, 1)
    )
    return try #require(
      GainMapMetadata(
        baseHeadroom: Fraction(0, 1),
        alternateHeadroom: Fraction(maximum),
        channels: [channel],
        usesBaseColourSpace: true
      )
    )
  }

  private var ramp: PixelBuffer { PixelBuffer.made(256, 1, .grey, .eight) { x, _, _ in Double(x) / 255 } }

  /// Apple's page and its own files: an iPhone 15 Plus whose XMP says 6.902454 and whose tone map item 2.787109 stops, an iPhone 15
  /// Pro Max whose XMP says 4.663514.
  @Test func appleHeadroomIsWhatApplesFilesSay() throws {
    let plus = try #require(GainMap.appleHeadroom(makerHeadroom: 1.01, makerGain: 0.003041))
    #expect(abs(plus - 6.902454) < 0.001)
    let pro = try #require(GainMap.appleHeadroom(makerHeadroom: 1.01, makerGain: 0.26932))
    #expect(abs(pro - 4.663514) < 0.001)
    #expect(GainMap.appleHeadroom(makerHeadroom: 0.5, makerGain: 0) == 1.8.powerOfTwo())
    #expect(GainMap.appleHeadroom(makerHeadroom: 0.5, makerGain: 100) == 1)
    #expect(GainMap.appleHeadroom(makerHeadroom: .infinity, makerGain: 0) == nil)
    #expect(GainMap.appleHeadroom(makerHeadroom: 1, makerGain: -1e9) == nil)
  }

  /// Every one of Apple's samples means the same light after ISO 21496-1, to half a step of the new samples.
  @Test(arguments: [1.2, 3.12, 6.9, 16]) func applesSamplesMeanTheSameInISOForm(headroom: Double) throws {
    let map = GainMap(picture: ramp, encoding: .apple(headroom: headroom, iso: nil))
    let (picture, numbers) = try #require(map.isoForm)
    let before = map.encoding.gains(channel: 0)
    let after = GainMap.Encoding.iso(numbers).gains(channel: 0)
    let halfStep = headroom.binaryLogarithm() / 255 / 2
    for value in 0...255 {
      #expect(abs(before[value] - after[Int(picture.bytes[value])]) <= halfStep + 1e-6, "\(value)")
    }
    #expect(abs(numbers.headroomFactor - headroom) < headroom * 1e-6)
  }

  @Test func thereAndBackIsNearlyTheSame() throws {
    let map = GainMap(picture: ramp, encoding: .iso(try metadata(2.5)))
    let form = try #require(map.appleForm)
    let gains = GainMap.Encoding.apple(headroom: form.headroom, iso: nil).gains(channel: 0)
    for value in 0...255 {
      let found = gains[Int(form.picture.bytes[value])]
      #expect(abs(found - Double(value) / 255 * 2.5) < 0.02, "\(value)")
    }
  }

  @Test func applesFormCannotSayEverything() throws {
    let darker = GainMap(picture: ramp, encoding: .iso(try metadata(2, minimum: -1)))
    #expect(darker.appleForm == nil)
    let colours = GainMap(picture: ramp.converted(to: .rgb), encoding: .iso(try metadata(2)))
    #expect(colours.appleForm == nil)
  }

  @Test func applesOwnNumbersWinOverARemapping() throws {
    let own = try metadata(2.787109, gamma: 0.896973)
    let map = GainMap(picture: ramp, encoding: .apple(headroom: 6.902454, iso: own))
    let (picture, numbers) = try #require(map.isoForm)
    #expect(numbers == own)
    #expect(picture.bytes == ramp.bytes)
    #expect(map.appleForm?.picture.bytes == ramp.bytes)
  }

  @Test(arguments: [0.0, 1, 2.787109, 0.896973, 1e-5, -0.256907, 1.0 / 64, 23.5, -24, 1e-9])
  func fractionsAreNear(value: Double) {
    let fraction = Fraction(value)
    #expect(abs(fraction.value - value) <= max(5e-7, value.magnitude * 5e-7))
    #expect(fraction.numerator.magnitude < 1 << 31)
    #expect((1...1_000_000_000).contains(fraction.denominator))
  }

  @Test func fractionsOfNoNumberAreZero() {
    #expect(Fraction(.nan).value == 0)
    #expect(Fraction(.infinity).value == 0)
    #expect(Fraction(5, 0).denominator == 1)
    #expect(Fraction(1e300).numerator <= 1 << 31)
  }

  @Test func impossibleNumbersAreRefused() throws {
    let good = try metadata(2)
    func with(_ change: (inout GainMapMetadata.Channel) -> Void) -> GainMapMetadata? {
      var channel = good.channels[0]
      change(&channel)
      return GainMapMetadata(
        baseHeadroom: good.baseHeadroom,
        alternateHeadroom: good.alternateHeadroom,
        channels: [channel],
        usesBaseColourSpace: true
      )
    }
    #expect(with { _ in } != nil)
    #expect(with { $0.gamma = Fraction(0, 1) } == nil)
    #expect(with { $0.maximum = Fraction(-1, 1) } == nil)
    #expect(with { $0.maximum = Fraction(400, 1) } == nil)
    #expect(with { $0.baseOffset = Fraction(2, 1) } == nil)
    let none = GainMapMetadata(
      baseHeadroom: Fraction(0, 1),
      alternateHeadroom: Fraction(1, 1),
      channels: [],
      usesBaseColourSpace: true
    )
    #expect(none == nil)
  }

  /// An edge at three quarters of the width stays there, whatever the two sizes are.
  @Test(arguments: [(400, 300), (301, 226), (97, 73), (50, 38)])
  func scaledMapsStayAligned(width: Int, height: Int) throws {
    let picture = PixelBuffer.made(200, 150, .grey, .eight) { x, _, _ in x < 150 ? 0 : 1 }
    let map = GainMap(picture: picture, encoding: .iso(try metadata(2)))
    let scaled = try map.scaled(
      from: PixelSize(width: 400, height: 300),
      to: PixelSize(width: width, height: height)
    )
    let size = scaled.picture.size
    #expect(abs(Double(size.width) - Double(width) / 2) <= 0.5)
    #expect(abs(Double(size.height) - Double(height) / 2) <= 0.5)
    let row = scaled.picture.bytes.prefix(size.width).map(Double.init)
    // The place of the edge, from how much of the row is bright.
    let edge = 1 - row.reduce(0, +) / 255 / Double(size.width)
    #expect(abs(edge - 0.75) * Double(width) < 1, "\(edge)")
  }

  @Test func turnedAsItsPicture() throws {
    let map = GainMap(picture: ramp, encoding: .iso(try metadata(2)))
    let turned = map.oriented(.right).picture
    #expect(turned.size == PixelSize(width: 1, height: 256))
    #expect(turned.bytes.first == 0)
  }

  /// A patch of 1,000 cd/m2 and one of 203: the map leads from the standard picture back to both.
  @Test(arguments: [16, 18]) func computedMapsLeadBack(transfer: Int) throws {
    let points = CodePoints(primaries: 12, transfer: transfer, matrix: 6, isFullRange: true)
    let codes =
      transfer == 16
      ? [203.0, 1000].map { LightCurves.perceptualQuantizer(luminance: $0) } : [0.75, 1.0]
    let picture = PixelBuffer.made(64, 32, .rgb, .sixteen) { x, _, _ in codes[x / 32] }
    let made = try ToneMapping.withGainMap(picture, codePoints: points)
    guard case .iso(let numbers) = made.map.encoding else {
      Issue.record("no ISO form")
      return
    }
    #expect(made.map.picture.size == PixelSize(width: 32, height: 16))
    let expected = [203.0, 1000].map { $0 / LightCurves.referenceWhite }
    for (index, light) in expected.enumerated() {
      let base = TransferFunction.sRGB.decoded(Double(made.picture.sample(index * 48, 16, 0)) / 255)
      let gain = made.map.encoding.gains(channel: 0)[made.map.picture.sample(index * 24, 8, 0)]
      let offset = numbers.channel(0).baseOffset.value
      let found = (base + offset) * gain.powerOfTwo() - offset
      #expect(abs((found / light).binaryLogarithm()) < 0.03, "\(found) for \(light)")
    }
  }
}
