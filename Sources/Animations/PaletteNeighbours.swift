/// For each colour of a palette those that lie nearest to it, the nearest first.
final class PaletteNeighbours {
  /// So many are kept.
  static let capacity = 8
  private let paletteArea: WorkArea<UInt32>
  private let indices: WorkArea<UInt8>
  private let distances: WorkArea<Int32>
  private let count: Int

  /// The colours.
  var palette: UnsafeBufferPointer<UInt32> { paletteArea.read }

  init(_ palette: [UInt32]) {
    count = min(Self.capacity, palette.count - 1)
    paletteArea = WorkArea(count: palette.count, of: 0)
    for (index, colour) in palette.enumerated() { paletteArea.values[index] = colour }
    indices = WorkArea(count: palette.count * Self.capacity, of: 0)
    distances = WorkArea(count: palette.count * Self.capacity, of: .max)
    for index in palette.indices { sortNeighbours(of: index) }
  }

  private func sortNeighbours(of index: Int) {
    let (palette, base) = (palette, index &* Self.capacity)
    let (indices, distances) = (indices.values, distances.values)
    var (length, worst) = (0, Int32.max)
    for other in 0..<palette.count where other != index {
      let distance = ColourDistance.between(palette[index], palette[other])
      guard length < count || distance < worst else { continue }
      var place = base &+ min(length, count &- 1)
      while place > base, distances[place &- 1] > distance {
        distances[place] = distances[place &- 1]
        indices[place] = indices[place &- 1]
        place = place &- 1
      }
      distances[place] = distance
      indices[place] = UInt8(truncatingIfNeeded: other)
      length = min(length &+ 1, count)
      worst = distances[base &+ length &- 1]
    }
  }

  /// Adds neighbours of an index whose colours are within a limit of a pixel's.
  /// - Parameter error: how far the index's own colour lies from it.
  /// - Returns: the place behind what was added.
  @inline(__always)
  func add(
    _ word: UInt32,
    near index: UInt8,
    error: Int32,
    limit: Int32,
    _ targets: UnsafeMutableBufferPointer<UInt8>,
    _ errors: UnsafeMutableBufferPointer<UInt16>,
    from start: Int
  ) -> Int {
    var place = start
    let base = Int(index) &* Self.capacity
    // (a + b)^2 <= 2 (a^2 + b^2): what is farther away from the index's colour than this can't be near enough.
    let reach = 2 &* (limit &+ error)
    var neighbour = base
    while neighbour < base &+ count, distances.values[neighbour] <= reach {
      let candidate = indices.values[neighbour]
      let distance = ColourDistance.between(word, palette[Int(candidate)])
      if distance <= limit {
        targets[place] = candidate
        errors[place] = UInt16(clamping: distance)
        place = place &+ 1
      }
      neighbour = neighbour &+ 1
    }
    return place
  }
}
