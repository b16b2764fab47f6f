import Testing
@testable import Pixels

@Suite struct RoundingTests {
  @Test(arguments: [1, 10, 12, 15]) func givesTheNearestOfTheNumbersThereAre(bits: Int) {
    let words = stride(from: 0, through: 65_535, by: 13).map { UInt16($0) }
    let picture = PixelBuffer(size: PixelSize(width: words.count, height: 1), layout: .grey, words: words)
    let rounded = picture.rounded(toBits: bits)
    let top = Double(1 << bits - 1)
    for (before, after) in zip(words, rounded.words) {
      let nearest = ((Double(before) / 65_535 * top).rounded() / top * 65_535).rounded()
      #expect(abs(Double(after) - nearest) <= 0.5, "\(before)")
    }
    #expect(rounded.rounded(toBits: bits).words == rounded.words)
    #expect(Set(rounded.words).count <= 1 << bits)
  }

  @Test func leavesWholePicturesAlone() {
    let picture = PixelBuffer(
      size: PixelSize(width: 2, height: 1),
      layout: .grey,
      depth: .eight,
      bytes: [1, 2]
    )
    #expect(picture.rounded(toBits: 10).bytes == [1, 2])
  }

  @Test func profilesAreAlikeByWhatTheyMean() throws {
    let points = CodePoints(primaries: 12, transfer: 13, matrix: 0, isFullRange: true)
    let p3 = try #require(ICCProfile.profile(for: points))
    #expect(ICCProfile.areAlike(p3, ICCProfile.displayP3(), isGrey: false))
    #expect(!ICCProfile.areAlike(ICCProfile.sRGB(), ICCProfile.displayP3(), isGrey: false))
    let grey = try #require(ICCProfile.profile(greyGamma: 2.2))
    #expect(!ICCProfile.areAlike(grey, ICCProfile.grey(), isGrey: true))
    #expect(ICCProfile.areAlike(grey, grey, isGrey: true))
  }
}
