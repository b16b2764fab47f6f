internal import Pixels

/// A part of an upright picture, in fractions of its sides.
public struct MovieWindow: Hashable, Sendable {
  /// The left and upper edge, 0...1.
  public var x, y: Double
  /// The sides, above 0; `x + width` and `y + height` are at most 1, but for rounding.
  public var width, height: Double

  /// Makes a window.
  public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  /// All of a picture.
  public static let whole = MovieWindow(x: 0, y: 0, width: 1, height: 1)

  /// Where it lies in a stored picture that `orientation` turns upright and of which `seen` is to be seen.
  func region(of seen: PlanarConversion.Region, stored orientation: Orientation) -> PlanarConversion.Region {
    let (left, top) = (min(max(x, 0), 1), min(max(y, 0), 1))
    let (right, bottom) = (min(max(x + width, left), 1), min(max(y + height, top), 1))
    let back: Orientation =
      switch orientation {
      case .right: .left
      case .left: .right
      default: orientation
      }
    let one = back.turned(x: left, y: top, width: 1.0, height: 1.0)
    let other = back.turned(x: right, y: bottom, width: 1.0, height: 1.0)
    return PlanarConversion.Region(
      left: seen.left + min(one.x, other.x) * seen.width,
      top: seen.top + min(one.y, other.y) * seen.height,
      width: max(abs(one.x - other.x) * seen.width, 1),
      height: max(abs(one.y - other.y) * seen.height, 1)
    )
  }
}
