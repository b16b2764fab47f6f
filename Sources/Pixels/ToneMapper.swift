internal import Messages

/// A tone mapping whose tables are made once: for pictures that follow one another, which all have to be mapped alike.
public struct ToneMapper: Sendable {
  private let kernel: ToneMappingKernel

  /// - Parameters:
  ///   - codePoints: transfer 16 (PQ) or 18 (HLG); primaries of H.273, unknown ones are taken for BT.2020's.
  ///   - target: the colour space of the results.
  ///   - peak: the light that becomes white, cd/m2.
  /// - Throws: `internal` where the transfer is neither.
  public init(_ codePoints: CodePoints, target: ToneMapping.Target, peak: Double) throws {
    kernel = ToneMappingKernel(
      try ToneMapping.transfer(of: codePoints),
      from: codePoints.primaries,
      to: target.primaries,
      peak: peak
    )
  }

  /// log2 of how much brighter than its standard form an RGB picture of 16 bits is, in half its size.
  func gains(_ picture: PixelBuffer, offset: Float) -> (size: PixelSize, gains: [Float]) {
    picture.withWords { kernel.gains($0, size: picture.size, channels: 3, offset: offset) }
  }

  /// The picture in standard dynamic range; grey becomes RGB, alpha is kept.
  /// - Parameter depth: the samples of the result.
  public func map(_ picture: PixelBuffer, depth: SampleDepth) -> PixelBuffer {
    let layout: ChannelLayout = picture.layout.hasAlpha ? .rgba : .rgb
    let source = picture.converted(to: .sixteen).converted(to: layout)
    return source.withWords { words in
      switch depth {
      case .sixteen:
        let samples = [UInt16](unsafeUninitializedCapacity: words.count) { output, count in
          kernel.run(words, output, channels: layout.channelCount)
          count = words.count
        }
        return PixelBuffer(size: source.size, layout: layout, words: samples)
      case .eight:
        let samples = [UInt8](unsafeUninitializedCapacity: words.count) { output, count in
          kernel.run(words, output, channels: layout.channelCount)
          count = words.count
        }
        return PixelBuffer(size: source.size, layout: layout, depth: .eight, bytes: samples)
      }
    }
  }
}
