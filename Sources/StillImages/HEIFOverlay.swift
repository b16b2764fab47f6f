internal import Pixels

/// The canvas of an overlay (ISO/IEC 23008-12, 6.6.2.2): 8-bit RGBA, straight alpha.
struct HEIFOverlay {
  private let size: PixelSize
  private var bytes: [UInt8]

  /// A canvas of one colour: 16-bit red, green, blue, alpha.
  init(size: PixelSize, background: [Int]) {
    self.size = size
    let pixel = background.map { UInt8(truncatingIfNeeded: $0 >> 8) }
    bytes = [UInt8](unsafeUninitializedCapacity: size.width * size.height * 4) { output, count in
      for index in output.indices { output[index] = pixel[index & 3] }
      count = output.count
    }
  }

  /// Lays an 8-bit picture over what is there; what reaches over the borders is cut off.
  mutating func lay(_ picture: PixelBuffer, left: Int, top: Int) {
    let channels = picture.layout.channelCount
    let rows = max(0, -top)..<max(max(0, -top), min(picture.size.height, size.height - top))
    let columns = max(0, -left)..<max(max(0, -left), min(picture.size.width, size.width - left))
    for row in rows {
      for column in columns {
        let source = (row &* picture.size.width &+ column) &* channels
        let target = ((row &+ top) &* size.width &+ column &+ left) &* 4
        let opacity = picture.layout.hasAlpha ? Int(picture.bytes[source &+ channels &- 1]) : 255
        let under = Int(bytes[target &+ 3]) &* (255 &- opacity)
        let total = opacity &* 255 &+ under
        guard total > 0 else { continue }
        for channel in 0..<3 {
          let over = Int(picture.bytes[source &+ (picture.layout.isGrey ? 0 : channel)])
          let value = (over &* opacity &* 255 &+ Int(bytes[target &+ channel]) &* under &+ total / 2) / total
          bytes[target &+ channel] = UInt8(truncatingIfNeeded: value)
        }
        bytes[target &+ 3] = UInt8(truncatingIfNeeded: (total &+ 127) / 255)
      }
    }
  }

  /// The finished canvas.
  func buffer(hasAlpha: Bool) -> PixelBuffer {
    if hasAlpha { return PixelBuffer(size: size, layout: .rgba, depth: .eight, bytes: bytes) }
    let colours = [UInt8](unsafeUninitializedCapacity: size.width * size.height * 3) { output, count in
      for pixel in 0..<(size.width * size.height) {
        for channel in 0..<3 { output[pixel &* 3 &+ channel] = bytes[pixel &* 4 &+ channel] }
      }
      count = output.count
    }
    return PixelBuffer(size: size, layout: .rgb, depth: .eight, bytes: colours)
  }
}
