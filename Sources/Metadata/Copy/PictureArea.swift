internal import Pixels

/// A rectangle in a picture, in fractions of its width and height from its upper left corner.
public struct PictureArea: Hashable, Sendable {
  /// Of the upper left corner.
  public var x, y: Double
  /// Size; 1 is the whole picture.
  public var width, height: Double

  /// The whole picture.
  public static let whole = PictureArea(x: 0, y: 0, width: 1, height: 1)

  /// Makes an area.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The area around a centre.
  init(centreX: Double, centreY: Double, width: Double, height: Double) {
    self.init(x: centreX - width / 2, y: centreY - height / 2, width: width, height: height)
  }

  var centre: (x: Double, y: Double) { (x + width / 2, y + height / 2) }

  /// Where this area of the stored pixels lies once they are turned to be looked at.
  func turned(_ orientation: Orientation) -> PictureArea {
    let centre = orientation.turned(x: centre.x, y: centre.y, width: 1, height: 1)
    let (width, height) = orientation.swapsSides ? (self.height, self.width) : (self.width, self.height)
    return PictureArea(centreX: centre.x, centreY: centre.y, width: width, height: height)
  }

  /// What is left of this area in a part of the picture, in fractions of that part; nil where its centre is cut off.
  func within(_ part: PictureArea) -> PictureArea? {
    if part == .whole { return self }
    let (x, y) = centre
    guard part.width > 0, part.height > 0, x >= part.x, x <= part.x + part.width, y >= part.y,
      y <= part.y + part.height
    else { return nil }
    let left = max(self.x, part.x)
    let top = max(self.y, part.y)
    let right = min(self.x + width, part.x + part.width)
    let bottom = min(self.y + height, part.y + part.height)
    return PictureArea(
      x: (left - part.x) / part.width,
      y: (top - part.y) / part.height,
      width: (right - left) / part.width,
      height: (bottom - top) / part.height
    )
  }

  /// Whether the numbers can be an area of a picture.
  var isPossible: Bool {
    [x, y, width, height].allSatisfy { $0.isFinite && abs($0) <= 2 } && width >= 0 && height >= 0
  }
}
