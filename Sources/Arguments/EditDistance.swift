/// How far two words are apart, to guess what a misspelt name should have been.
enum EditDistance {
  /// The number of letters to insert, remove, replace or swap with a neighbour (optimal string alignment).
  static func between(_ left: String, _ right: String) -> Int {
    let a = Array(left.utf8)
    let b = Array(right.utf8)
    var beforePrevious: [Int] = []
    var previous = Array(0...b.count)
    for i in 0..<a.count {
      var current = [i + 1]
      for j in 0..<b.count {
        var best = min(previous[j + 1] + 1, current[j] + 1, previous[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, beforePrevious[j - 1] + 1) }
        current.append(best)
      }
      beforePrevious = previous
      previous = current
    }
    return previous[b.count]
  }

  /// The candidate that `word` most likely means; nil where none is near. A word that was cut short means what it begins;
  /// else, the longer the word, the more slips pass.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    let letters = word.utf8.filter { $0 != UInt8(ascii: "-") }.count
    guard letters > 1 else { return nil }
    let begun = candidates.filter { $0.hasPrefix(word) }
    if let shortest = begun.min(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) { return shortest }
    let limit = letters < 4 ? 1 : letters < 8 ? 2 : 3
    let ranked = candidates.map { (distance: between(word, $0), name: $0) }.filter { $0.distance <= limit }
    return ranked.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
  }
}
