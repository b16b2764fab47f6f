/// The strings that are followed at once when the longest is looked for.
final class StringCandidates {
  private static let capacity = 6
  private let codes = WorkArea<Int32>(count: capacity, of: 0)
  private let errors = WorkArea<Int32>(count: capacity, of: 0)
  private let nextCodes = WorkArea<Int32>(count: capacity, of: 0)
  private let nextErrors = WorkArea<Int32>(count: capacity, of: 0)

  /// The longest string of the table that pixels from a place on may become; the least wrong, if there are several.
  func longest(
    in dictionary: LZWDictionary,
    _ choices: PixelChoices,
    from start: Int,
    to end: Int
  ) -> (code: Int, length: Int) {
    let (counts, indices, distances) = (choices.counts, choices.indices, choices.errors)
    var (codes, errors) = (codes.values, errors.values)
    var (nextCodes, nextErrors) = (nextCodes.values, nextErrors.values)
    let first = start &* PixelChoices.capacity
    var count = min(Int(counts[start]), Self.capacity)
    for place in 0..<count {
      codes[place] = Int32(truncatingIfNeeded: indices[first &+ place])
      errors[place] = Int32(distances[first &+ place])
    }
    var pixel = start &+ 1
    while pixel < end {
      var found = 0
      let base = pixel &* PixelChoices.capacity
      let choiceCount = Int(counts[pixel])
      for place in 0..<count {
        let string = Int(truncatingIfNeeded: codes[place])
        for choice in base..<(base &+ choiceCount) {
          let code = dictionary.code(of: string, followedBy: indices[choice])
          guard code != 0 else { continue }
          let error = errors[place] &+ Int32(distances[choice])
          var target = found
          if found == Self.capacity {
            target = Self.worst(nextErrors)
            guard nextErrors[target] > error else { continue }
          } else {
            found = found &+ 1
          }
          nextCodes[target] = Int32(truncatingIfNeeded: code)
          nextErrors[target] = error
        }
      }
      guard found > 0 else { break }
      swap(&codes, &nextCodes)
      swap(&errors, &nextErrors)
      count = found
      pixel = pixel &+ 1
    }
    var best = 0
    for place in 1..<max(count, 1) where errors[place] < errors[best] { best = place }
    return (Int(truncatingIfNeeded: codes[best]), pixel &- start)
  }

  private static func worst(_ errors: UnsafeMutableBufferPointer<Int32>) -> Int {
    var worst = 0
    for place in 1..<capacity where errors[place] > errors[worst] { worst = place }
    return worst
  }
}
