internal import CSPNG
internal import Containers
internal import Messages
internal import Pixels

/// Writes PNG row by row through libspng.
enum PNGRowWriter {
  static func write(
    _ rows: any PictureRows,
    to output: RowOutput,
    colour: ColourDescription,
    blocks: MetadataBlocks
  ) throws {
    let context = try PNGContext(flags: Int(SPNG_CTX_ENCODER.rawValue))
    let encoder = PNGEncoder(context.handle)
    let stream = PNGStream(output)
    try withExtendedLifetime(stream) {
      do {
        try encoder.check(
          spng_set_png_stream(context.handle, takeBytes, Unmanaged.passUnretained(stream).toOpaque())
        )
        try encoder.setHeader(rows.size, rows.layout, .eight)
        try encoder.setCompression()
        try encoder.setColour(colour, for: rows.layout)
        try encoder.setMetadata(blocks)
        try encoder.encode(rows)
      } catch { throw stream.failure ?? error }
    }
  }
}

/// The file that libspng's bytes go to.
private final class PNGStream {
  private let output: RowOutput
  private(set) var failure: (any Error)?

  init(_ output: RowOutput) { self.output = output }

  fileprivate func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
    do { try output.write(bytes) } catch {
      failure = error
      return false
    }
    return true
  }
}

/// spng_rw_fn: 0 is success.
private func takeBytes(
  _ context: OpaquePointer?,
  _ user: UnsafeMutableRawPointer?,
  _ source: UnsafeMutableRawPointer?,
  _ count: Int
) -> Int32 {
  guard let user, let source else { return Int32(SPNG_IO_ERROR.rawValue) }
  let bytes = UnsafeRawBufferPointer(start: source, count: count)
  let isTaken = Unmanaged<PNGStream>.fromOpaque(user).takeUnretainedValue().take(bytes)
  return isTaken ? 0 : Int32(SPNG_IO_ERROR.rawValue)
}
