internal import Containers
internal import Messages
internal import Pixels

/// Writes TIFF: 8 or 16 bits, grey or RGB with or without straight alpha, always lossless (deflate with predictor 2, which
/// every reader of the last twenty years knows).
///
/// The file is laid out by `TIFFAssembler` and not by libtiff, which would put the metadata at other offsets.
enum TIFFWriter {
  /// Uncompressed bytes of a strip: small enough to decode in parts, large enough to compress well.
  private static let stripByteCount = 256 * 1024

  /// Rows of each strip but the last.
  static func rowsPerStrip(_ size: PixelSize, bytesPerRow: Int) -> Int {
    min(size.height, max(1, stripByteCount / max(bytesPerRow, 1)))
  }

  /// A strip as it is stored.
  static func deflated(_ strip: PixelBuffer, isLittleEndian: Bool) throws -> [UInt8] {
    try Deflate.bytes(
      Strips(pixels: strip, rows: strip.size.height, isLittleEndian: isLittleEndian).differences(strip: 0)
    )
  }

  static func encode(
    _ pixels: PixelBuffer,
    colour: ColourDescription,
    blocks: MetadataBlocks,
    options: EncodingOptions
  ) throws -> [UInt8] {
    let profile = try PictureChecks.embeddableProfile(colour, for: pixels.layout, format: .tiff)
    let assembler = try TIFFAssembler(blocks: blocks, iccProfile: profile)
    let rows = rowsPerStrip(pixels.size, bytesPerRow: pixels.bytesPerRow)
    let strips = Strips(pixels: pixels, rows: rows, isLittleEndian: assembler.isLittleEndian)
    let picture = TIFFAssembler.Picture(
      size: pixels.size,
      layout: pixels.layout,
      depth: pixels.depth,
      rowsPerStrip: rows
    )
    return try assembler.file(picture, strips: try strips.deflated(threads: options.threads))
  }

  /// The strips of a picture.
  private struct Strips {
    let pixels: PixelBuffer
    let rows: Int
    let isLittleEndian: Bool

    var count: Int { (pixels.size.height - 1) / rows + 1 }

    func deflated(threads: Int) throws -> [[UInt8]] {
      try SideBySide.map(count, threads: threads) { try Deflate.bytes(differences(strip: $0)) }
    }

    /// The samples of a strip, each less its left neighbour in the same channel (TIFF 6.0, section 14), in the file's byte
    /// order.
    func differences(strip: Int) -> [UInt8] {
      let rowBytes = pixels.bytesPerRow
      let first = strip * rows
      let range = (first * rowBytes)..<(min(first + rows, pixels.size.height) * rowBytes)
      let channels = pixels.layout.channelCount
      switch pixels.depth {
      case .eight:
        return [UInt8](unsafeUninitializedCapacity: range.count) { target, filled in
          pixels.bytes.withUnsafeBufferPointer { all in
            let source = UnsafeBufferPointer(rebasing: all[range])
            Self.subtract(source, rowLength: rowBytes, channels: channels) { target[$0] = $1 }
          }
          filled = range.count
        }
      case .sixteen:
        return [UInt8](unsafeUninitializedCapacity: range.count) { target, filled in
          pixels.bytes.withUnsafeBytes { all in
            let source = UnsafeRawBufferPointer(rebasing: all[range]).assumingMemoryBound(to: UInt16.self)
            Self.subtract(source, rowLength: rowBytes / 2, channels: channels) { index, word in
              let (low, high) = (UInt8(truncatingIfNeeded: word), UInt8(truncatingIfNeeded: word >> 8))
              target[index &* 2] = isLittleEndian ? low : high
              target[index &* 2 &+ 1] = isLittleEndian ? high : low
            }
          }
          filled = range.count
        }
      }
    }

    @inline(__always)
    private static func subtract<Sample: FixedWidthInteger & UnsignedInteger>(
      _ source: UnsafeBufferPointer<Sample>,
      rowLength: Int,
      channels: Int,
      _ put: (Int, Sample) -> Void
    ) {
      var start = 0
      while start < source.count {
        for index in 0..<channels { put(start &+ index, source[start &+ index]) }
        for index in channels..<max(channels, rowLength) {
          put(start &+ index, source[start &+ index] &- source[start &+ index &- channels])
        }
        start &+= rowLength
      }
    }
  }
}
