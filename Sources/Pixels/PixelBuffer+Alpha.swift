extension PixelBuffer {
  /// Whether no pixel is transparent; a picture without alpha is opaque.
  public var isOpaque: Bool {
    guard layout.hasAlpha else { return true }
    let pixelBytes = bytesPerPixel
    let isWide = depth == .sixteen
    return bytes.withUnsafeBufferPointer { buffer in
      var offset = pixelBytes - 1
      while offset < buffer.count {
        if buffer[offset] != 255 || (isWide && buffer[offset &- 1] != 255) { return false }
        offset &+= pixelBytes
      }
      return true
    }
  }

  /// Whether a pixel is neither opaque nor quite transparent.
  public var hasPartialTransparency: Bool {
    guard layout.hasAlpha else { return false }
    let stride = layout.channelCount
    func isHalf<Sample: FixedWidthInteger>(_ samples: UnsafeBufferPointer<Sample>) -> Bool {
      var index = stride &- 1
      while index < samples.count {
        if samples[index] != 0 && samples[index] != Sample.max { return true }
        index &+= stride
      }
      return false
    }
    return depth == .eight ? bytes.withUnsafeBufferPointer { isHalf($0) } : withWords { isHalf($0) }
  }

  /// The picture without alpha, laid on a colour. The mixing is done on coded values, as browsers do.
  ///
  /// A grey picture on a coloured background becomes RGB.
  /// - Parameters:
  ///   - background: a colour in sRGB.
  ///   - profile: the picture's profile, so that the background looks the same in it; nil or one that can't
  ///     be used: sRGB.
  public func flattened(onto background: RGBColour, profile: [UInt8]? = nil) -> PixelBuffer {
    guard layout.hasAlpha else { return self }
    let target: ChannelLayout = layout == .greyAlpha && background.isGrey ? .grey : .rgb
    let source = converted(to: target == .grey ? ChannelLayout.greyAlpha : .rgba)
    let colour = profile.flatMap { try? ColourConversion.colour(background, in: $0) } ?? background
    let under = [colour.red, colour.green, colour.blue]
    switch depth {
    case .eight:
      let samples = source.bytes.withUnsafeBufferPointer {
        Self.mixed($0, under, channels: target.channelCount, full: 255)
      }
      return PixelBuffer(size: size, layout: target, depth: .eight, bytes: samples)
    case .sixteen:
      let wide = under.map { UInt16($0) &* 257 }
      let samples = source.withWords { Self.mixed($0, wide, channels: target.channelCount, full: 65535) }
      return PixelBuffer(size: size, layout: target, words: samples)
    }
  }

  @inline(__always)
  private static func mixed<Sample: FixedWidthInteger & UnsignedInteger>(
    _ samples: UnsafeBufferPointer<Sample>,
    _ under: [Sample],
    channels: Int,
    full: UInt64
  ) -> [Sample] {
    let stride = channels + 1
    let pixelCount = samples.count / stride
    return [Sample](unsafeUninitializedCapacity: pixelCount * channels) { buffer, count in
      under.withUnsafeBufferPointer { under in
        for index in 0..<pixelCount {
          let alpha = UInt64(samples[index &* stride &+ channels])
          for channel in 0..<channels {
            let over = UInt64(samples[index &* stride &+ channel]) &* alpha
            let rest = UInt64(under[channel]) &* (full &- alpha)
            buffer[index &* channels &+ channel] =
              Sample(truncatingIfNeeded: (over &+ rest &+ full / 2) / full)
          }
        }
      }
      count = pixelCount * channels
    }
  }
}
