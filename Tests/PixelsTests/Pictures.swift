import Pixels

/// All layouts with all depths.
let allKinds: [(ChannelLayout, SampleDepth)] = [ChannelLayout.grey, .greyAlpha, .rgb, .rgba].flatMap {
  [($0, SampleDepth.eight), ($0, .sixteen)]
}

/// Numbers that look random and are the same in every run (SplitMix64).
struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension PixelBuffer {
  /// A picture of noise.
  static func noise(_ size: PixelSize, _ layout: ChannelLayout, _ depth: SampleDepth, seed: UInt64 = 1)
    -> PixelBuffer
  {
    var generator = Generator(state: seed)
    let count = size.width * size.height * layout.channelCount * depth.byteCount
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
    return PixelBuffer(size: size, layout: layout, depth: depth, bytes: bytes)
  }

  /// A picture whose samples, 0...1, are given by column, row and channel.
  static func made(
    _ width: Int,
    _ height: Int,
    _ layout: ChannelLayout,
    _ depth: SampleDepth,
    _ sample: (_ x: Int, _ y: Int, _ channel: Int) -> Double
  ) -> PixelBuffer {
    let size = PixelSize(width: width, height: height)
    var words: [UInt16] = []
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<layout.channelCount {
          words.append(UInt16((sample(x, y, channel) * (depth == .eight ? 255 : 65535)).rounded()))
        }
      }
    }
    return depth == .sixteen
      ? PixelBuffer(size: size, layout: layout, words: words)
      : PixelBuffer(size: size, layout: layout, depth: .eight, bytes: words.map { UInt8($0) })
  }

  /// A sample as a number, 0...255 or 0...65535.
  func sample(_ x: Int, _ y: Int, _ channel: Int = 0) -> Int {
    let index = ((y * size.width + x) * layout.channelCount + channel) * depth.byteCount
    guard depth == .sixteen else { return Int(bytes[index]) }
    return bytes.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: index, as: UInt16.self)) }
  }

  /// The bytes of a pixel.
  func pixel(_ x: Int, _ y: Int) -> ArraySlice<UInt8> {
    let start = (y * size.width + x) * bytesPerPixel
    return bytes[start..<start + bytesPerPixel]
  }
}
