internal import CJPEG
internal import Containers
internal import Messages
internal import Pixels

/// Writes JPEG row by row: baseline with the standard's Huffman tables. Tables of its own (some 5 % fewer bytes) would need the
/// coefficients of the whole picture in memory.
enum JPEGRowWriter {
  static func write(
    _ rows: any PictureRows,
    to output: RowOutput,
    colour: ColourDescription,
    blocks: MetadataBlocks,
    options: EncodingOptions
  ) throws {
    guard !options.isLossless else { throw failure("lossless") }
    let profile = try PictureChecks.embeddableProfile(colour, for: rows.layout, format: .jpeg)
    let stream = JPEGStream(output) {
      try JPEGAssembler.assemble(stream: $0, blocks: blocks, iccProfile: profile)
    }
    try stream.open(rows.size, rows.layout, options)
    let row = UnsafeMutableRawBufferPointer.allocate(
      byteCount: rows.size.width * rows.layout.channelCount,
      alignment: 16
    )
    defer { row.deallocate() }
    for _ in 0..<rows.size.height {
      try rows.readRow(into: row)
      try stream.write(UnsafeRawBufferPointer(row))
    }
  }

  fileprivate static func failure(_ detail: String) -> Problem {
    Problem(.encodeFailed, ["format": StillFormat.jpeg.rawValue, "detail": detail])
  }
}

/// libjpeg's writer of rows, and the file that its bytes go to.
private final class JPEGStream {
  private let output: RowOutput
  /// Puts metadata into the first piece of the stream, which begins with SOI and APP0.
  private let assemble: ([UInt8]) throws -> [UInt8]
  private var writer: OpaquePointer?
  private var failure: (any Error)?

  init(_ output: RowOutput, assemble: @escaping ([UInt8]) throws -> [UInt8]) {
    self.output = output
    self.assemble = assemble
  }

  deinit { cjpeg_row_writer_close(writer) }

  func open(_ size: PixelSize, _ layout: ChannelLayout, _ options: EncodingOptions) throws {
    let settings = cjpeg_settings(
      quality: Int32(min(max(options.quality, 1), 100)),
      is_subsampled: options.quality < JPEGWriter.fullColourQuality ? 1 : 0,
      is_progressive: 0
    )
    try check(
      cjpeg_row_writer_open(
        UInt32(clamping: size.width),
        UInt32(clamping: size.height),
        Int32(layout.channelCount),
        settings,
        takePiece,
        Unmanaged.passUnretained(self).toOpaque(),
        &writer
      )
    )
  }

  func write(_ row: UnsafeRawBufferPointer) throws {
    try check(
      cjpeg_row_writer_write(writer, row.baseAddress?.assumingMemoryBound(to: UInt8.self), row.count)
    )
  }

  private func check(_ result: cjpeg_result) throws {
    if let failure { throw failure }
    if result.status != Int32(CJPEG_OK.rawValue) { throw JPEGRowWriter.failure(JPEGLibrary.text(of: result)) }
  }

  /// Takes a piece of the stream; false where that fails.
  fileprivate func take(_ piece: UnsafeRawBufferPointer) -> Bool {
    do {
      if output.byteCount == 0 {
        try output.write(assemble(Array(piece)))
      } else {
        try output.write(piece)
      }
      return true
    } catch {
      failure = error
      return false
    }
  }
}

/// cjpeg_write.
private func takePiece(
  _ context: UnsafeMutableRawPointer?,
  _ bytes: UnsafePointer<UInt8>?,
  _ count: Int
) -> Int32 {
  guard let context, let bytes else { return -1 }
  let piece = UnsafeRawBufferPointer(start: bytes, count: count)
  return Unmanaged<JPEGStream>.fromOpaque(context).takeUnretainedValue().take(piece) ? 0 : -1
}
