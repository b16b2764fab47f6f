import Containers
import Messages
import Pixels
import TestSupport
@testable import StillImages

/// Small pictures, coded and plain, for the tests of HEIF.
enum HEIFSample {
  /// A picture without straight lines of equal colour, so that turning and shifting it shows.
  static func pixels(_ width: Int, _ height: Int, _ layout: ChannelLayout = .rgb, bits: Int = 8)
    -> PixelBuffer
  {
    let depth: SampleDepth = bits == 8 ? .eight : .sixteen
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<layout.channelCount {
          let value = 40 + x * 120 / width + y * 60 / height + channel * 12
          let full = (1 << bits) - 1
          let sample = (value * full / 255) * (depth == .eight ? 255 : 65_535) / full
          bytes.append(UInt8(truncatingIfNeeded: sample))
          if depth == .sixteen { bytes.append(UInt8(truncatingIfNeeded: sample >> 8)) }
        }
      }
    }
    return PixelBuffer(
      size: PixelSize(width: width, height: height),
      layout: layout,
      depth: depth,
      bytes: bytes
    )
  }

  /// Codes a picture.
  static func encode(
    _ pixels: PixelBuffer,
    bits: Int = 8,
    colour: ColourDescription = ColourDescription(),
    blocks: MetadataBlocks = MetadataBlocks(),
    quality: Int = 95,
    lossless: Bool = false,
    threads: Int = 1
  ) throws -> [UInt8] {
    try HEIFWriter.encode(
      pixels: pixels,
      significantBits: bits,
      colour: colour,
      blocks: blocks,
      options: EncodingOptions(quality: quality, isLossless: lossless, threads: threads)
    )
  }

  /// Reads a file.
  static func decode(_ bytes: [UInt8], threads: Int = 1) throws -> PixelBuffer {
    try HEIFReader(bytes: bytes, limits: DecodingLimits()).decodePixels(threads: threads)
  }

  /// A losslessly coded picture as an item for another file; its sides must be even and at least 64.
  static func item(_ id: Int, _ pixels: PixelBuffer) throws -> HEIFFileBuilder.Item {
    let items = try HEIFItems(bytes: encode(pixels, lossless: true))
    let coded = try items.primaryItem()
    var properties = [HEIFFileBuilder.extent(pixels.size.width, pixels.size.height)]
    for case .hevcConfiguration(let range) in coded.properties {
      properties.append(HEIFFileBuilder.box("hvcC", Array(items.bytes[range])))
    }
    if !pixels.layout.isGrey { properties.append(HEIFFileBuilder.codePoints(1, 13, 0, full: true)) }
    return HEIFFileBuilder.Item(id, "hvc1", data: try items.data(of: coded), properties: properties)
  }

  /// The largest difference of two pictures' samples, as 8-bit steps; nil where they are not alike.
  static func difference(_ one: PixelBuffer, _ other: PixelBuffer) -> Int? {
    guard one.size == other.size, one.layout == other.layout, one.depth == other.depth else { return nil }
    let count = one.size.width * one.size.height * one.layout.channelCount
    let largest = (0..<count).map { abs(one.sample($0) - other.sample($0)) }.max() ?? 0
    return one.depth == .eight ? largest : largest / 257
  }

  /// The code of the problem that reading a file ends with.
  static func problem(_ bytes: [UInt8], limits: DecodingLimits = DecodingLimits()) -> ProblemCode? {
    do {
      _ = try HEIFReader(bytes: bytes, limits: limits).decodePixels(threads: 1)
      return nil
    } catch {
      return (error as? Problem)?.code
    }
  }
}

extension HEIFSample {
  /// A picture enlarged to the right and down by black.
  static func padded(_ pixels: PixelBuffer, to size: PixelSize) -> PixelBuffer {
    var bytes = [UInt8](repeating: 0, count: size.width * size.height * pixels.bytesPerPixel)
    for row in 0..<pixels.size.height {
      let target = row * size.width * pixels.bytesPerPixel
      bytes.replaceSubrange(
        target..<(target + pixels.bytesPerRow),
        with: pixels.bytes[(row * pixels.bytesPerRow)..<((row + 1) * pixels.bytesPerRow)]
      )
    }
    return PixelBuffer(size: size, layout: pixels.layout, depth: pixels.depth, bytes: bytes)
  }
}
