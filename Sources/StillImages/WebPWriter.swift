internal import Containers
internal import Messages
internal import Pixels

/// Writes WebP through libwebp, at its default effort: what cwebp does unless told otherwise.
enum WebPWriter {
  /// Encodes 8-bit RGB with or without alpha; anything else is a caller's error and throws `encodeFailed`.
  static func encode(
    _ pixels: PixelBuffer,
    colour: ColourDescription,
    blocks: MetadataBlocks,
    options: EncodingOptions
  ) throws -> [UInt8] {
    guard pixels.depth == .eight, !pixels.layout.isGrey else {
      throw WebPLibrary.failure("\(pixels.layout) of \(pixels.depth.rawValue) bits")
    }
    return try WebPAssembler.assemble(
      stream: try WebPLibrary.encode(pixels, settings(options)),
      size: pixels.size,
      hasAlpha: pixels.layout.hasAlpha,
      blocks: blocks,
      iccProfile: try PictureChecks.embeddableProfile(colour, for: pixels.layout, format: .webp)
    )
  }

  /// Whether planes can be coded as they are: lossy, with halved colour differences.
  static func takes(_ sampling: ColourPlanes.Sampling, options: EncodingOptions) -> Bool {
    !options.isLossless && sampling == .halved
  }

  /// Encodes planes that `takes` takes.
  static func encode(
    planes: ColourPlanes,
    colour: ColourDescription,
    blocks: MetadataBlocks,
    options: EncodingOptions
  ) throws -> [UInt8] {
    try WebPAssembler.assemble(
      stream: try WebPLibrary.encode(planes, settings(options)),
      size: planes.size,
      hasAlpha: false,
      blocks: blocks,
      iccProfile: try PictureChecks.embeddableProfile(colour, for: .rgb, format: .webp)
    )
  }

  private static func settings(_ options: EncodingOptions) -> WebPLibrary.Settings {
    WebPLibrary.Settings(
      quality: libraryQuality(options.quality),
      isLossless: options.isLossless,
      threads: options.threads
    )
  }

  /// Pairs of a JPEG quality (libjpeg's scale, colour halved below 90) and the libwebp quality with the same structural
  /// similarity of luma, the mean of three photos of 1 to 2 megapixels. Libwebp's worst is better than JPEG below 15.
  private static let equalQualities: [(jpeg: Float, webp: Float)] = [
    (1, 0), (10, 3), (20, 12), (30, 27), (40, 43), (50, 57), (60, 67), (70, 77), (80, 85), (90, 92.3),
    (95, 97),
    (100, 100),
  ]

  /// The libwebp quality that looks like a JPEG of `quality`, so that one number means one thing in all formats.
  static func libraryQuality(_ quality: Int) -> Float {
    let wanted = Float(quality)
    for (low, high) in zip(equalQualities, equalQualities.dropFirst()) where wanted <= high.jpeg {
      let part = max(0, wanted - low.jpeg) / (high.jpeg - low.jpeg)
      return low.webp + part * (high.webp - low.webp)
    }
    return 100
  }
}
