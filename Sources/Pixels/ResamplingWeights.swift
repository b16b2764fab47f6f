/// How the samples of a line are made of those of another: the numbers of one direction of a resize.
///
/// Mitchell and Netravali's cubic (1988; B and C are 1/3), stretched over all pixels that fall into one where the line gets
/// shorter; positions over the border are mirrored. The same numbers as libzimg's, which `PixelBuffer.resized` uses.
struct ResamplingWeights {
  /// The first source sample of each target sample; never falls from one to the next.
  let firsts: [Int]
  /// How many source samples each takes.
  let count: Int
  /// `count` weights of each target sample; their sum is 1.
  let weights: [Float]

  /// Whether each target sample is one source sample, a neighbour of that before it.
  let isCopy: Bool
  /// The source samples that are needed at all.
  var needed: Range<Int> { (firsts.first ?? 0)..<((firsts.last ?? 0) + count) }

  /// - Parameters:
  ///   - source: samples of the source line, at least 1.
  ///   - start: where in it the window begins.
  ///   - length: the window's length, more than 0.
  ///   - target: samples to make, at least 1.
  init(source: Int, start: Double, length: Double, target: Int) {
    let scale = length / Double(target)
    // A thousandth of a sample is what Doubles of a layout may be off by.
    if abs(scale - 1) * Double(target) < 0.001, abs(start - start.rounded()) < 0.001 {
      let first = min(max(Int(start.rounded()), 0), max(source - target, 0))
      firsts = (first..<(first + target)).map { min($0, source - 1) }
      (count, isCopy) = (1, first + target <= source)
      weights = [Float](repeating: 1, count: target)
      return
    }
    let stretch = max(scale, 1)
    let taps = 2 * Int((2 * stretch).rounded(.up))
    let count = min(taps, source)
    var firsts: [Int] = []
    var weights: [Float] = []
    firsts.reserveCapacity(target)
    weights.reserveCapacity(target * count)
    var line = [Double](repeating: 0, count: count)
    for index in 0..<target {
      let centre = start + (Double(index) + 0.5) * scale
      let begin = Int((centre - Double(taps / 2) + 0.5).rounded(.down))
      let first = min(max(begin, 0), source - count)
      for place in line.indices { line[place] = 0 }
      var sum = 0.0
      for tap in begin..<(begin + taps) {
        let weight = Self.mitchell((Double(tap) + 0.5 - centre) / stretch)
        let mirrored = tap < 0 ? -1 - tap : tap >= source ? 2 * source - 1 - tap : tap
        line[min(max(mirrored, 0), source - 1) - first] += weight
        sum += weight
      }
      firsts.append(first)
      for weight in line { weights.append(Float(weight / sum)) }
    }
    (self.firsts, self.count, self.weights, isCopy) = (firsts, count, weights, false)
  }

  private static func mitchell(_ position: Double) -> Double {
    let x = abs(position)
    if x < 1 { return (7 * x * x * x - 12 * x * x + 16.0 / 3) / 6 }
    if x < 2 { return (-7.0 / 3 * x * x * x + 12 * x * x - 20 * x + 32.0 / 3) / 6 }
    return 0
  }
}
