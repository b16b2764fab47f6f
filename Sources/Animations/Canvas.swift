/// What is seen after the frames so far, and which of its pixels a next frame has to paint.
struct Canvas {
  let width: Int
  let height: Int
  /// The colours that are seen; 0 where nothing is.
  private(set) var shown: [UInt32]
  /// What the source had when the pixel was last painted.
  private(set) var held: [UInt32]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    shown = [UInt32](repeating: 0, count: width * height)
    held = shown
  }

  /// Marks with 1 what must be painted: the source has gone away from what it was when the pixel was last painted.
  func markChanges(in words: [UInt32], tolerance: Int32, _ mask: inout [UInt8]) {
    mask.withUnsafeMutableBufferPointer { mask in
      words.withUnsafeBufferPointer { words in
        held.withUnsafeBufferPointer { held in
          for pixel in 0..<words.count {
            let (new, old) = (words[pixel], held[pixel])
            let changes =
              new != old && new != 0 && (old == 0 || ColourDistance.between(new, old) > tolerance)
            mask[pixel] = changes ? 1 : 0
          }
        }
      }
    }
  }

  /// Takes over what a frame painted.
  /// - Parameters:
  ///   - indices: of the box, row by row.
  ///   - palette: the frame's colours.
  ///   - transparentIndex: what left a pixel as it was.
  ///   - words: the source.
  mutating func paint(
    _ indices: [UInt8],
    in box: FrameBox,
    palette: [UInt32],
    transparentIndex: Int,
    source words: [UInt32]
  ) {
    for row in 0..<box.height {
      let line = (box.top &+ row) &* width &+ box.left
      for column in 0..<box.width {
        let index = Int(indices[row &* box.width &+ column])
        guard index != transparentIndex else { continue }
        shown[line &+ column] = palette[index]
        held[line &+ column] = words[line &+ column]
      }
    }
  }

  /// Takes away everything in the box.
  mutating func clear(_ box: FrameBox) {
    for row in box.top..<box.bottom {
      let line = row &* width
      for pixel in (line &+ box.left)..<(line &+ box.right) {
        shown[pixel] = 0
        held[pixel] = 0
      }
    }
  }
}
