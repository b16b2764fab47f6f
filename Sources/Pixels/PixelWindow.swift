/// A part of a picture, in its pixels; edges may lie within one.
public struct PixelWindow: Hashable, Sendable {
  /// The left and upper edge; pixel n reaches from n to n + 1.
  public var x, y: Double
  /// The sides.
  public var width, height: Double

  /// Makes a window.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// All of a picture.
  public init(_ size: PixelSize) {
    self.init(x: 0, y: 0, width: Double(size.width), height: Double(size.height))
  }

  /// Whether it has sides and lies within a picture, but for the rounding of Doubles.
  func lies(in size: PixelSize) -> Bool {
    func fits(_ start: Double, _ length: Double, _ side: Int) -> Bool {
      start >= -0.001 && length > 0 && start + length <= Double(side) + 0.001
    }
    return fits(x, width, size.width) && fits(y, height, size.height)
  }
}
