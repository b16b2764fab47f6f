public import Pixels

/// The size of a collage, in pixels of scale 1.
public enum CollageCanvas: Hashable, Sendable {
  /// A common shape, each with a size of its own.
  case shape(Shape)
  /// So many pixels.
  case size(PixelSize)
  /// So many columns, and as many rows as the content takes.
  case width(Int)

  /// The shapes that have a name.
  public enum Shape: String, Hashable, Sendable, CaseIterable {
    case portrait = "3:4"
    case square = "1:1"
    case tall = "4:5"
    case screenPortrait = "9:16"
    case screen = "16:9"
    case landscape = "3:2"
    case a4 = "A4"

    /// The size at scale 1; A4 at 300 dots an inch.
    public var size: PixelSize {
      switch self {
      case .portrait: PixelSize(width: 1080, height: 1440)
      case .square: PixelSize(width: 1080, height: 1080)
      case .tall: PixelSize(width: 1080, height: 1350)
      case .screenPortrait: PixelSize(width: 1080, height: 1920)
      case .screen: PixelSize(width: 1920, height: 1080)
      case .landscape: PixelSize(width: 1620, height: 1080)
      case .a4: PixelSize(width: 2480, height: 3508)
      }
    }
  }

  /// 1080 columns, and as many rows as the content takes.
  public static let auto = CollageCanvas.width(1080)
  /// Columns or rows that may be asked for: as far as PNG goes in common readers.
  public static let sides = 1...1_000_000

  /// Reads "3:4", "A4" (in any case), "WxH", "W" or "auto"; nil where the text is none of these.
  public init?(text: String) {
    let lower = text.lowercased()
    if lower == "auto" {
      self = .auto
    } else if let shape = Shape.allCases.first(where: { $0.rawValue.lowercased() == lower }) {
      self = .shape(shape)
    } else {
      let parts = lower.split(separator: "x", omittingEmptySubsequences: false).map(Self.side)
      switch (parts.count, parts.first ?? nil, parts.last ?? nil) {
      case (1, let width?, _): self = .width(width)
      case (2, let width?, let height?): self = .size(PixelSize(width: width, height: height))
      default: return nil
      }
    }
  }

  private static func side(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let side = Int(text) else {
      return nil
    }
    return sides.contains(side) ? side : nil
  }

  /// The canvas as `init(text:)` reads it; the automatic one by its width.
  public var text: String {
    switch self {
    case .shape(let shape): shape.rawValue
    case .size(let size): "\(size.width)x\(size.height)"
    case .width(let width): "\(width)"
    }
  }

  /// Columns at scale 1.
  public var width: Int {
    switch self {
    case .shape(let shape): shape.size.width
    case .size(let size): size.width
    case .width(let width): width
    }
  }

  /// Rows at scale 1; nil where the content decides.
  public var height: Int? {
    switch self {
    case .shape(let shape): shape.size.height
    case .size(let size): size.height
    case .width: nil
    }
  }
}
