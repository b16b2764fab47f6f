/// How often colours occur in a frame: cells of 4 x 4 x 4 levels, each with the exact sum of what is in it. And, as long as
/// they are few, the colours themselves.
///
/// Used again for frame after frame, so that its memory is taken once.
final class ColourHistogram {
  /// Colours that lie in one cell.
  struct Cell {
    var count: Float
    var red: Float
    var green: Float
    var blue: Float
  }

  /// The occupied cells, with their mean colours once `add` is done.
  private(set) var cells: [Cell] = []
  /// The colours, if there are no more than were allowed; else empty.
  private(set) var distinctColours: [UInt32] = []

  private static let cellCount = 1 << 18
  /// For each cell 1 + its place among `sums`; 0 for one that is not occupied.
  private let places = WorkArea<Int32>(count: cellCount, of: 0)
  /// Count and sums of red, green, blue of the occupied cells.
  private var sums: [SIMD4<UInt32>] = []
  private var keys: [Int32] = []

  /// Counts the colours of a frame.
  /// - Parameters:
  ///   - words: the frame.
  ///   - mask: where it is not 0, a pixel counts.
  ///   - limit: distinct colours that are told.
  func count(
    _ words: UnsafeBufferPointer<UInt32>,
    where mask: UnsafeBufferPointer<UInt8>,
    distinctLimit limit: Int
  ) {
    distinctColours = Self.distinctColours(words, where: mask, limit: limit)
    for key in keys { places.values[Int(key)] = 0 }
    sums.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
    guard distinctColours.isEmpty else { return cells.removeAll(keepingCapacity: true) }
    for pixel in 0..<words.count where mask[pixel] != 0 { add(words[pixel], places.values) }
    cells = sums.map { sum in
      let count = Float(sum.x)
      return Cell(
        count: count,
        red: Float(sum.y) / count,
        green: Float(sum.z) / count,
        blue: Float(sum.w) / count
      )
    }
  }

  @inline(__always)
  private func add(_ word: UInt32, _ places: UnsafeMutableBufferPointer<Int32>) {
    let colour = SIMD4<UInt32>(1, word & 0xFF, word >> 8 & 0xFF, word >> 16 & 0xFF)
    let key = Int(truncatingIfNeeded: (colour.y >> 2) << 12 | (colour.z >> 2) << 6 | colour.w >> 2)
    let place = places[key]
    if place > 0 {
      sums[Int(truncatingIfNeeded: place) &- 1] &+= colour
    } else {
      sums.append(colour)
      keys.append(Int32(truncatingIfNeeded: key))
      places[key] = Int32(truncatingIfNeeded: sums.count)
    }
  }

  /// The colours of a frame in the order of their values; none if there are more than `limit`.
  private static func distinctColours(
    _ words: UnsafeBufferPointer<UInt32>,
    where mask: UnsafeBufferPointer<UInt8>,
    limit: Int
  ) -> [UInt32] {
    var table = [UInt32](repeating: 0, count: 1024)
    var found: [UInt32] = []
    var last: UInt32 = 0
    for pixel in 0..<words.count where mask[pixel] != 0 && words[pixel] != last {
      last = words[pixel]
      var slot = Int(truncatingIfNeeded: (last &* 0x9E37_79B1) >> 22)
      while table[slot] != last && table[slot] != 0 { slot = (slot &+ 1) & 1023 }
      guard table[slot] == 0 else { continue }
      guard found.count < limit else { return [] }
      table[slot] = last
      found.append(last)
    }
    return found.sorted()
  }
}
