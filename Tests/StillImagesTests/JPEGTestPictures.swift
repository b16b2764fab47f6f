import Pixels

/// Small pictures made by arithmetic.
enum TestPictures {
  /// Soft waves with a different phase a channel, so that exchanged channels, rows or columns show. Alpha, where there is
  /// one, is a slope.
  static func waves(_ width: Int, _ height: Int, _ layout: ChannelLayout, _ depth: SampleDepth = .eight)
    -> PixelBuffer
  {
    var words: [UInt16] = []
    for row in 0..<height {
      for column in 0..<width {
        for channel in 0..<layout.channelCount {
          let isAlpha = layout.hasAlpha && channel == layout.channelCount - 1
          let value =
            isAlpha ? column * 700 + row : triangle(column * 900 + row * 500 * (channel + 1) + channel * 9000)
          words.append(UInt16(value % 65536))
        }
      }
    }
    let bytes: [UInt8] =
      switch depth {
      case .eight: words.map { UInt8($0 >> 8) }
      case .sixteen: words.withUnsafeBytes { Array($0) }
      }
    return PixelBuffer(
      size: PixelSize(width: width, height: height),
      layout: layout,
      depth: depth,
      bytes: bytes
    )
  }

  private static func triangle(_ value: Int) -> Int {
    let place = value % 131_072
    return place < 65536 ? place : 131_071 - place
  }
}
