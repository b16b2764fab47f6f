internal import Messages
internal import Pixels

/// Writes coded frames one behind: only the next one tells how long a frame is shown, and whether there is more than one.
struct FrameWriter {
  private let size: PixelSize
  private let looping: AnimationLooping
  private let xmp: [UInt8]?
  private let file: GIFFile
  /// The last frame, and when it begins.
  private var last: (frame: CodedFrame, start: Int)?
  /// When the last frame begins.
  var lastStart: Int? { last?.start }
  private var summary = GIFEncoder.Summary()
  private var hasBegun = false

  init(
    size: PixelSize,
    looping: AnimationLooping,
    xmp: [UInt8]?,
    output: @escaping ([UInt8]) throws -> Void
  ) throws {
    // The packet is text; a 0 would be the end of the extension for whoever comes upon it.
    guard xmp?.contains(0) != true else {
      throw Problem(.metadataFailed, ["detail": "GIF: XMP that is not UTF-8"])
    }
    self.size = size
    self.looping = looping
    self.xmp = xmp
    file = try GIFFile(output: output)
  }

  /// Takes a frame that begins so many centiseconds after the beginning.
  mutating func add(_ frame: CodedFrame, at start: Int, commonPalette: [UInt32]) throws {
    if let (before, beginning) = last {
      if !hasBegun { try begin(isAlone: false) }
      try put(before, delay: start - beginning)
    } else {
      try file.begin(size: size, palette: commonPalette + [0])
    }
    last = (frame, start)
  }

  /// Writes the last frame, and the end of the file.
  mutating func finish(at end: Int) throws -> GIFEncoder.Summary {
    guard let (frame, start) = last else {
      throw Problem(.encodeFailed, ["format": "GIF", "detail": "no frame"])
    }
    let isAlone = !hasBegun
    if isAlone { try begin(isAlone: true) }
    let delay = max(FrameClock.shortestDelay, end - start)
    try put(frame, delay: isAlone ? min(delay, FrameClock.longestDelay) : delay)
    try file.close()
    summary.byteCount = file.byteCount
    return summary
  }

  /// What stands before the first frame. A picture alone does not play.
  private mutating func begin(isAlone: Bool) throws {
    hasBegun = true
    if !isAlone {
      switch looping {
      case .forever: try file.putLoop(repeating: 0)
      case .once: break
      case .times(let count) where count > 1: try file.putLoop(repeating: min(count - 1, 65_535))
      case .times: break
      }
    }
    if let xmp, !xmp.isEmpty { try file.putXMP(xmp) }
  }

  /// A frame that stays longer than a delay can say is followed by frames of one pixel that paint nothing.
  private mutating func put(_ frame: CodedFrame, delay: Int) throws {
    var rest = delay
    var next = frame
    while rest > FrameClock.longestDelay {
      // What is left must not be shorter than the shortest delay.
      let part = min(FrameClock.longestDelay, rest - FrameClock.shortestDelay)
      try putOne(next.keeping, delay: part)
      rest -= part
      next = frame.continued
    }
    try putOne(next, delay: rest)
  }

  private mutating func putOne(_ frame: CodedFrame, delay: Int) throws {
    try file.put(frame, delay: delay)
    summary.frameCount += 1
    summary.durationInCentiseconds += delay
  }
}
