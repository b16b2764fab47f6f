internal import Containers
internal import Messages
internal import Pixels

/// Writes TIFF strip by strip, as `TIFFWriter` does but for the directory, which stands behind the strips.
enum TIFFRowWriter {
  static func write(
    _ rows: any PictureRows,
    to output: RowOutput,
    colour: ColourDescription,
    blocks: MetadataBlocks
  ) throws {
    let profile = try PictureChecks.embeddableProfile(colour, for: rows.layout, format: .tiff)
    let assembler = try TIFFAssembler(blocks: blocks, iccProfile: profile)
    let height = rows.size.height
    let stripRows = TIFFWriter.rowsPerStrip(
      rows.size,
      bytesPerRow: rows.size.width * rows.layout.channelCount
    )
    try output.write(assembler.head)
    var strips: [Range<Int>] = []
    for top in stride(from: 0, to: height, by: stripRows) {
      let strip = try PixelBuffer(reading: rows, count: min(stripRows, height - top))
      let start = Int(output.byteCount)
      try append(TIFFWriter.deflated(strip, isLittleEndian: assembler.isLittleEndian), to: output)
      strips.append(start..<Int(output.byteCount))
      if output.byteCount % 2 == 1 { try output.write([0]) }
    }
    let picture = TIFFAssembler.Picture(
      size: rows.size,
      layout: rows.layout,
      depth: .eight,
      rowsPerStrip: stripRows
    )
    let start = Int(output.byteCount)
    try output.write(assembler.directory(of: picture, strips: strips, at: start))
    let place = Int64(TIFFAssembler.directoryPlace.lowerBound)
    try output.replace(at: place, assembler.directoryOffset(start))
  }

  /// Offsets have 32 bits; what goes beyond is told before the disk is full of it.
  private static func append(_ strip: [UInt8], to output: RowOutput) throws {
    guard output.byteCount + Int64(strip.count) <= Int64(UInt32.max) else {
      throw Problem(.metadataFailed, ["detail": "TIFF of more than 4 GB"])
    }
    try output.write(strip)
  }
}
