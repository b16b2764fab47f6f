import Containers
import Messages
import Pixels
import TestSupport
@testable import StillImages

/// Small pictures coded as AVIF; they are read as those of `HEIFSample`.
enum AVIFSample {
  /// Codes a picture.
  static func encode(
    _ pixels: PixelBuffer,
    bits: Int = 8,
    colour: ColourDescription = ColourDescription(),
    blocks: MetadataBlocks = MetadataBlocks(),
    quality: Int = 92,
    lossless: Bool = false,
    threads: Int = 1
  ) throws -> [UInt8] {
    try AVIFWriter.encode(
      pixels: pixels,
      significantBits: bits,
      colour: colour,
      blocks: blocks,
      options: EncodingOptions(quality: quality, isLossless: lossless, threads: threads)
    )
  }

  /// A losslessly coded picture as an item for another file, without a colr box.
  static func item(
    _ id: Int,
    _ pixels: PixelBuffer,
    bits: Int = 8,
    colour: ColourDescription = ColourDescription()
  ) throws -> HEIFFileBuilder.Item {
    let items = try HEIFItems(bytes: encode(pixels, bits: bits, colour: colour, lossless: true))
    let data = try items.data(of: try items.primaryItem())
    return HEIFFileBuilder.Item(
      id,
      "av01",
      data: data,
      properties: [HEIFFileBuilder.extent(pixels.size.width, pixels.size.height)]
    )
  }

  /// The header that a reader sees.
  static func header(_ bytes: [UInt8]) throws -> StillImageHeader {
    try HEIFReader(bytes: bytes, limits: DecodingLimits()).header
  }
}
