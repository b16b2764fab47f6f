internal import Containers
internal import Messages
internal import Pixels

/// The frames of an animated WebP in their order, as they are shown.
final class WebPFrames: FrameSource {
  private let chunks: WebPChunks
  private let threads: Int
  private var canvas: AnimationCanvas
  private var number = 0

  init(_ chunks: WebPChunks, canvas: PixelSize, threads: Int) {
    self.chunks = chunks
    self.threads = threads
    self.canvas = AnimationCanvas(size: canvas)
  }

  func next() throws -> PixelBuffer {
    guard let frame = try number == 0 ? chunks.firstFrame : chunks.furtherFrame(number) else {
      throw Problem(.damaged, ["detail": "WebP: no frame \(number)"])
    }
    let file = chunks.file(of: frame)
    let features = try WebPLibrary.features(of: file)
    // A frame lies on the canvas, so it has no more pixels than may be.
    guard features.size == frame.size else { throw Problem(.damaged, ["detail": "WebP with two sizes"]) }
    let samples = try WebPLibrary.decode(file, features, threads: threads)
    let picture = PixelBuffer(
      size: frame.size,
      layout: features.hasAlpha ? .rgba : .rgb,
      depth: .eight,
      bytes: samples
    )
    canvas.draw(
      picture.converted(to: .rgba),
      left: frame.left,
      top: frame.top,
      blends: frame.blends,
      disposal: frame.isCleared ? .clear : .keep
    )
    number += 1
    return canvas.shown
  }
}
