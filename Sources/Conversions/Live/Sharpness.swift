internal import Pixels

/// How sharp a frame is, for comparing frames of one video with each other.
enum Sharpness {
  /// Mean squared second difference of green over columns and rows: motion blur and missed focus take it away first.
  /// 0 for pictures without an inner pixel.
  static func measure(_ picture: PixelBuffer) -> Double {
    let (width, height) = (picture.size.width, picture.size.height)
    guard width > 2, height > 2, picture.depth == .eight else { return 0 }
    let step = picture.bytesPerPixel
    let row = picture.bytesPerRow
    // Green of RGB; the only channel of grey.
    let channel = picture.layout.isGrey ? 0 : 1
    var sum: UInt64 = 0
    picture.bytes.withUnsafeBufferPointer { bytes in
      for y in 1..<(height - 1) {
        var position = y &* row &+ step &+ channel
        for _ in 1..<(width - 1) {
          let centre = Int32(bytes[position]) &* 4
          let around =
            Int32(bytes[position &- step]) &+ Int32(bytes[position &+ step])
            &+ Int32(bytes[position &- row]) &+ Int32(bytes[position &+ row])
          let difference = centre &- around
          sum &+= UInt64(UInt32(bitPattern: difference &* difference))
          position = position &+ step
        }
      }
    }
    return Double(sum) / Double((width - 2) * (height - 2))
  }
}
