/// How much of each pixel lies inside a rectangle with round corners: 1 but for the corners, where it is what the distance to
/// the edge leaves.
struct RoundedCorners {
  /// Pixels, at most half of each side.
  let radius: Int
  /// Rows of the rectangle.
  let height: Int

  /// The coverage (0...1) of the first pixels of a row; that of the last ones is the same from the other side. Empty where
  /// the row has no corner.
  func coverage(ofRow row: Int) -> [Float] {
    let fromEdge = min(row, height - 1 - row)
    guard fromEdge >= 0, fromEdge < radius else { return [] }
    let round = Double(radius)
    let down = round - (Double(fromEdge) + 0.5)
    return (0..<radius).map { column in
      let across = round - (Double(column) + 0.5)
      let distance = (across * across + down * down).squareRoot() - round
      return Float(min(max(0.5 - distance, 0), 1))
    }
  }
}
