internal import Pixels

/// The matrix that turns a track's frames (ISO/IEC 14496-12, 6.2.2): x' = a x + c y, y' = b x + d y, 16.16 each.
struct DisplayMatrix {
  var a: Int64
  var b: Int64
  var c: Int64
  var d: Int64

  /// The nearest of the eight ways to turn and mirror; a matrix that flattens the picture turns nothing.
  var orientation: Orientation {
    if a.magnitude + d.magnitude >= b.magnitude + c.magnitude {
      guard a != 0, d != 0 else { return .up }
      return switch (a > 0, d > 0) {
      case (true, true): .up
      case (false, true): .upMirrored
      case (false, false): .down
      case (true, false): .downMirrored
      }
    }
    guard b != 0, c != 0 else { return .up }
    return switch (b > 0, c > 0) {
    case (true, true): .leftMirrored
    case (true, false): .right
    case (false, false): .rightMirrored
    case (false, true): .left
    }
  }

  /// Reads libav's form: nine numbers in native byte order, a b u c d v x y w. Nil where there are fewer.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 36 else { return nil }
    func number(_ index: Int) -> Int64 {
      Int64(bytes.loadUnaligned(fromByteOffset: index * 4, as: Int32.self))
    }
    (a, b, c, d) = (number(0), number(1), number(3), number(4))
  }
}
