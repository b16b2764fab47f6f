internal import Containers
internal import Messages
internal import Pixels

/// Reads a GIF through giflib: the first frame on its canvas, the others as they are shown. What no frame covers is transparent, as every viewer has
/// it, whatever background colour the file names.
struct GIFReader: StillImageDecoding {
  let header: StillImageHeader
  let notes: [Note] = []
  private let file: GIFBlocks
  private let bytes: [UInt8]
  private let frames: FrameSequence

  init(bytes: [UInt8], limits: DecodingLimits) throws {
    file = try GIFBlocks(bytes)
    try PictureChecks.check(file.canvas, limits)
    try PictureChecks.check(file.frame.size, limits)
    guard !file.frame.palette.isEmpty else { throw Problem(.damaged, ["detail": "GIF: no colours"]) }
    var further = FurtherContent()
    further.furtherImageCount = file.furtherFrameCount
    let isOpaque = file.frame.transparentIndex == nil && file.frame.size == file.canvas
    header = StillImageHeader(
      format: .gif,
      size: file.canvas,
      orientation: .up,
      layout: isOpaque ? .rgb : .rgba,
      bitsPerSample: 8,
      colour: ColourDescription(),
      hdr: .none,
      blocks: file.blocks,
      further: further
    )
    self.bytes = bytes
    let canvas = file.canvas
    frames = FrameSequence { _ in GIFFrames(try GIFLibrary(bytes), canvas: canvas, limits: limits) }
  }

  func decodePixels(threads: Int) throws -> PixelBuffer {
    let frame = file.frame
    let indices = try GIFLibrary(bytes).firstFrame(size: frame.size, isInterlaced: frame.isInterlaced)
    let picture = GIFFrames.picture(
      indices,
      size: frame.size,
      layout: header.layout,
      palette: frame.palette,
      transparentIndex: frame.transparentIndex
    )
    return frame.size == file.canvas
      ? picture : picture.placed(left: frame.left, top: frame.top, onCanvasOf: file.canvas)
  }

  var animation: PictureAnimation? {
    guard let outline = try? GIFOutline(ByteSource(bytes)), !outline.delays.isEmpty else { return nil }
    return PictureAnimation(
      size: file.canvas,
      durations: outline.delays.map { PictureAnimation.shown(Double($0) / 100) },
      playCount: outline.playCount,
      frames
    )
  }

  func further(_ number: Int) throws -> any StillImageDecoding {
    // Frames before it may have left transparent what the first one covers.
    AnimationFrame(of: header, frames, layout: .rgba, number: number)
  }
}
