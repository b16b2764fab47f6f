/// What is seen after the frames so far, and which of its pixels a next frame has to paint.
final class Canvas {
  private let width: Int
  private let shownArea: WorkArea<UInt32>
  private let heldArea: WorkArea<UInt32>
  /// The colours that are seen; 0 where nothing is.
  var shown: UnsafeBufferPointer<UInt32> { shownArea.read }

  init(width: Int, height: Int) {
    self.width = width
    shownArea = WorkArea(count: width * height, of: 0)
    heldArea = WorkArea(count: width * height, of: 0)
  }

  /// Marks with 1 what must be painted, and all else with 0: what the source has changed, compared with what it was when
  /// the pixel was last painted, by more than the tolerance.
  /// - Returns: a box around the marks.
  func markChanges(
    in words: UnsafeBufferPointer<UInt32>,
    tolerance: Int32,
    _ mask: UnsafeMutableBufferPointer<UInt8>
  ) -> FrameBox {
    let held = heldArea.values
    for pixel in 0..<words.count {
      let (new, old) = (words[pixel], held[pixel])
      let isFar = ColourDistance.between(new, old) > tolerance
      mask[pixel] = new != 0 && (old == 0 || isFar) ? 1 : 0
    }
    return FrameBox(of: UnsafeBufferPointer(mask), width: width)
  }

  /// Takes over what a frame painted.
  /// - Parameters:
  ///   - indices: of the box, row by row.
  ///   - transparentIndex: what left a pixel as it was: the source's colour was not far from what is seen there, so it
  ///     counts as painted where the mask asked for that.
  ///   - words: the source.
  func paint(
    _ indices: UnsafeBufferPointer<UInt8>,
    in box: FrameBox,
    palette: UnsafeBufferPointer<UInt32>,
    transparentIndex: Int,
    source words: UnsafeBufferPointer<UInt32>,
    mask: UnsafeBufferPointer<UInt8>
  ) {
    let (shown, held) = (shownArea.values, heldArea.values)
    var place = 0
    for row in box.top..<box.bottom {
      let line = row &* width
      for pixel in (line &+ box.left)..<(line &+ box.right) {
        let index = Int(indices[place])
        place = place &+ 1
        if index != transparentIndex { shown[pixel] = palette[index] }
        if mask[pixel] != 0 { held[pixel] = words[pixel] }
      }
    }
  }

  /// Takes away everything in the box.
  func clear(_ box: FrameBox) {
    for row in box.top..<box.bottom {
      let line = row &* width
      for pixel in (line &+ box.left)..<(line &+ box.right) {
        shownArea.values[pixel] = 0
        heldArea.values[pixel] = 0
      }
    }
  }
}
