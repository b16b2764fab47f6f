/// A point of an upright picture: fractions 0...1 of its width and height, from the top left corner.
public struct CollagePoint: Hashable, Sendable, Codable {
  /// From the left.
  public var x: Double
  /// From the top.
  public var y: Double

  /// Makes a point; what lies outside the picture, or is no number, is brought to its nearest edge.
  public init(x: Double, y: Double) {
    self.x = Self.bounded(x)
    self.y = Self.bounded(y)
  }

  /// Reads "X,Y", both 0...1; nil where the text is something else.
  public init?(text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double(String($0)) }
    guard parts.count == 2, let x = parts[0], let y = parts[1], (0...1).contains(x), (0...1).contains(y)
    else {
      return nil
    }
    self.init(x: x, y: y)
  }

  private static func bounded(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }
}

/// A rectangle of an upright picture: fractions 0...1 of its width and height.
public struct CollageRegion: Hashable, Sendable, Codable {
  /// The corner nearest to the picture's top left one.
  public let start: CollagePoint
  /// The opposite corner.
  public let end: CollagePoint

  /// The rectangle between two corners.
  public init(_ corner: CollagePoint, _ opposite: CollagePoint) {
    start = CollagePoint(x: min(corner.x, opposite.x), y: min(corner.y, opposite.y))
    end = CollagePoint(x: max(corner.x, opposite.x), y: max(corner.y, opposite.y))
  }

  /// Its share of the picture.
  var area: Double { (end.x - start.x) * (end.y - start.y) }
}
