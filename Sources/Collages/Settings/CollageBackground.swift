public import Pixels

/// What lies between and around the cells.
public enum CollageBackground: Hashable, Sendable {
  /// One colour.
  case colour(RGBColour)
  /// Nothing, where the format has transparency.
  case transparent
  /// The first photo, filling the canvas, blurred and darkened.
  case blur

  /// Reads "blur", "transparent", or a colour as `RGBColour` does.
  public init?(text: String) {
    switch text.lowercased() {
    case "blur": self = .blur
    case "transparent": self = .transparent
    default:
      guard let colour = RGBColour(text: text) else { return nil }
      self = .colour(colour)
    }
  }

  /// White.
  public static let white = CollageBackground.colour(RGBColour(red: 255, green: 255, blue: 255))

  /// The background as `init(text:)` reads it; a colour as "#rrggbb".
  public var text: String {
    switch self {
    case .blur: "blur"
    case .transparent: "transparent"
    case .colour(let colour):
      "#"
        + [colour.red, colour.green, colour.blue].map { channel in
          let digits = String(channel, radix: 16)
          return digits.count == 1 ? "0\(digits)" : digits
        }.joined()
    }
  }
}
