internal import Containers
internal import Messages
internal import Pixels

/// Reads WebP through libwebp: a still picture, or an animation: its first frame on its canvas, the others as they are shown.
struct WebPReader: StillImageDecoding {
  let header: StillImageHeader
  let notes: [Note]
  private let chunks: WebPChunks
  private let bytes: [UInt8]
  private let features: WebPLibrary.Features
  private let frames: FrameSequence

  init(bytes: [UInt8], limits: DecodingLimits) throws {
    let chunks = try WebPChunks(bytes)
    if let canvas = chunks.canvas { try PictureChecks.check(canvas, limits) }
    let coded = chunks.firstFrame.map(chunks.file(of:)) ?? bytes
    let features = try WebPLibrary.features(of: coded)
    let frame = chunks.firstFrame
    let size = chunks.canvas ?? features.size
    guard frame.map({ $0.size == features.size }) ?? (size == features.size) else {
      throw Problem(.damaged, ["detail": "WebP with two sizes"])
    }
    try PictureChecks.check(size, limits)
    var notes: [Note] = chunks.exifIsUnusable ? [PictureChecks.unusableExif] : []
    let isUncovered = frame.map { $0.size != size } ?? false
    let layout: ChannelLayout = features.hasAlpha || isUncovered ? .rgba : .rgb
    let colour = PictureChecks.colour(profile: chunks.profile, for: layout, notes: &notes)
    var further = FurtherContent()
    further.furtherImageCount = chunks.furtherFrameCount
    header = StillImageHeader(
      format: .webp,
      size: size,
      orientation: ExifOrientation.read(chunks.blocks) ?? .up,
      layout: layout,
      bitsPerSample: 8,
      colour: colour,
      hdr: PictureChecks.dynamicRange(colour),
      blocks: chunks.blocks,
      further: further
    )
    self.notes = notes
    self.chunks = chunks
    self.bytes = coded
    self.features = features
    frames = FrameSequence { WebPFrames(chunks, canvas: size, threads: $0) }
  }

  var animation: PictureAnimation? {
    guard let first = chunks.firstFrame else { return nil }
    // One that can't be read fails when its turn comes.
    let further = (0..<chunks.furtherFrameCount).map { (try? chunks.furtherFrame($0 + 1))?.duration ?? 0 }
    return PictureAnimation(
      size: header.size,
      durations: ([first.duration] + further).map { PictureAnimation.shown(Double($0) / 1000) },
      playCount: chunks.playCount,
      frames
    )
  }

  func further(_ number: Int) throws -> any StillImageDecoding {
    // Frames before it may have left transparent what the first one covers.
    AnimationFrame(of: header, frames, layout: .rgba, number: number)
  }

  func decodePlanes(threads: Int) throws -> ColourPlanes? {
    guard features.isLossy, !header.layout.hasAlpha, features.size == header.size else { return nil }
    return try WebPLibrary.decodePlanes(bytes, features, threads: threads)
  }

  func decodePixels(threads: Int) throws -> PixelBuffer {
    let samples = try WebPLibrary.decode(bytes, features, threads: threads)
    let picture = PixelBuffer(
      size: features.size,
      layout: features.hasAlpha ? .rgba : .rgb,
      depth: .eight,
      bytes: samples
    )
    guard let frame = chunks.firstFrame, frame.size != header.size else { return picture }
    return picture.placed(left: frame.left, top: frame.top, onCanvasOf: header.size)
  }
}

extension PixelBuffer {
  /// An 8-bit picture on a larger, transparent canvas. Whatever background an animation names, its viewers show none.
  func placed(left: Int, top: Int, onCanvasOf canvas: PixelSize) -> PixelBuffer {
    let source = converted(to: .rgba)
    var bytes = [UInt8](repeating: 0, count: canvas.width * canvas.height * 4)
    let rows = 0..<max(0, min(size.height, canvas.height - top))
    let width = max(0, min(size.width, canvas.width - left)) * 4
    for row in rows {
      let to = ((top + row) * canvas.width + left) * 4
      let from = row * size.width * 4
      bytes.replaceSubrange(to..<(to + width), with: source.bytes[from..<(from + width)])
    }
    return PixelBuffer(size: canvas, layout: .rgba, depth: .eight, bytes: bytes)
  }
}
