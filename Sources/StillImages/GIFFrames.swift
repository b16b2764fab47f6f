internal import Pixels

/// The frames of a GIF in their order, as they are shown.
final class GIFFrames: FrameSource {
  private let library: GIFLibrary
  private let limits: DecodingLimits
  private var canvas: AnimationCanvas

  init(_ library: GIFLibrary, canvas: PixelSize, limits: DecodingLimits) {
    self.library = library
    self.limits = limits
    self.canvas = AnimationCanvas(size: canvas)
  }

  func next() throws -> PixelBuffer {
    let frame = try library.nextFrame(limits: limits)
    let picture = Self.picture(
      frame.indices,
      size: frame.size,
      layout: .rgba,
      palette: frame.palette,
      transparentIndex: frame.transparentIndex
    )
    canvas.draw(picture, left: frame.left, top: frame.top, blends: true, disposal: frame.disposal)
    return canvas.shown
  }

  /// A frame's colours; indices without one are black.
  static func picture(
    _ indices: [UInt8],
    size: PixelSize,
    layout: ChannelLayout,
    palette: [(red: UInt8, green: UInt8, blue: UInt8)],
    transparentIndex: UInt8?
  ) -> PixelBuffer {
    let channels = layout.channelCount
    var table = [UInt8](repeating: 0, count: 256 * channels)
    for index in 0..<256 {
      let colour = index < palette.count ? palette[index] : (0, 0, 0)
      let isClear = transparentIndex.map { Int($0) == index } ?? false
      let samples = isClear ? [0, 0, 0, 0] : [colour.0, colour.1, colour.2, 255]
      table.replaceSubrange((index * channels)..<((index + 1) * channels), with: samples.prefix(channels))
    }
    let samples = [UInt8](unsafeUninitializedCapacity: indices.count * channels) { target, count in
      for (place, index) in indices.enumerated() {
        for channel in 0..<channels {
          target[place &* channels &+ channel] = table[Int(index) &* channels &+ channel]
        }
      }
      count = indices.count * channels
    }
    return PixelBuffer(size: size, layout: layout, depth: .eight, bytes: samples)
  }
}
