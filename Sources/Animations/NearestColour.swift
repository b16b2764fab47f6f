/// Finds the nearest colour of a palette, exactly: for each cell of 16 x 16 x 16 levels a list of the colours that can be
/// the nearest to anything in it is made when the cell is first met.
final class NearestColour {
  /// The colours, packed.
  let palette: [UInt32]
  /// For each of the 16 x 16 x 16 cells where its list begins; -1 for one that was not met.
  private let starts = WorkArea<Int32>(count: 4096, of: -1)
  /// Lists: a count, then indices.
  private var lists: [UInt16] = []

  /// - Parameter palette: 1...256 packed colours.
  init(_ palette: [UInt32]) {
    self.palette = palette
    lists.reserveCapacity(1 << 15)
  }

  /// The index of the colour nearest to this one.
  @inline(__always)
  func index(of word: UInt32) -> Int {
    let key = Int(truncatingIfNeeded: word >> 4 & 0xF | word >> 8 & 0xF0 | word >> 12 & 0xF00)
    var start = Int(starts.values[key])
    if start < 0 { start = makeList(key) }
    return lists.withUnsafeBufferPointer { lists in
      palette.withUnsafeBufferPointer { palette in
        var (best, bestDistance) = (0, Int32.max)
        for place in (start &+ 1)...(start &+ Int(lists[start])) {
          let index = Int(lists[place])
          let distance = ColourDistance.between(word, palette[index])
          if distance < bestDistance { (best, bestDistance) = (index, distance) }
        }
        return best
      }
    }
  }

  /// Colours whose least distance from the cell is not above the least of all greatest distances.
  private func makeList(_ key: Int) -> Int {
    let low = SIMD4<Int32>(Int32(key & 0xF), Int32(key >> 4 & 0xF), Int32(key >> 8), 0) &* 16
    let high = low &+ 15
    var reach = Int32.max
    var least = [Int32](repeating: 0, count: palette.count)
    for (index, word) in palette.enumerated() {
      let colour = SIMD4<Int32>(Int32(word & 0xFF), Int32(word >> 8 & 0xFF), Int32(word >> 16 & 0xFF), 0)
      let (below, above) = (low &- colour, colour &- high)
      let outside = pointwiseMax(pointwiseMax(below, above), .zero)
      let farthest = pointwiseMax(colour &- low, high &- colour)
      least[index] = Self.length(outside)
      reach = min(reach, Self.length(farthest))
    }
    let start = lists.count
    lists.append(0)
    for index in palette.indices where least[index] <= reach { lists.append(UInt16(index)) }
    lists[start] = UInt16(lists.count - start - 1)
    starts.values[key] = Int32(start)
    return start
  }

  private static func length(_ difference: SIMD4<Int32>) -> Int32 {
    let weighted = difference &* difference &* SIMD4<Int32>(2, 4, 2, 0)
    return weighted.wrappedSum()
  }
}
