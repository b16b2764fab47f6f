public import Containers
internal import Messages
public import Pixels

/// The frames of a GIF file one after another, as a viewer shows them, read piece by piece from wherever the file is.
public final class GIFPlayer {
  private let frames: GIFFrames

  /// Opens a file.
  /// - Parameter canvas: what `GIFOutline` says of it.
  /// - Throws: `decode.*`.
  public init(_ source: ByteSource, canvas: PixelSize, limits: DecodingLimits = DecodingLimits()) throws {
    try PictureChecks.check(canvas, limits)
    frames = GIFFrames(try GIFLibrary(Self.reader(source)), canvas: canvas, limits: limits)
  }

  /// The next frame, on the whole canvas.
  /// - Throws: `decode.*`, also behind the last one: how many there are, `GIFOutline` says.
  public func next() throws -> PixelBuffer { try frames.next() }

  /// giflib asks for a few bytes at a time. An error of reading is the end of the file for it.
  private static func reader(_ source: ByteSource) -> (UnsafeMutableRawBufferPointer) -> Int {
    var (window, start, position) = ([UInt8](), 0, 0)
    return { buffer in
      var filled = 0
      while filled < buffer.count {
        if position >= start + window.count {
          start = position
          window = (try? source.bytes(in: start..<(start + (1 << 16)))) ?? []
          if window.isEmpty { break }
        }
        let count = min(buffer.count - filled, start + window.count - position)
        window.withUnsafeBytes { bytes in
          UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[(position - start)...].prefix(count)))
        }
        filled += count
        position += count
      }
      return filled
    }
  }
}
