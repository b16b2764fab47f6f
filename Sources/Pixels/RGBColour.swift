/// A colour in sRGB, 8 bits a channel.
public struct RGBColour: Hashable, Sendable {
  /// Channels, 0...255.
  public var red, green, blue: UInt8

  /// Makes a colour.
  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// Reads "#rrggbb", "#rgb" or one of the sixteen basic names of CSS.
  public init?(text: String) {
    let lower = text.lowercased()
    if let value = Self.names[lower] {
      self.init(value)
      return
    }
    guard lower.hasPrefix("#"), lower.utf8.dropFirst().allSatisfy({ Self.isHexDigit($0) }) else { return nil }
    let digits = lower.dropFirst()
    let full: String
    switch digits.count {
    case 6: full = String(digits)
    case 3: full = digits.map { "\($0)\($0)" }.joined()
    default: return nil
    }
    guard let value = UInt32(full, radix: 16) else { return nil }
    self.init(value)
  }

  private init(_ value: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: value >> 16),
      green: UInt8(truncatingIfNeeded: value >> 8),
      blue: UInt8(truncatingIfNeeded: value)
    )
  }

  /// Whether the channels are equal.
  public var isGrey: Bool { red == green && green == blue }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }

  private static let names: [String: UInt32] = [
    "black": 0x000000, "silver": 0xC0C0C0, "gray": 0x808080, "grey": 0x808080, "white": 0xFFFFFF,
    "maroon": 0x800000,
    "red": 0xFF0000, "purple": 0x800080, "fuchsia": 0xFF00FF, "green": 0x008000, "lime": 0x00FF00,
    "olive": 0x808000,
    "yellow": 0xFFFF00, "navy": 0x000080, "blue": 0x0000FF, "teal": 0x008080, "aqua": 0x00FFFF,
  ]
}
