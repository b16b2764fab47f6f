/// The channels of an interleaved picture, in memory order.
public enum ChannelLayout: Int, Sendable, Codable {
  case grey = 1
  case greyAlpha = 2
  case rgb = 3
  case rgba = 4

  /// Samples per pixel.
  public var channelCount: Int { rawValue }
  /// Whether the last channel is (straight, not premultiplied) alpha.
  public var hasAlpha: Bool { self == .greyAlpha || self == .rgba }
  /// Whether the colour is one grey channel.
  public var isGrey: Bool { self == .grey || self == .greyAlpha }
}

/// The bytes that one sample takes.
public enum SampleDepth: Int, Sendable, Codable {
  /// 8 bits a sample.
  case eight = 8
  /// 16 bits a sample, native byte order, full scale 0...65535 whatever the source's depth was.
  case sixteen = 16

  /// Bytes a sample.
  public var byteCount: Int { rawValue / 8 }
}

/// A picture in memory: interleaved samples, full range, rows packed without padding, straight alpha.
public struct PixelBuffer: Sendable {
  /// Columns and rows.
  public let size: PixelSize
  /// Channels, in memory order.
  public let layout: ChannelLayout
  /// Bits that a sample takes in memory.
  public let depth: SampleDepth
  /// `size.height` rows of `bytesPerRow` bytes.
  public var bytes: [UInt8]

  /// Bytes from one row to the next.
  public var bytesPerRow: Int { size.width * bytesPerPixel }
  /// Bytes a pixel.
  public var bytesPerPixel: Int { layout.channelCount * depth.byteCount }

  /// Wraps samples; `bytes` must hold exactly `size.height` packed rows.
  public init(size: PixelSize, layout: ChannelLayout, depth: SampleDepth, bytes: [UInt8]) {
    precondition(bytes.count == size.width * size.height * layout.channelCount * depth.byteCount)
    self.size = size
    self.layout = layout
    self.depth = depth
    self.bytes = bytes
  }

  /// Copies a grey picture, or a plane, out of memory whose rows start `stride` bytes apart; each must have `size.width` samples.
  public init(
    copying start: UnsafeRawPointer,
    stride: Int,
    size: PixelSize,
    depth: SampleDepth = .eight
  ) {
    let rowBytes = size.width * depth.byteCount
    let bytes = [UInt8](unsafeUninitializedCapacity: rowBytes * size.height) { output, count in
      let target = UnsafeMutableRawBufferPointer(output)
      for row in 0..<size.height {
        UnsafeMutableRawBufferPointer(rebasing: target[(row * rowBytes)...])
          .copyMemory(from: UnsafeRawBufferPointer(start: start + row * stride, count: rowBytes))
      }
      count = rowBytes * size.height
    }
    self.init(size: size, layout: .grey, depth: depth, bytes: bytes)
  }
}
