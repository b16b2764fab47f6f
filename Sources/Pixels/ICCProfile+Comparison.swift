extension ICCProfile {
  /// Whether two profiles mean the same by the same numbers: colours all over the space, brought from one to the other,
  /// stay what they are within 1 part in 250. For formats that keep the meaning of a profile and not its bytes.
  /// - Parameter isGrey: whether both are of grey pictures.
  public static func areAlike(_ one: [UInt8], _ other: [UInt8], isGrey: Bool) -> Bool {
    if one == other { return true }
    let samples = colours(isGrey: isGrey)
    guard let converted = try? ColourConversion.convert(samples, from: one, to: other) else { return false }
    return zip(samples.words, converted.words).allSatisfy { abs(Int($0) - Int($1)) <= 65_535 / 250 }
  }

  /// Whether colours of a profile, brought to another and back, stay what they are: within 1 part in 100 in the mean, as
  /// some of the most vivid ones of Display P3 lie just outside of BT.2020. Not so where the other one holds fewer colours,
  /// or where the profile says only what its numbers mean and not how to get there.
  /// - Parameter isGrey: whether both are of grey pictures.
  public static func survives(_ profile: [UInt8], through other: [UInt8], isGrey: Bool) -> Bool {
    let samples = colours(isGrey: isGrey)
    guard let there = try? ColourConversion.convert(samples, from: profile, to: other),
      let back = try? ColourConversion.convert(there, from: other, to: profile),
      let difference = PixelComparison.meanAbsoluteDifference(samples, back)
    else { return false }
    return difference <= 0.01
  }

  /// A grid over the cube of all colours, or a grey scale.
  private static func colours(isGrey: Bool) -> PixelBuffer {
    let steps = (0...8).map { UInt16($0 * 8191) }
    if isGrey {
      return PixelBuffer(size: PixelSize(width: steps.count, height: 1), layout: .grey, words: steps)
    }
    let words = steps.flatMap { red in steps.flatMap { green in steps.flatMap { [red, green, $0] } } }
    return PixelBuffer(size: PixelSize(width: words.count / 3, height: 1), layout: .rgb, words: words)
  }
}
