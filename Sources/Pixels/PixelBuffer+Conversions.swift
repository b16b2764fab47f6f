extension PixelBuffer {
  /// Runs `body` with the samples of a 16-bit picture; with none where it has 8 bits.
  func withWords<Result>(_ body: (UnsafeBufferPointer<UInt16>) throws -> Result) rethrows -> Result {
    try bytes.withUnsafeBufferPointer { buffer in
      // Array storage is aligned for any simple type.
      try UnsafeBufferPointer(rebasing: buffer[..<(depth == .sixteen ? buffer.count : 0)])
        .withMemoryRebound(to: UInt16.self, body)
    }
  }

  /// A 16-bit picture from samples.
  public init(size: PixelSize, layout: ChannelLayout, words: [UInt16]) {
    self.init(size: size, layout: layout, depth: .sixteen, bytes: words.withUnsafeBytes { Array($0) })
  }

  /// The samples of a 16-bit picture in memory order; empty for 8 bits.
  public var words: [UInt16] { withWords { Array($0) } }

  /// A 16-bit sample in 8 bits, rounded to the nearest: x / 257 without a division, exact for all 65,536
  /// values.
  @inline(__always)
  static func narrowed(_ word: UInt16) -> UInt8 {
    UInt8(truncatingIfNeeded: (UInt32(word) &* 255 &+ 32895) &>> 16)
  }

  /// The picture with samples of another depth. 8 to 16 bits repeats the byte (255 becomes 65535); 16 to 8
  /// rounds to the nearest, so there and back is exact.
  public func converted(to target: SampleDepth) -> PixelBuffer {
    if target == depth { return self }
    switch target {
    case .sixteen:
      let total = bytes.count * 2
      let wide = [UInt8](unsafeUninitializedCapacity: total) { buffer, count in
        bytes.withUnsafeBufferPointer { source in
          // Both bytes are the same, so the byte order does not matter.
          for index in 0..<source.count {
            buffer[index &* 2] = source[index]
            buffer[index &* 2 &+ 1] = source[index]
          }
        }
        count = total
      }
      return PixelBuffer(size: size, layout: layout, depth: .sixteen, bytes: wide)
    case .eight:
      let narrow = withWords { words in
        [UInt8](unsafeUninitializedCapacity: words.count) { buffer, count in
          for index in 0..<words.count { buffer[index] = Self.narrowed(words[index]) }
          count = words.count
        }
      }
      return PixelBuffer(size: size, layout: layout, depth: .eight, bytes: narrow)
    }
  }

  /// The picture with other channels: grey is repeated into RGB, RGB becomes its luma (BT.709 weights on
  /// coded values), missing alpha is opaque, alpha that the target lacks is dropped without a background (see
  /// `flattened(onto:)`).
  public func converted(to target: ChannelLayout) -> PixelBuffer {
    if target == layout { return self }
    switch depth {
    case .eight:
      let samples = bytes.withUnsafeBufferPointer {
        Self.rearranged($0, from: layout, to: target, opaque: UInt8.max)
      }
      return PixelBuffer(size: size, layout: target, depth: .eight, bytes: samples)
    case .sixteen:
      let samples = withWords { Self.rearranged($0, from: layout, to: target, opaque: UInt16.max) }
      return PixelBuffer(size: size, layout: target, words: samples)
    }
  }

  @inline(__always)
  private static func rearranged<Sample: FixedWidthInteger & UnsignedInteger>(
    _ samples: UnsafeBufferPointer<Sample>,
    from: ChannelLayout,
    to: ChannelLayout,
    opaque: Sample
  ) -> [Sample] {
    let (fromCount, toCount) = (from.channelCount, to.channelCount)
    let pixelCount = samples.count / fromCount
    return [Sample](unsafeUninitializedCapacity: pixelCount * toCount) { buffer, count in
      // Channel by channel, in runs that stay in the cache.
      var start = 0
      while start < pixelCount {
        let run = start..<min(start &+ 4096, pixelCount)
        for channel in 0..<toCount {
          if to.hasAlpha && channel == toCount &- 1 {
            if from.hasAlpha {
              for index in run {
                buffer[index &* toCount &+ channel] = samples[index &* fromCount &+ fromCount &- 1]
              }
            } else {
              for index in run { buffer[index &* toCount &+ channel] = opaque }
            }
          } else if to.isGrey && !from.isGrey {
            for index in run {
              let read = index &* fromCount
              buffer[index &* toCount &+ channel] = luma(
                samples[read],
                samples[read &+ 1],
                samples[read &+ 2]
              )
            }
          } else {
            let read = from.isGrey ? 0 : channel
            for index in run { buffer[index &* toCount &+ channel] = samples[index &* fromCount &+ read] }
          }
        }
        start = run.upperBound
      }
      count = pixelCount * toCount
    }
  }

  /// BT.709 luma of coded values; weights in 1/65536, with the sum 65536, so that grey stays grey.
  @inline(__always)
  private static func luma<Sample: FixedWidthInteger & UnsignedInteger>(
    _ red: Sample,
    _ green: Sample,
    _ blue: Sample
  ) -> Sample {
    let sum = UInt64(red) &* 13933 &+ UInt64(green) &* 46871 &+ UInt64(blue) &* 4732
    return Sample(truncatingIfNeeded: (sum &+ 32768) &>> 16)
  }
}
