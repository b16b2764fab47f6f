internal import Containers
internal import Messages
internal import Pixels

/// The frames of an animated PNG in their order, as they are shown.
final class PNGFrames: FrameSource {
  private let bytes: [UInt8]
  private let frames: PNGFrameChunks
  private let size: PixelSize
  private let encoding: PNGLibrary.Encoding
  private var canvas: AnimationCanvas
  private var number = 0

  init(_ bytes: [UInt8], _ frames: PNGFrameChunks, canvas: PixelSize, _ encoding: PNGLibrary.Encoding) throws
  {
    guard encoding.depth == .eight else {
      throw Problem(.codecUnsupported, ["codec": "animated PNG of 16 bits", "detail": ""])
    }
    self.bytes = bytes
    self.frames = frames
    size = canvas
    self.encoding = encoding
    self.canvas = AnimationCanvas(size: canvas)
  }

  func next() throws -> PixelBuffer {
    guard frames.all.indices.contains(number) else {
      throw Problem(.damaged, ["detail": "PNG: a frame is missing"])
    }
    let frame = frames.all[number]
    number += 1
    let file = try frames.file(of: frame, canvas: size, bytes: bytes)
    let samples = try PNGLibrary.decode(file, size: frame.size, encoding)
    let picture = PixelBuffer(
      size: frame.size,
      layout: encoding.layout,
      depth: encoding.depth,
      bytes: samples
    )
    let disposal: AnimationCanvas.Disposal =
      switch frame.disposal {
      case 1: .clear
      case 2: .restore
      default: .keep
      }
    canvas.draw(
      picture.converted(to: .rgba),
      left: frame.left,
      top: frame.top,
      blends: frame.blends,
      disposal: disposal
    )
    return canvas.shown
  }
}
