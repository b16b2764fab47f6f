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

  /// Whether width and height change places.
  public var swapsSides: Bool { rawValue >= 5 }
}
