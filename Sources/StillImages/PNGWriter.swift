internal import CSPNG
internal import Containers
internal import Messages
internal import Pixels

/// Writes PNG through libspng.
enum PNGWriter {
  /// Encodes grey or RGB with or without alpha, 8 or 16 bits; metadata stand before the pixels, where every reader
  /// finds them.
  ///
  /// - Parameter significantBits: fewer than the buffer's depth are noted in sBIT.
  static func encode(
    _ pixels: PixelBuffer,
    significantBits: Int,
    colour: ColourDescription,
    blocks: MetadataBlocks
  ) throws -> [UInt8] {
    let context = try PNGContext(flags: Int(SPNG_CTX_ENCODER.rawValue))
    let encoder = PNGEncoder(context.handle)
    try encoder.setHeader(pixels)
    try encoder.setCompression()
    if pixels.depth == .sixteen, (9..<16).contains(significantBits) {
      try encoder.setSignificantBits(UInt8(significantBits), pixels.layout)
    }
    try encoder.setColour(colour, for: pixels.layout)
    try encoder.setMetadata(blocks)
    return try encoder.encode(pixels)
  }
}
