internal import Messages
internal import Pixels

/// A part of a picture, as it is asked for before the picture is known.
public enum PictureCrop: Hashable, Sendable, Codable {
  /// A rectangle of so many pixels; without a place in the middle.
  case area(width: Int, height: Int, left: Int?, top: Int?)
  /// The largest part of this shape, in the middle.
  case aspect(width: Int, height: Int)

  /// "320x240+10+20", "320x240", "16:9"; nil where it is none of these.
  public init?(text: String) {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false)
    func numbers(_ text: Substring, by separator: Character) -> [Int] {
      text.split(separator: separator, omittingEmptySubsequences: false).compactMap(Self.number)
    }
    let sides = numbers(parts[0], by: "x")
    let shape = numbers(parts[0], by: ":")
    let place = parts.dropFirst().compactMap(Self.number)
    if sides.count == 2, sides.allSatisfy({ $0 > 0 }), parts[0].count(where: { $0 == "x" }) == 1 {
      guard place.count == parts.count - 1, place.isEmpty || place.count == 2 else { return nil }
      self = .area(width: sides[0], height: sides[1], left: place.first, top: place.last)
    } else if shape.count == 2, shape.allSatisfy({ $0 > 0 }), parts.count == 1,
      parts[0].count(where: { $0 == ":" }) == 1
    {
      self = .aspect(width: shape[0], height: shape[1])
    } else {
      return nil
    }
  }

  private static func number(_ text: Substring) -> Int? {
    guard (1...6).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(text)
  }

  /// As `init(text:)` reads it.
  public var text: String {
    switch self {
    case .area(let width, let height, let left?, let top?): "\(width)x\(height)+\(left)+\(top)"
    case .area(let width, let height, _, _): "\(width)x\(height)"
    case .aspect(let width, let height): "\(width):\(height)"
    }
  }

  /// The part of a picture of this size.
  /// - Throws: `crop.outside` where it is not in the picture.
  func area(in size: PixelSize) throws -> PictureRectangle {
    switch self {
    case .area(let width, let height, let left, let top):
      let left = left ?? max(0, (size.width - width) / 2)
      let top = top ?? max(0, (size.height - height) / 2)
      guard left + width <= size.width, top + height <= size.height else {
        throw Problem(
          .cropOutside,
          ["crop": text, "width": "\(size.width)", "height": "\(size.height)"]
        )
      }
      return PictureRectangle(left: left, top: top, size: PixelSize(width: width, height: height))
    case .aspect(let width, let height):
      // Where the picture is wider than the shape its height counts, else its width.
      let shape = Double(width) / Double(height)
      let isWider = Double(size.width) > Double(size.height) * shape
      let columns = isWider ? Int((Double(size.height) * shape).rounded()) : size.width
      let rows = isWider ? size.height : Int((Double(size.width) / shape).rounded())
      let part = PixelSize(
        width: max(1, min(size.width, columns)),
        height: max(1, min(size.height, rows))
      )
      return PictureRectangle(
        left: (size.width - part.width) / 2,
        top: (size.height - part.height) / 2,
        size: part
      )
    }
  }
}

/// A rectangle of pixels within a picture.
struct PictureRectangle: Hashable {
  var left: Int
  var top: Int
  var size: PixelSize
}
