/// Codes a frame as GIF's variant of LZW has it (GIF89a specification, appendix F), and chooses among the indices that may
/// stand for each pixel while it builds strings: of all strings in the table that fit, the longest, and of those the one
/// that errs least.
///
/// Several strings are followed at once, the best few at each pixel. The first index of the string after is as free as all
/// others, for a string enters the table, with what follows it, when that has been chosen.
final class LZWEncoder {
  /// What was chosen for each pixel of the box.
  let chosen: WorkArea<UInt8>
  private let dictionary = LZWDictionary()
  private let candidates = StringCandidates()
  private var bits = CodeBits()

  /// Codes since the table became full, and the pixels in them.
  private struct Yield {
    var codes = 0
    var pixels = 0
  }
  /// So many codes decide whether a full table is still good.
  private static let windowLength = 256

  init(pixelCount: Int) { chosen = WorkArea(count: pixelCount, of: 0) }

  /// - Parameters:
  ///   - choices: of `count` pixels, row by row.
  ///   - leastBits: 2...8, bits of an index.
  /// - Returns: the codes, without the byte that tells `leastBits`.
  func encode(_ choices: PixelChoices, count: Int, leastBits: Int) -> [UInt8] {
    bits = CodeBits()
    dictionary.empty(leastBits: leastBits)
    bits.append(dictionary.clearCode, width: dictionary.width)
    var (place, before) = (0, -1)
    var filling = Yield()
    var window = Yield()
    while place < count {
      let (code, length) = candidates.longest(in: dictionary, choices, from: place, to: count)
      let first = dictionary.write(code, to: chosen.values, from: place, length: length)
      if before >= 0 { dictionary.add(before, followedBy: first) }
      bits.append(code, width: dictionary.width)
      place = place &+ length
      before = code
      if !dictionary.isFull {
        filling.codes &+= 1
        filling.pixels &+= length
      } else {
        window.codes &+= 1
        window.pixels &+= length
        if window.codes == Self.windowLength {
          // A new table would do as well as this one did while it was filled.
          if window.pixels &* filling.codes < filling.pixels &* window.codes {
            bits.append(dictionary.clearCode, width: dictionary.width)
            dictionary.empty(leastBits: leastBits)
            filling = Yield()
            before = -1
          }
          window = Yield()
        }
      }
    }
    dictionary.noteLastCode()
    bits.append(dictionary.clearCode &+ 1, width: dictionary.width)
    return bits.finish()
  }
}
