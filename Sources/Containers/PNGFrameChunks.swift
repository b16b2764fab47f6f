internal import Messages
public import Pixels

/// The frames of an animated PNG (PNG specification, third edition, 11.3.6): where they stand and how they are laid on the
/// canvas.
public struct PNGFrameChunks: Sendable {
  /// One frame.
  public struct Frame: Sendable {
    /// Its own size.
    public var size: PixelSize
    /// Columns to the left of it on the canvas.
    public var left: Int
    /// Rows above it on the canvas.
    public var top: Int
    /// How long it is shown, seconds.
    public var duration: Double
    /// What becomes of it: 0 stays, 1 is cleared, 2 gives way to what was there.
    public var disposal: Int
    /// Whether it is laid over what is there; otherwise it takes its place.
    public var blends: Bool
    /// Its packed pixels.
    public var data: [Range<Int>] = []
  }

  /// All, in order.
  public private(set) var all: [Frame] = []
  /// Whether the picture that every viewer shows is the first frame.
  public private(set) var beginsWithPicture = false
  private var hasPicture = false
  /// Palette and transparency, which all frames share.
  private var shared: [Range<Int>] = []

  /// More frames than this are not believed where they are only promised.
  let mostFrames = 1_000_000

  /// Takes a chunk; one that can't be a frame's is damage.
  mutating func take(_ type: String, _ bytes: [UInt8], _ data: Range<Int>) throws {
    switch type {
    case "fcTL":
      var cursor = ByteCursor(bytes, in: data)
      let numbers = try (0..<5).map { _ in try cursor.readNumber(4) }
      let (numerator, denominator) = (try cursor.readNumber(2), try cursor.readNumber(2))
      let (disposal, blending) = (try cursor.readByte(), try cursor.readByte())
      if !hasPicture { beginsWithPicture = true }
      all.append(
        Frame(
          size: PixelSize(width: numbers[1], height: numbers[2]),
          left: numbers[3],
          top: numbers[4],
          // A denominator of 0 stands for hundredths.
          duration: Double(numerator) / Double(denominator == 0 ? 100 : denominator),
          disposal: Int(disposal),
          blends: blending == 1
        )
      )
    case "fdAT":
      // A sequence number stands before the pixels.
      takePixels((data.lowerBound + min(4, data.count))..<data.upperBound, isFurther: true)
    default: shared.append((data.lowerBound - 8)..<(data.upperBound + 4))
    }
  }

  /// Takes packed pixels: of the picture, which may be a frame, or of a further frame.
  mutating func takePixels(_ data: Range<Int>, isFurther: Bool) {
    if !isFurther { hasPicture = true }
    guard !all.isEmpty, isFurther || beginsWithPicture else { return }
    all[all.count - 1].data.append(data)
  }

  /// A frame as a file of its own.
  /// - Throws: `damaged` where it does not lie on the canvas or has no pixels.
  public func file(of frame: Frame, canvas: PixelSize, bytes: [UInt8]) throws -> [UInt8] {
    let header = 8 + 8 + 13 + 4
    guard bytes.count > header, frame.size.width > 0, frame.size.height > 0, !frame.data.isEmpty,
      frame.left + frame.size.width <= canvas.width, frame.top + frame.size.height <= canvas.height
    else { throw Problem(.damaged, ["detail": "PNG: a frame outside the canvas"]) }
    let sides = [frame.size.width, frame.size.height].flatMap { Self.number($0) }
    var file = Array(bytes[..<8]) + Self.chunk("IHDR", sides + bytes[24..<29])
    for chunk in shared { file += bytes[chunk] }
    for data in frame.data { file += Self.chunk("IDAT", Array(bytes[data])) }
    return file + Self.chunk("IEND", [])
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return number(data.count) + body + number(Checksum.crc32(body, in: 0..<body.count))
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
