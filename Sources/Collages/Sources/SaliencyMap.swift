internal import Pixels

/// Finds where there is most to see in a small picture: detail, skin, vivid colours. Detail is some hundredths a pixel even where
/// there is much, and skin and colours fill areas: their weights are such that a sky or a shirt does not outweigh what is drawn.
struct SaliencyMap {
  /// Sides of the picture that is looked at, at most.
  static let longEdge = 192
  private static let detailWeight: Float = 1
  private static let skinWeight: Float = 0.12
  private static let vividWeight: Float = 0.06
  let saliency: CollageSaliency

  /// - Parameter picture: 8-bit sRGB, with or without alpha.
  init(_ picture: PixelBuffer) {
    let (width, height) = (picture.size.width, picture.size.height)
    var columns = [Double](repeating: 0, count: width)
    var rows = [Double](repeating: 0, count: height)
    let light = Self.light(picture)
    let channels = picture.layout.channelCount
    picture.bytes.withUnsafeBufferPointer { bytes in
      light.withUnsafeBufferPointer { light in
        for y in 0..<height {
          for x in 0..<width {
            let place = y &* width &+ x
            let pixel = place &* channels
            let colour = (Float(bytes[pixel]), Float(bytes[pixel &+ 1]), Float(bytes[pixel &+ 2]))
            let value = Double(Self.colourValue(colour) + Self.detail(light, x, y, width, height))
            columns[x] += value
            rows[y] += value
          }
        }
      }
    }
    saliency = CollageSaliency(columns: CollageSalienceProfile(columns), rows: CollageSalienceProfile(rows))
  }

  /// BT.709 luma, 0...1.
  private static func light(_ picture: PixelBuffer) -> [Float] {
    picture.converted(to: ChannelLayout.grey).bytes.map { Float($0) / 255 }
  }

  /// How far a pixel differs from its four neighbours; pixels at the edge are no detail.
  @inline(__always)
  private static func detail(
    _ light: UnsafeBufferPointer<Float>,
    _ x: Int,
    _ y: Int,
    _ width: Int,
    _ height: Int
  ) -> Float {
    guard x > 0, y > 0, x < width &- 1, y < height &- 1 else { return 0 }
    let place = y &* width &+ x
    let around = light[place &- 1] + light[place &+ 1] + light[place &- width] + light[place &+ width]
    return detailWeight * min(abs(around - 4 * light[place]), 1)
  }

  /// Skin and vividness of a colour, channels 0...255.
  @inline(__always)
  private static func colourValue(_ colour: (red: Float, green: Float, blue: Float)) -> Float {
    let (red, green, blue) = colour
    let (high, low) = (max(red, green, blue), min(red, green, blue))
    // Near black and near white hues mean nothing.
    guard high > 50, low < 235, high > low else { return 0 }
    let saturation = (high - low) / high
    let vivid = saturation > 0.45 && high > 90 ? vividWeight * (saturation - 0.45) : 0
    return vivid + skinWeight * skin(red, green, blue, saturation)
  }

  /// Likeness to skin of any shade, 0...1: hues of orange (8 to 34 degrees), neither grey nor vivid.
  @inline(__always)
  private static func skin(_ red: Float, _ green: Float, _ blue: Float, _ saturation: Float) -> Float {
    guard red > green, green >= blue else { return 0 }
    let hue = 60 * (green - blue) / (red - blue)
    let hueDistance = abs(hue - 21) / 13
    let saturationDistance = abs(saturation - 0.4) / 0.25
    let distance = max(hueDistance, saturationDistance)
    return distance < 1 ? 1 - distance : 0
  }
}
