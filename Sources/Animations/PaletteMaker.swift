/// Chooses the colours of a frame: boxes of colours are divided where they spread most (variance-based median cut), then
/// each colour moves to the middle of those that it stands for (Lloyd's rounds).
struct PaletteMaker {
  private var cells: [ColourHistogram.Cell]
  /// Weights of red, green, blue: those of `ColourDistance`.
  private static let weights = SIMD4<Float>(2, 4, 2, 0)
  private static let rounds = 4

  /// - Returns: up to `limit` packed colours, in no certain order.
  static func palette(of cells: [ColourHistogram.Cell], limit: Int) -> [UInt32] {
    var maker = PaletteMaker(cells: cells)
    var means = maker.divide(into: limit)
    for _ in 0..<rounds { means = maker.moved(means) }
    return means.map { packed($0) }
  }

  private init(cells: [ColourHistogram.Cell]) { self.cells = cells }

  /// A stretch of `cells` that one colour stands for.
  private struct Box {
    var range: Range<Int>
    var mean: SIMD4<Float>
    /// Weighted squared distances from the mean along each axis.
    var spread: SIMD4<Float>
    /// The larger, the more is won by dividing it.
    var urgency: Float { range.count > 1 ? spread.max() : 0 }
  }

  private mutating func divide(into limit: Int) -> [SIMD4<Float>] {
    var boxes = [box(0..<cells.count)]
    while boxes.count < limit {
      guard let next = boxes.indices.max(by: { boxes[$0].urgency < boxes[$1].urgency }),
        boxes[next].urgency > 0
      else { break }
      let parts = divide(boxes[next])
      guard !parts.0.isEmpty, !parts.1.isEmpty else {
        boxes[next].spread = .zero
        continue
      }
      boxes[next] = box(parts.0)
      boxes.append(box(parts.1))
    }
    return boxes.map(\.mean)
  }

  private func box(_ range: Range<Int>) -> Box {
    cells.withUnsafeBufferPointer { cells in
      var (count, sum, squares) = (Float(0), SIMD4<Float>.zero, SIMD4<Float>.zero)
      for place in range {
        let cell = cells[place]
        let colour = SIMD4<Float>(cell.red, cell.green, cell.blue, 0)
        count += cell.count
        sum += colour * cell.count
        squares += colour * colour * cell.count
      }
      let mean = sum / max(count, 1)
      return Box(range: range, mean: mean, spread: (squares - sum * mean) * Self.weights)
    }
  }

  /// Divides a box at its mean along the axis where it spreads most.
  private mutating func divide(_ box: Box) -> (Range<Int>, Range<Int>) {
    let axis = (0..<3).max { box.spread[$0] < box.spread[$1] } ?? 1
    let mean = box.mean[axis]
    let middle = cells.withUnsafeMutableBufferPointer { cells in
      var (low, high) = (box.range.lowerBound, box.range.upperBound)
      while low < high {
        let cell = cells[low]
        let value = axis == 0 ? cell.red : axis == 1 ? cell.green : cell.blue
        if value <= mean {
          low &+= 1
        } else {
          high &-= 1
          cells.swapAt(low, high)
        }
      }
      return low
    }
    return (box.range.lowerBound..<middle, middle..<box.range.upperBound)
  }

  /// Each colour in the middle of the cells to which it is nearest; those that are nearest to none are left out.
  private func moved(_ means: [SIMD4<Float>]) -> [SIMD4<Float>] {
    let nearest = NearestColour(means.map { Self.packed($0) })
    var sums = [SIMD4<Float>](repeating: .zero, count: means.count)
    for cell in cells {
      let colour = SIMD4<Float>(cell.red, cell.green, cell.blue, 1)
      sums[nearest.index(of: Self.packed(colour))] += colour * cell.count
    }
    return sums.filter { $0.w > 0 }.map { $0 / $0.w }
  }

  private static func packed(_ colour: SIMD4<Float>) -> UInt32 {
    let rounded = (colour + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
    return UInt32(rounded.x) | UInt32(rounded.y) << 8 | UInt32(rounded.z) << 16 | PackedFrame.opaque
  }
}
