/// For each pixel of a box the indices that may stand for it, with the error that each makes.
final class PixelChoices {
  /// The most that a pixel can have: its colour, transparent, and neighbours.
  static let capacity = 2 + PaletteNeighbours.capacity

  /// What choices are made from, pixel by pixel of the frame.
  struct Sources {
    let words: UnsafeBufferPointer<UInt32>
    /// What is seen before the frame.
    let shown: UnsafeBufferPointer<UInt32>
    /// 0 where a pixel stays as it is.
    let mask: UnsafeBufferPointer<UInt8>
    let activity: UnsafeBufferPointer<UInt8>
    /// The colours chosen.
    let mapped: UnsafeBufferPointer<UInt8>
    let width: Int
  }

  private let countArea: WorkArea<UInt8>
  private let indexArea: WorkArea<UInt8>
  private let errorArea: WorkArea<UInt16>
  /// How many each pixel of the box has, 1...`capacity`, row by row.
  var counts: UnsafeBufferPointer<UInt8> { countArea.read }
  /// `capacity` a pixel.
  var indices: UnsafeBufferPointer<UInt8> { indexArea.read }
  /// `capacity` a pixel: distances from the source, 65,535 for greater ones.
  var errors: UnsafeBufferPointer<UInt16> { errorArea.read }

  init(pixelCount: Int) {
    countArea = WorkArea(count: pixelCount, of: 0)
    indexArea = WorkArea(count: pixelCount * Self.capacity, of: 0)
    errorArea = WorkArea(count: pixelCount * Self.capacity, of: 0)
  }

  /// Fills in the choices of all pixels of a box.
  /// - Parameter slack: by activity, how much farther than the mapped colour another may lie.
  func gather(
    _ sources: Sources,
    in box: FrameBox,
    neighbours: PaletteNeighbours,
    transparentIndex: Int,
    slack: [Int32]
  ) {
    let (counts, indices, errors) = (countArea.values, indexArea.values, errorArea.values)
    let transparent = UInt8(truncatingIfNeeded: transparentIndex)
    slack.withUnsafeBufferPointer { slack in
      var place = 0
      for row in box.top..<box.bottom {
        let line = row &* sources.width
        for pixel in (line &+ box.left)..<(line &+ box.right) {
          let start = place &* Self.capacity
          if sources.mask[pixel] == 0 {
            counts[place] = 1
            indices[start] = transparent
            errors[start] = 0
          } else {
            let word = sources.words[pixel]
            let best = sources.mapped[pixel]
            let error = ColourDistance.between(word, neighbours.palette[Int(best)])
            let limit = error &+ slack[Int(sources.activity[pixel])]
            indices[start] = best
            errors[start] = UInt16(clamping: error)
            var end = start &+ 1
            let shown = sources.shown[pixel]
            if shown != 0, case let stays = ColourDistance.between(word, shown), stays <= limit {
              indices[end] = transparent
              errors[end] = UInt16(clamping: stays)
              end = end &+ 1
            }
            if limit > error {
              end = neighbours.add(word, near: best, error: error, limit: limit, indices, errors, from: end)
            }
            counts[place] = UInt8(truncatingIfNeeded: end &- start)
          }
          place = place &+ 1
        }
      }
    }
  }
}
