internal import CJXL
internal import Containers
internal import Messages
internal import Pixels

/// Writes JPEG XL through libjxl.
enum JXLWriter {
  /// The largest side of level 5, which every decoder has to take (ISO/IEC 18181-1, annex M).
  static let maximumSide = 262_144

  /// Encodes an upright picture: lossy in XYB, lossless in its own colours, and so lossy where the profile can't be left
  /// and come back to. With metadata, the file is a container with
  /// `Exif` and `xml ` boxes, uncompressed because exiftool 12 and exiv2 0.27 read no others.
  static func encode(
    _ pixels: PixelBuffer,
    significantBits: Int,
    colour: ColourDescription,
    blocks: MetadataBlocks,
    options: EncodingOptions
  ) throws -> [UInt8] {
    guard pixels.size.longEdge <= maximumSide else {
      throw Problem(
        .sizeNotPossible,
        [
          "format": "jxl", "width": "\(pixels.size.width)", "height": "\(pixels.size.height)",
          "limit": "\(maximumSide)",
        ]
      )
    }
    let encoder = try JXLEncoder(threads: options.threads)
    let bits = pixels.depth == .eight ? 8 : min(16, max(9, significantBits))
    let survives = colour.iccProfile.map { JXLColour.survivesXYB($0, isGrey: pixels.layout.isGrey) } ?? true
    try encoder.setHeader(pixels, bits: bits, isXYB: !options.isLossless && survives)
    try encoder.setColour(colour, isGrey: pixels.layout.isGrey)
    try encoder.addBoxes(blocks)
    try encoder.addFrame(pixels, options)
    return try encoder.finish()
  }
}
