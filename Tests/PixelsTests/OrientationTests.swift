import Pixels
import Testing

@Suite struct OrientationTests {
  /// Where the stored pixel at (x, y) is seen, straight from the words of Exif 2.32: "the 0th row is at the
  /// ... , the 0th column at the ... of the picture".
  private func seen(_ orientation: Orientation, _ x: Int, _ y: Int, of size: PixelSize) -> (x: Int, y: Int) {
    let (right, bottom) = (size.width - 1, size.height - 1)
    return switch orientation {
    case .up: (x, y)  // top, left
    case .upMirrored: (right - x, y)  // top, right
    case .down: (right - x, bottom - y)  // bottom, right
    case .downMirrored: (x, bottom - y)  // bottom, left
    case .leftMirrored: (y, x)  // left, top
    case .right: (bottom - y, x)  // right, top
    case .rightMirrored: (bottom - y, right - x)  // right, bottom
    case .left: (y, right - x)  // left, bottom
    }
  }

  @Test(arguments: Orientation.allCases)
  func everyPixelGoesWhereExifSays(orientation: Orientation) {
    for width in 1...17 {
      for height in 1...17 {
        let (layout, depth) = allKinds[(width * 17 + height) % allKinds.count]
        check(orientation, .noise(PixelSize(width: width, height: height), layout, depth))
      }
    }
  }

  @Test(arguments: Orientation.allCases)
  func everyKindOfPixel(orientation: Orientation) {
    for (layout, depth) in allKinds {
      // Larger than the squares that the turning works in, and no multiple of them.
      for (width, height) in [(1, 1), (17, 3), (131, 67), (64, 129)] {
        check(orientation, .noise(PixelSize(width: width, height: height), layout, depth))
      }
    }
  }

  private func check(_ orientation: Orientation, _ picture: PixelBuffer) {
    let upright = picture.oriented(orientation)
    let size = picture.size
    #expect(upright.size == (orientation.swapsSides ? size.transposed : size))
    #expect(upright.layout == picture.layout && upright.depth == picture.depth)
    for y in 0..<size.height {
      for x in 0..<size.width {
        let place = seen(orientation, x, y, of: size)
        guard upright.pixel(place.x, place.y) == picture.pixel(x, y) else {
          Issue.record("\(orientation), \(size), \(picture.layout), \(picture.depth): pixel \(x), \(y)")
          return
        }
      }
    }
  }
}
