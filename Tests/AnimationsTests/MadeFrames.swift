import Animations
import Pixels

/// Pictures that tests make, and how they are coded.
enum MadeFrames {
  /// Repeats itself, so that tests do.
  struct Random {
    var state: UInt64
    mutating func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
  }

  /// A picture of packed words: red in the lowest byte; alpha as it is.
  static func picture(
    _ size: PixelSize,
    layout: ChannelLayout = .rgb,
    _ word: (Int, Int) -> UInt32
  ) -> PixelBuffer {
    var bytes: [UInt8] = []
    for row in 0..<size.height {
      for column in 0..<size.width {
        let word = word(column, row)
        bytes += (0..<layout.channelCount).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) }
      }
    }
    return PixelBuffer(size: size, layout: layout, depth: .eight, bytes: bytes)
  }

  static func colour(_ red: Int, _ green: Int, _ blue: Int) -> UInt32 {
    UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 0xFF00_0000
  }

  /// As photos are: smooth in one part, busy in another, with noise.
  static func photo(_ size: PixelSize, shift: Int, noise: Int = 6) -> PixelBuffer {
    var random = Random(state: UInt64(shift + 1))
    return picture(size) { column, row in
      let across = (column + shift) * 255 / (size.width + shift)
      let texture = row > size.height / 2 ? ((column + shift) * 37 ^ row * 59) & 63 : 0
      return colour(
        min(255, across * 3 / 4 + texture + random.next(noise)),
        min(255, row * 200 / size.height + texture / 2 + random.next(noise)),
        min(255, (255 - across) / 2 + random.next(noise))
      )
    }
  }

  /// The words of a picture, as `DecodedAnimation` has them.
  static func words(_ picture: PixelBuffer) -> [UInt32] {
    let channels = picture.layout.channelCount
    return stride(from: 0, to: picture.bytes.count, by: channels).map { place in
      if picture.layout.hasAlpha, picture.bytes[place + channels - 1] < 128 { return 0 }
      let at = { (channel: Int) in Int(picture.bytes[place + (channels < 3 ? 0 : channel)]) }
      return colour(at(0), at(1), at(2))
    }
  }

  /// Mean squared difference of a sample; 65,025 for a pixel that only one of them shows.
  static func meanSquare(_ first: [UInt32], _ second: [UInt32]) -> Double {
    var sum = 0
    for (one, other) in zip(first, second) {
      guard (one == 0) == (other == 0) else {
        sum += 3 * 65_025
        continue
      }
      for shift in [UInt32(0), 8, 16] {
        let difference = Int(one >> shift & 255) - Int(other >> shift & 255)
        sum += difference * difference
      }
    }
    return Double(sum) / Double(3 * max(first.count, 1))
  }

  /// Codes frames, each with its end in seconds.
  static func coded(
    _ frames: [(PixelBuffer, Double)],
    settings: GIFEncodingSettings = GIFEncodingSettings(),
    xmp: [UInt8]? = nil
  ) throws -> (bytes: [UInt8], summary: GIFEncoder.Summary) {
    final class Collected { var bytes: [UInt8] = [] }
    let collected = Collected()
    let size = frames.first?.0.size ?? PixelSize(width: 1, height: 1)
    let encoder = try GIFEncoder(
      size: size,
      settings: settings,
      xmp: xmp,
      output: { collected.bytes += $0 }
    )
    for (picture, end) in frames { try encoder.add(picture, untilSeconds: end) }
    let summary = try encoder.finish()
    return (collected.bytes, summary)
  }

  static func settings(quality: Int = 80, colours: Int = 256, dithering: Dithering = .adaptive)
    -> GIFEncodingSettings
  {
    var settings = GIFEncodingSettings()
    settings.quality = quality
    settings.colourCount = colours
    settings.dithering = dithering
    return settings
  }
}
