internal import Messages
internal import Pixels

/// Joins a picture with the alpha channel that HEIF keeps as a picture of its own.
enum HEIFAlpha {
  /// Adds `alpha` (its first channel counts) to `picture`; an alpha channel of another size is scaled to the nearest
  /// sample, as it has been cut from a picture of the same shape. Colours are freed from premultiplication.
  static func join(_ picture: PixelBuffer, alpha: PixelBuffer, isPremultiplied: Bool) throws -> PixelBuffer {
    let size = picture.size
    let layout: ChannelLayout = picture.layout.isGrey ? .greyAlpha : .rgba
    let (colours, channels) = (picture.layout.channelCount, layout.channelCount)
    let maximum = picture.depth == .eight ? 255 : 65_535
    var samples = SampleBuffer(count: size.width * size.height * channels, depth: picture.depth)
    for y in 0..<size.height {
      let alphaRow = y * alpha.size.height / size.height * alpha.size.width
      for x in 0..<size.width {
        let source = y &* size.width &+ x
        let alphaPixel = alphaRow &+ x &* alpha.size.width / size.width
        var opacity = alpha.sample(alphaPixel &* alpha.layout.channelCount)
        if alpha.depth != picture.depth {
          opacity = alpha.depth == .eight ? opacity &* 257 : (opacity &* 255 &+ 32_767) / 65_535
        }
        for channel in 0..<colours {
          var value = picture.sample(source &* colours &+ channel)
          if isPremultiplied && opacity > 0 {
            value = min(maximum, (value &* maximum &+ opacity / 2) / opacity)
          }
          samples.set(source &* channels &+ channel, value)
        }
        samples.set(source &* channels &+ colours, opacity)
      }
    }
    return PixelBuffer(size: size, layout: layout, depth: picture.depth, bytes: samples.bytes)
  }

  /// Samples being written.
  private struct SampleBuffer {
    var bytes: [UInt8]
    let depth: SampleDepth

    init(count: Int, depth: SampleDepth) {
      bytes = [UInt8](repeating: 0, count: count * depth.byteCount)
      self.depth = depth
    }

    @inline(__always)
    mutating func set(_ index: Int, _ value: Int) {
      if depth == .eight {
        bytes[index] = UInt8(truncatingIfNeeded: value)
      } else {
        bytes.withUnsafeMutableBytes {
          $0.storeBytes(of: UInt16(truncatingIfNeeded: value), toByteOffset: index &* 2, as: UInt16.self)
        }
      }
    }
  }
}

extension PixelBuffer {
  /// One sample, counted through the whole picture.
  @inline(__always)
  func sample(_ index: Int) -> Int {
    depth == .eight
      ? Int(bytes[index])
      : bytes.withUnsafeBytes { Int($0.loadUnaligned(fromByteOffset: index &* 2, as: UInt16.self)) }
  }
}
