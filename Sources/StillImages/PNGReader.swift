internal import Containers
internal import Messages
internal import Pixels

/// Reads PNG through libspng, animations too.
struct PNGReader: StillImageDecoding {
  let header: StillImageHeader
  let notes: [Note]
  private let bytes: [UInt8]
  private let encoding: PNGLibrary.Encoding
  private let packedChunks: [Range<Int>]
  private let isFirstFrame: Bool
  private let isInterlaced: Bool
  private let frames: FrameSequence
  let animation: PictureAnimation?
  private let plainDecoding: PNGPlainDecoding?

  init(bytes: [UInt8], limits: DecodingLimits) throws {
    let chunks = try PNGChunks(bytes)
    try PictureChecks.check(chunks.header.size, limits)
    let encoding = PNGLibrary.Encoding(chunks)
    var notes: [Note] = chunks.exifIsUnusable ? [PictureChecks.unusableExif] : []
    let colour = try PNGColourReading.colour(chunks.colour, for: encoding.layout, notes: &notes)
    var further = FurtherContent()
    further.furtherImageCount = chunks.furtherFrameCount
    header = StillImageHeader(
      format: .png,
      size: chunks.header.size,
      orientation: ExifOrientation.read(chunks.blocks) ?? .up,
      layout: encoding.layout,
      bitsPerSample: Self.significantBits(chunks),
      colour: colour,
      hdr: PictureChecks.dynamicRange(colour),
      blocks: chunks.blocks,
      further: further
    )
    self.notes = notes
    self.bytes = bytes
    self.encoding = encoding
    isInterlaced = chunks.header.isInterlaced
    isFirstFrame = chunks.frames.beginsWithPicture
    let frames = FrameSequence { _ in
      try PNGFrames(bytes, chunks.frames, canvas: chunks.header.size, encoding)
    }
    self.frames = frames
    animation = chunks.playCount.flatMap { playCount in
      let durations = chunks.frames.all.map { PictureAnimation.shown($0.duration) }
      return durations.isEmpty
        ? nil : PictureAnimation(size: chunks.header.size, durations: durations, playCount: playCount, frames)
    }
    packedChunks = chunks.packedChunks
    plainDecoding = PNGPlainDecoding(chunks)
  }

  /// 8, or what sBIT says of 16-bit samples: pictures of 10 or 12 bits are stored so.
  private static func significantBits(_ chunks: PNGChunks) -> Int {
    guard chunks.header.bitDepth == 16 else { return 8 }
    guard let bits = chunks.significantBits, (9...16).contains(bits) else { return 16 }
    return bits
  }

  /// The file without its packed texts and profile: libspng unpacks them with the pixels, however large they become,
  /// and nobody asks it for them.
  private var pictureBytes: [UInt8] {
    if packedChunks.isEmpty { return bytes }
    var picture: [UInt8] = []
    picture.reserveCapacity(bytes.count)
    var position = 0
    for chunk in packedChunks {
      picture += bytes[position..<chunk.lowerBound]
      position = chunk.upperBound
    }
    return picture + bytes[position...]
  }

  func further(_ number: Int) throws -> any StillImageDecoding {
    AnimationFrame(of: header, frames, layout: .rgba, number: isFirstFrame ? number : number - 1)
  }

  /// The picture row by row; nil where it has to be decoded whole: 16 bits a sample, interlaced.
  func rows() throws -> PNGRows? {
    guard !isInterlaced, encoding.depth == .eight else { return nil }
    return try PNGRows(pictureBytes, encoding, header: header, notes: notes)
  }

  func decodePixels(threads: Int) throws -> PixelBuffer {
    let samples =
      try plainDecoding?.decode(bytes) ?? PNGLibrary.decode(pictureBytes, size: header.size, encoding)
    return PixelBuffer(size: header.size, layout: encoding.layout, depth: encoding.depth, bytes: samples)
  }
}
