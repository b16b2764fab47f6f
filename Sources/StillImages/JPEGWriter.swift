internal import Containers
internal import Messages
internal import Pixels

/// Writes JPEG through libjpeg-turbo.
enum JPEGWriter {
  /// From this quality up, colour keeps its full resolution.
  static let fullColourQuality = 90

  /// Encodes 8-bit grey or RGB pixels; anything else is a caller's error and throws `encodeFailed`.
  static func encode(
    _ pixels: PixelBuffer,
    colour: ColourDescription,
    blocks: MetadataBlocks,
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
      iccProfile: try profile(colour, for: pixels.layout)
    )
  }

  /// The profile that goes into the file. JPEG has no code points, so a profile is made of them; sRGB goes without, as
  /// that is what a JPEG without profile means.
  private static func profile(_ colour: ColourDescription, for layout: ChannelLayout) throws -> [UInt8]? {
    if let profile = colour.iccProfile { return profile }
    guard let points = colour.codePoints, !points.isSRGB else { return nil }
    guard let profile = ICCProfile.profile(for: points) else {
      throw failure("no profile for primaries \(points.primaries), transfer \(points.transfer)")
    }
    // A grey picture needs a grey profile; without one its numbers are read as sRGB's greys.
    return ICCProfile.inspect(profile)?.fits(layout) == true ? profile : nil
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
