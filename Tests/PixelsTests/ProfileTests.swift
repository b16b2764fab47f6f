import Messages
import Pixels
import TestSupport
import Testing

@Suite struct ProfileTests {
  /// Two tags of one name beyond the stated length: no part of the profile as it stands, but of the lengthened one.
  @Test func repairedProfilesAreUsable() throws {
    var bytes = ICCProfile.sRGB()
    bytes.replaceSubrange(0..<4, with: [0, 0, 0, 200])
    bytes.replaceSubrange(16..<20, with: Array("RGJ ".utf8))
    let last = 132 + 12 * (Int(bytes[131]) - 1)
    bytes.replaceSubrange(last..<(last + 4), with: bytes[132..<136])
    #expect(ICCProfile.inspect(bytes) != nil)
    #expect(ICCProfile.repaired(bytes) == nil)
  }

  @Test func madeProfilesAreWhatTheySay() throws {
    let sRGB = try #require(ICCProfile.inspect(ICCProfile.sRGB()))
    #expect(sRGB.space == .rgb && sRGB.isSRGB && !sRGB.isDisplayP3)
    #expect(sRGB.description == "sRGB" && sRGB.isLengthRight)
    #expect(sRGB.fits(.rgb) && sRGB.fits(.rgba) && !sRGB.fits(.grey))
    let p3 = try #require(ICCProfile.inspect(ICCProfile.displayP3()))
    #expect(p3.space == .rgb && p3.isDisplayP3 && !p3.isSRGB && p3.description == "Display P3")
    let grey = try #require(ICCProfile.inspect(ICCProfile.grey()))
    #expect(grey.space == .grey && grey.fits(.greyAlpha) && !grey.fits(.rgb) && !grey.isSRGB)
  }

  @Test func madeProfilesAreTheSameEveryTime() {
    let points = CodePoints(primaries: 9, transfer: 1, matrix: 9, isFullRange: true)
    #expect(ICCProfile.profile(for: points) == ICCProfile.profile(for: points))
    #expect(ICCProfile.displayP3().count < 1024)
  }

  @Test(arguments: [1, 4, 5, 6, 7, 8, 9, 11, 12, 22], [1, 2, 4, 5, 6, 7, 8, 11, 13, 14, 15, 17])
  func profilesOfCodePoints(primaries: Int, transfer: Int) throws {
    let points = CodePoints(primaries: primaries, transfer: transfer, matrix: 0, isFullRange: true)
    let profile = try #require(ICCProfile.profile(for: points))
    let facts = try #require(ICCProfile.inspect(profile))
    #expect(facts.space == .rgb && facts.isLengthRight && !facts.description.isEmpty)
    #expect(facts.isSRGB == (primaries == 1 && (transfer == 2 || transfer == 13)))
    #expect(facts.isDisplayP3 == (primaries == 12 && (transfer == 2 || transfer == 13)))
    let grey = try #require(ICCProfile.profile(for: points, isGrey: true))
    #expect(ICCProfile.inspect(grey)?.space == .grey)
  }

  @Test(arguments: [(9, 16), (9, 18), (2, 13), (2, 2), (0, 13), (10, 13), (1, 0), (1, 99), (-1, -1)])
  func codePointsWithoutProfile(primaries: Int, transfer: Int) {
    let points = CodePoints(primaries: primaries, transfer: transfer, matrix: 0, isFullRange: true)
    #expect(ICCProfile.profile(for: points) == nil)
  }

  @Test func whatIsNoProfileIsRefused() {
    #expect(ICCProfile.inspect([]) == nil)
    #expect(ICCProfile.inspect([UInt8](repeating: 0, count: 127)) == nil)
    #expect(ICCProfile.inspect([UInt8](repeating: 0, count: 4096)) == nil)
    #expect(
      ICCProfile.inspect(Array(PixelBuffer.noise(PixelSize(width: 99, height: 9), .rgb, .eight).bytes)) == nil
    )
    #expect(ICCProfile.repaired([1, 2, 3]) == nil)
  }

  @Test func everyCutIsRefusedOrUsable() {
    let whole = ICCProfile.displayP3()
    for count in 0..<whole.count {
      let cut = Array(whole.prefix(count))
      // The curve is the last tag: without it nothing can be converted.
      if count < whole.count - 4 { #expect(ICCProfile.inspect(cut) == nil, "\(count) bytes") }
    }
  }

  @Test func damagedBytesNeverTrap() {
    var generator = Generator(state: 7)
    for _ in 0..<2000 {
      var bytes = ICCProfile.displayP3()
      for _ in 0..<4 {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
          in: 0...255,
          using: &generator
        )
      }
      _ = ICCProfile.inspect(bytes)
      _ = ICCProfile.codePoints(in: bytes)
      _ = ICCProfile.repaired(bytes)
    }
  }

  @Test func wrongLengthIsForgivenAndRepaired() throws {
    let right = ICCProfile.displayP3()
    let long = right + [0, 0]
    let facts = try #require(ICCProfile.inspect(long))
    #expect(!facts.isLengthRight && facts.declaredByteCount == right.count && facts.isDisplayP3)
    #expect(ICCProfile.repaired(long) == right)
    var lying = right
    lying[2] = 0xFF
    #expect(ICCProfile.inspect(lying)?.isLengthRight == false)
    #expect(ICCProfile.repaired(lying) == right)
    #expect(ICCProfile.repaired(right) == right)
  }

  @Test func codePointsOfTheTag() {
    // A header, one tag: cicp at 144.
    var bytes = [UInt8](repeating: 0, count: 128) + [0, 0, 0, 1]
    bytes +=
      Array("cicp".utf8) + [0, 0, 0, 144, 0, 0, 0, 12] + Array("cicp".utf8) + [0, 0, 0, 0, 9, 16, 0, 1]
    let expected = CodePoints(primaries: 9, transfer: 16, matrix: 0, isFullRange: true)
    #expect(ICCProfile.codePoints(in: bytes) == expected)
    #expect(ICCProfile.codePoints(in: Array(bytes.dropLast())) == nil)
    bytes[139] = 145
    #expect(ICCProfile.codePoints(in: bytes) == nil)
    #expect(ICCProfile.codePoints(in: ICCProfile.sRGB()) == nil)
  }

  @Test func profilesOfPNG() throws {
    let bt709 = try #require(Chromaticities(1))
    let profile = try #require(ICCProfile.profile(gamma: 2.2, bt709))
    #expect(ICCProfile.inspect(profile)?.space == .rgb)
    #expect(ICCProfile.profile(gamma: .nan, bt709) == nil)
    #expect(ICCProfile.profile(gamma: 0, bt709) == nil)
    let flat = Chromaticities(white: (0.3, 0.3), red: (0.3, 0.3), green: (0.3, 0.3), blue: (0.3, 0.3))
    #expect(ICCProfile.profile(gamma: 2.2, flat) == nil)
    let zero = Chromaticities(white: (0, 0), red: (0.6, 0.3), green: (0.3, 0.6), blue: (0.1, 0.1))
    #expect(!zero.isUsable)
    let grey = try #require(ICCProfile.profile(greyGamma: 1.8))
    #expect(ICCProfile.inspect(grey)?.space == .grey)
  }
}
