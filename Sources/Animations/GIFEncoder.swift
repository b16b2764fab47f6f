internal import Messages
public import Pixels

/// Codes an animation as a GIF, frame by frame: what is in memory is bounded by the size of a frame, not by the length.
///
/// Not shared between threads.
public final class GIFEncoder {
  /// What was written.
  public struct Summary: Hashable, Sendable {
    /// Frames in the file; equal ones that follow one another are one.
    public var frameCount = 0
    /// How long it plays, centiseconds.
    public var durationInCentiseconds = 0
    /// Bytes of the file.
    public var byteCount = 0
  }

  private let size: PixelSize
  private let coder: FrameCoder
  private var writer: FrameWriter
  /// The last frame that came, and when it begins: what comes after it decides how it is coded.
  private var waiting: (frame: PackedFrame, start: Int)?
  /// When the last frame that came ends.
  private var end = 0

  /// - Parameters:
  ///   - size: columns and rows of every frame, 1...65,535.
  ///   - xmp: a packet for the `XMP DataXMP` extension (XMP specification part 3, 1.1.2).
  ///   - output: takes the file's bytes in their order.
  /// - Throws: `sizeNotPossible` for a size that the format can't say; `encodeFailed`; `metadataFailed` for a packet that
  ///   can't stand there.
  public init(
    size: PixelSize,
    settings: GIFEncodingSettings = GIFEncodingSettings(),
    xmp: [UInt8]? = nil,
    output: @escaping ([UInt8]) throws -> Void
  ) throws {
    let sides = 1...65_535
    guard sides.contains(size.width), sides.contains(size.height) else {
      throw Problem(
        .sizeNotPossible,
        [
          "format": "GIF", "width": "\(size.width)", "height": "\(size.height)",
          "limit": "\(sides.upperBound)",
        ]
      )
    }
    self.size = size
    coder = FrameCoder(size: size, settings: settings)
    writer = try FrameWriter(size: size, looping: settings.looping, xmp: xmp, output: output)
  }

  /// Adds a frame, which is shown from the end of the one before, or the beginning. One that would be seen for less than 2
  /// centiseconds gives way to the next.
  /// - Parameters:
  ///   - picture: 8-bit sRGB, with or without alpha, of the animation's size.
  ///   - end: when the next one takes its place, seconds after the beginning.
  /// - Throws: `encodeFailed` for a picture of another size or depth; what `output` throws.
  public func add(_ picture: PixelBuffer, untilSeconds end: Double) throws {
    let frame = try PackedFrame(picture, size: size)
    let start = self.end
    self.end = max(start, FrameClock.centiseconds(end))
    guard let (before, beginning) = waiting else {
      waiting = (frame, start)
      return
    }
    if before == frame { return }
    if start - beginning < FrameClock.shortestDelay {
      waiting = (frame, beginning)
      return
    }
    try writeWaiting(before: frame)
    waiting = (frame, start)
  }

  /// Writes what is still held back, and the end of the file.
  /// - Throws: `encodeFailed` if there was no frame; what `output` throws.
  public func finish() throws -> Summary {
    guard waiting != nil else {
      throw Problem(.encodeFailed, ["format": "GIF", "detail": "no frame"])
    }
    shiftShortEnd()
    try writeWaiting(before: nil)
    return try writer.finish(at: end)
  }

  /// A last frame that is too short begins earlier; where that would make the one before too short, it is left out.
  private func shiftShortEnd() {
    guard let (frame, start) = waiting, let before = writer.lastStart,
      end - start < FrameClock.shortestDelay
    else { return }
    let earlier = end - FrameClock.shortestDelay
    waiting = earlier - before < FrameClock.shortestDelay ? nil : (frame, earlier)
  }

  private func writeWaiting(before next: PackedFrame?) throws {
    guard let (frame, start) = waiting else { return }
    waiting = nil
    guard let coded = coder.code(frame, before: next) else { return }
    try writer.add(coded, at: start, commonPalette: coder.commonPalette)
  }
}
