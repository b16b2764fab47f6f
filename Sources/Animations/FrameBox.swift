/// A rectangle of a frame: columns `left..<right`, rows `top..<bottom`.
struct FrameBox: Hashable {
  var left: Int
  var top: Int
  var right: Int
  var bottom: Int

  /// Holds nothing.
  static let empty = FrameBox(left: .max, top: .max, right: 0, bottom: 0)

  var isEmpty: Bool { left >= right || top >= bottom }
  var width: Int { isEmpty ? 0 : right - left }
  var height: Int { isEmpty ? 0 : bottom - top }

  /// The smallest rectangle around both.
  func union(_ other: FrameBox) -> FrameBox {
    if isEmpty { return other }
    if other.isEmpty { return self }
    return FrameBox(
      left: min(left, other.left),
      top: min(top, other.top),
      right: max(right, other.right),
      bottom: max(bottom, other.bottom)
    )
  }

  /// The smallest rectangle around the pixels of a frame whose value is not 0.
  init(of mask: UnsafeBufferPointer<UInt8>, width: Int) {
    self = .empty
    for row in 0..<(mask.count / width) {
      let line = row &* width
      guard let first = (0..<width).first(where: { mask[line &+ $0] != 0 }) else { continue }
      let last = (first..<width).last { mask[line &+ $0] != 0 } ?? first
      self = union(FrameBox(left: first, top: row, right: last &+ 1, bottom: row &+ 1))
    }
  }

  init(left: Int, top: Int, right: Int, bottom: Int) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }
}
