public import Containers
internal import Messages
public import Pixels

/// Writes pictures of any format that is written.
public enum StillImageEncoder {
  /// The most columns or rows that a format, or its encoder here, takes.
  public static func maximumSide(of format: StillFormat) -> Int {
    switch format {
    case .jpeg: JPEGLibrary.maximumSide
    case .heic: 16_384
    case .avif: AVIFWriter.maximumSide
    case .jxl: JXLWriter.maximumSide
    case .png: 1_000_000
    case .webp: WebPLibrary.maximumSide
    case .tiff: 1_000_000
    case .bmp, .gif: 0
    }
  }

  /// Whether a format holds pictures of one grey channel.
  public static func holdsGrey(_ format: StillFormat) -> Bool { format != .webp }

  /// Whether a format holds transparency.
  public static func holdsAlpha(_ format: StillFormat) -> Bool { format != .jpeg }

  /// The significant bits a sample that a format is written with, ascending.
  public static func bitDepths(of format: StillFormat) -> [Int] {
    switch format {
    case .jpeg: [8]
    case .heic: [8, 10]
    case .avif: [8, 10, 12]
    case .jxl: [8, 10, 12, 16]
    case .png: [8, 16]
    case .webp: [8]
    case .tiff: [8, 16]
    case .bmp, .gif: [8]
    }
  }

  /// Whether `encode` takes luma and colour differences of this sampling, so that they need not be decoded to pixels.
  public static func takesPlanes(
    _ sampling: ColourPlanes.Sampling,
    colour: ColourDescription,
    format: StillFormat,
    options: EncodingOptions
  ) -> Bool {
    switch format {
    case .jpeg: JPEGWriter.takes(sampling, options: options)
    case .heic: HEIFWriter.takes(sampling, colour: colour, options: options)
    case .avif: AVIFWriter.takes(sampling, colour: colour, options: options)
    case .webp: WebPWriter.takes(sampling, options: options)
    case .png, .jxl, .tiff, .bmp, .gif: false
    }
  }

  /// Encodes an upright picture of either form; planes only where `takesPlanes` said so. Else as the other `encode`.
  public static func encode(
    _ picture: DecodedPicture,
    significantBits: Int,
    colour: ColourDescription,
    blocks: MetadataBlocks,
    gainMap: CodedGainMap? = nil,
    auxiliaries: HEIFAuxiliaries? = nil,
    format: StillFormat,
    options: EncodingOptions
  ) throws -> [UInt8] {
    if let gainMap, gainMap.format != format {
      throw Problem(.encodeFailed, ["format": format.rawValue, "detail": "gain map"])
    }
    switch (picture, format) {
    case (.pixels(let pixels), _):
      return try encode(
        pixels,
        significantBits: significantBits,
        colour: colour,
        blocks: blocks,
        gainMap: gainMap,
        auxiliaries: auxiliaries,
        format: format,
        options: options
      )
    case (.planes(let planes), .jpeg):
      return try JPEGWriter.encode(
        planes: planes,
        colour: colour,
        blocks: blocks,
        gainMap: gainMap,
        options: options
      )
    case (.planes(let planes), .heic):
      return try HEIFWriter.encode(
        planes: planes,
        colour: colour,
        blocks: blocks,
        gainMap: gainMap,
        auxiliaries: auxiliaries,
        options: options
      )
    case (.planes(let planes), .avif):
      return try AVIFWriter.encode(
        planes: planes,
        colour: colour,
        blocks: blocks,
        gainMap: gainMap,
        options: options
      )
    case (.planes(let planes), .webp):
      return try WebPWriter.encode(planes: planes, colour: colour, blocks: blocks, options: options)
    case (.planes, _): throw Problem(.encodeFailed, ["format": format.rawValue, "detail": "planes"])
    }
  }

  /// Encodes an upright picture with its colours and metadata.
  ///
  /// - Parameters:
  ///   - pixels: 8-bit for formats and copies of 8 bits, 16-bit otherwise; no alpha where `holdsAlpha` says no.
  ///   - significantBits: how many bits of a sample matter, at most the buffer's depth.
  ///   - colour: what the numbers mean; kept as it is, never converted.
  ///   - blocks: what is written as metadata; IPTC goes into JPEG and TIFF only.
  ///   - auxiliaries: of the original; HEIC alone holds them.
  ///   - gainMap: upright as the picture, coded for the format; the blocks of a JPEG have to say how long it is.
  /// - Throws: `encodeFailed` for pixels that don't fit the format, `metadataFailed` for blocks that don't.
  public static func encode(
    _ pixels: PixelBuffer,
    significantBits: Int,
    colour: ColourDescription,
    blocks: MetadataBlocks,
    gainMap: CodedGainMap? = nil,
    auxiliaries: HEIFAuxiliaries? = nil,
    format: StillFormat,
    options: EncodingOptions
  ) throws -> [UInt8] {
    switch format {
    case .jpeg:
      try JPEGWriter.encode(pixels, colour: colour, blocks: blocks, gainMap: gainMap, options: options)
    case .png:
      try PNGWriter.encode(pixels, significantBits: significantBits, colour: colour, blocks: blocks)
    case .heic:
      try HEIFWriter.encode(
        pixels: pixels,
        significantBits: significantBits,
        colour: colour,
        blocks: blocks,
        gainMap: gainMap,
        auxiliaries: auxiliaries,
        options: options
      )
    case .webp: try WebPWriter.encode(pixels, colour: colour, blocks: blocks, options: options)
    case .tiff: try TIFFWriter.encode(pixels, colour: colour, blocks: blocks, options: options)
    case .bmp, .gif:
      throw Problem(.encodeFailed, ["format": format.rawValue, "detail": "only read"])
    case .avif:
      try AVIFWriter.encode(
        pixels: pixels,
        significantBits: significantBits,
        colour: colour,
        blocks: blocks,
        gainMap: gainMap,
        options: options
      )
    case .jxl:
      try JXLWriter.encode(
        pixels,
        significantBits: significantBits,
        colour: colour,
        blocks: blocks,
        options: options
      )
    }
  }
}
