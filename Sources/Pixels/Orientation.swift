/// How stored pixels are turned to be looked at: the eight values of Exif tag 0x0112 (Exif 2.32, 4.6.4).
public enum Orientation: Int, Sendable, Codable, CaseIterable {
  case up = 1
  case upMirrored = 2
  case down = 3
  case downMirrored = 4
  case leftMirrored = 5
  case right = 6
  case rightMirrored = 7
  case left = 8

  /// Where a point of the stored picture lies once that is turned to be looked at; sizes are those of the stored picture.
  public func turned<Number: Numeric>(x: Number, y: Number, width: Number, height: Number) -> (
    x: Number, y: Number
  ) {
    let (right, bottom) = (width - x, height - y)
    return switch self {
    case .up: (x, y)
    case .upMirrored: (right, y)
    case .down: (right, bottom)
    case .downMirrored: (x, bottom)
    case .leftMirrored: (y, x)
    case .right: (bottom, x)
    case .rightMirrored: (bottom, right)
    case .left: (y, right)
    }
  }

  /// What does at once what this and then another do.
  public func followed(by next: Orientation) -> Orientation {
    // A point that no two turns of an oblong take to the same place tells them apart.
    let (width, height) = (5, 9)
    func place(_ orientation: Orientation, _ x: Int, _ y: Int, isSwapped: Bool) -> (x: Int, y: Int) {
      orientation.turned(x: x, y: y, width: isSwapped ? height : width, height: isSwapped ? width : height)
    }
    let first = place(self, 1, 2, isSwapped: false)
    let both = place(next, first.x, first.y, isSwapped: swapsSides)
    return Self.allCases.first { place($0, 1, 2, isSwapped: false) == both } ?? .up
  }

  /// Whether width and height change places.
  public var swapsSides: Bool { rawValue >= 5 }
}
