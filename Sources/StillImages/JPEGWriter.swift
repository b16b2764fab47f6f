internal import Containers
internal import Messages
internal import Pixels

/// Writes JPEG through libjpeg-turbo: baseline with optimised Huffman tables.
///
/// Baseline because Exif allows nothing else (Exif 2.32, 4.5.4) and every decoder reads it fast: of a 12 MP photo at
/// quality 85, progressive scans save 5 % of the bytes but cost 2.6 times the CPU to write and 3 times to read.
enum JPEGWriter {
  /// From this quality up, colour keeps its full resolution, for 6 % more bytes of a photo; below, nobody sees it and
  /// graphics are not what JPEG is for.
  static let fullColourQuality = 90

  /// Encodes 8-bit grey or RGB pixels; anything else is a caller's error and throws `encodeFailed`.
  static func encode(
    _ pixels: PixelBuffer,
    colour: ColourDescription,
    blocks: MetadataBlocks,
    gainMap: CodedGainMap? = nil,
    options: EncodingOptions
  ) throws -> [UInt8] {
    guard pixels.depth == .eight, !pixels.layout.hasAlpha else {
      throw failure("\(pixels.layout) of \(pixels.depth.rawValue) bits")
    }
    guard !options.isLossless else { throw failure("lossless") }
    let stream = try JPEGLibrary.encode(
      pixels,
      .init(
        quality: min(max(options.quality, 1), 100),
        isSubsampled: options.quality < fullColourQuality,
        isProgressive: false
      )
    )
    return try JPEGAssembler.assemble(
      stream: stream,
      blocks: blocks,
      iccProfile: try PictureChecks.embeddableProfile(colour, for: pixels.layout, format: .jpeg),
      gainMap: part(gainMap)
    )
  }

  /// Whether planes can be coded as they are: below `fullColourQuality` colour differences have to be halved.
  static func takes(_ sampling: ColourPlanes.Sampling, options: EncodingOptions) -> Bool {
    sampling == .grey || sampling == .halved || options.quality >= fullColourQuality
  }

  /// Encodes planes that `takes` takes. What was coded with halved colour differences stays so at every quality: full
  /// resolution would cost bytes and hold nothing more.
  static func encode(
    planes: ColourPlanes,
    colour: ColourDescription,
    blocks: MetadataBlocks,
    gainMap: CodedGainMap? = nil,
    options: EncodingOptions
  ) throws -> [UInt8] {
    guard !options.isLossless else { throw failure("lossless") }
    let stream = try JPEGLibrary.encode(
      planes,
      .init(quality: min(max(options.quality, 1), 100), isSubsampled: false, isProgressive: false)
    )
    return try JPEGAssembler.assemble(
      stream: stream,
      blocks: blocks,
      iccProfile: try PictureChecks.embeddableProfile(
        colour,
        for: planes.sampling == .grey ? .grey : .rgb,
        format: .jpeg
      ),
      gainMap: part(gainMap)
    )
  }

  private static func part(_ map: CodedGainMap?) -> JPEGAssembler.GainMapPart? {
    if case .jpeg(let stream)? = map?.content { .picture(map: stream) } else { nil }
  }

  private static func failure(_ detail: String) -> Problem {
    Problem(.encodeFailed, ["format": StillFormat.jpeg.rawValue, "detail": detail])
  }
}

extension CodePoints {
  /// Whether these are read as sRGB: BT.709 primaries with the sRGB or BT.709 curve, which pictures (unlike video) never
  /// tell apart, or what is unspecified.
  var isSRGB: Bool { [1, 2].contains(primaries) && [1, 2, 6, 13].contains(transfer) }
}
