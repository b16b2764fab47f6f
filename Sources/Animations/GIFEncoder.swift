internal import CGIF
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

  /// - Parameters:
  ///   - size: columns and rows of every frame, 1...65,535.
  ///   - xmp: a packet for the `XMP DataXMP` extension (XMP specification part 3, 1.1.2).
  ///   - threads: how many may work at once.
  ///   - output: takes the file's bytes in their order.
  /// - Throws: `tooManyPixels` for a size that the format can't say.
  public init(
    size: PixelSize,
    settings: GIFEncodingSettings = GIFEncodingSettings(),
    xmp: [UInt8]? = nil,
    threads: Int = 1,
    output: @escaping ([UInt8]) throws -> Void
  ) throws {}

  /// Adds a frame, which is shown from the end of the one before, or the beginning.
  /// - Parameters:
  ///   - picture: 8-bit sRGB, with or without alpha, of the animation's size.
  ///   - end: when the next one takes its place, seconds after the beginning.
  public func add(_ picture: PixelBuffer, untilSeconds end: Double) throws {}

  /// Writes what is still held back, and the end of the file.
  public func finish() throws -> Summary { Summary() }
}
