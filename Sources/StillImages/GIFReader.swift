internal import Containers
internal import Messages
internal import Pixels

/// Reads the first frame of a GIF through giflib, on its canvas; what no frame covers is transparent, as every viewer has
/// it, whatever background colour the file names.
struct GIFReader: StillImageDecoding {
  let header: StillImageHeader
  let notes: [Note] = []
  private let file: GIFBlocks
  private let bytes: [UInt8]

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
  }

  func decodePixels(threads: Int) throws -> PixelBuffer {
    let frame = file.frame
    let indices = try GIFLibrary(bytes).firstFrame(size: frame.size, isInterlaced: frame.isInterlaced)
    let channels = header.layout.channelCount
    var table = [UInt8](repeating: 0, count: 256 * channels)
    for index in 0..<256 {
      // Indices without a colour are black.
      let colour = index < frame.palette.count ? frame.palette[index] : (0, 0, 0)
      let isClear = frame.transparentIndex.map { Int($0) == index } ?? false
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
    let picture = PixelBuffer(size: frame.size, layout: header.layout, depth: .eight, bytes: samples)
    return frame.size == file.canvas
      ? picture : picture.placed(left: frame.left, top: frame.top, onCanvasOf: file.canvas)
  }
}
