internal import Containers
internal import Messages
internal import Pixels

/// Writes AVIF: one AV1 picture (libaom), its alpha channel, colours, Exif and XMP.
///
/// The boxes are written here and not by libheif, whose 1.15 sets neither the colours of the bit stream nor libaom's
/// still picture mode.
enum AVIFWriter {
  /// The largest side: libavif, by which most programs read AVIF, refuses more unless it is told otherwise.
  static let maximumSide = 32_768

  /// From this quality up, chroma keeps its full resolution. Not earlier: decoders in hardware know only the Main Profile,
  /// which has none but halved chroma.
  static let fullColourQuality = 95

  /// Encodes an upright picture; no rotation is written.
  ///
  /// Lossy pictures are coded as 4:2:0, or 4:4:4 from `fullColourQuality` on; lossless ones as 4:4:4 with the identity
  /// matrix, grey ones as monochrome. Alpha is lossless. `significantBits` above 8 makes 10 bits, above 10 twelve. A colr box with code points is always
  /// written, beside the ICC profile where there is one.
  static func encode(
    pixels: PixelBuffer,
    significantBits: Int,
    colour: ColourDescription,
    blocks: MetadataBlocks,
    gainMap: CodedGainMap? = nil,
    options: EncodingOptions
  ) throws -> [UInt8] {
    try check(pixels.size)
    let bits = bitDepth(significantBits: pixels.depth == .eight ? 8 : significantBits)
    let isGrey = pixels.layout.isGrey
    let profile = HEIFOutputProfile(colour, isIdentity: options.isLossless && !isGrey)
    let planes = HEIFPlaneBuilder(pixels, bits: bits)
    let weights = try profile.weights()

    let isFull = weights == nil || options.quality >= fullColourQuality
    let picture = try AV1Image(pixels.size, isGrey: isGrey, isFullChroma: isFull, bits: bits)
    try planes.addColour(weights: weights, isFullChroma: isFull, to: picture)
    var file = try file(of: picture, pixels.size, profile: profile, options: options)
    if pixels.layout.hasAlpha {
      file.items.append(try alphaItem(planes, pixels.size, bits: bits, options: options))
    }
    file.add(blocks)
    if case .heif(let items)? = gainMap?.content { items.add(to: &file, size: pixels.size) }
    return try file.bytes()
  }

  /// A gain map as an item.
  static func mapPicture(_ pixels: PixelBuffer, options: EncodingOptions) throws -> HEIFPictureItem {
    // Samples are numbers, no colours.
    let unspecified = CodePoints(primaries: 2, transfer: 2, matrix: 6, isFullRange: true)
    let profile = HEIFOutputProfile(ColourDescription(codePoints: unspecified), isIdentity: false)
    let picture = try AV1Image(pixels.size, isGrey: pixels.layout.isGrey, isFullChroma: true, bits: 8)
    try HEIFPlaneBuilder(pixels, bits: 8)
      .addColour(weights: profile.weights(), isFullChroma: true, to: picture)
    let made = try file(of: picture, pixels.size, profile: profile, options: options)
    guard let item = made.items.first else { throw AV1Encoder.failure("gain map") }
    return HEIFPictureItem(type: item.type, data: item.data, properties: item.properties)
  }

  /// Whether planes can be coded as they are: lossy, in the sampling that is written, and with colours whose matrix is
  /// theirs. What was coded with halved colour differences stays so at every quality.
  static func takes(_ sampling: ColourPlanes.Sampling, colour: ColourDescription, options: EncodingOptions)
    -> Bool
  {
    guard !options.isLossless, HEIFOutputProfile(colour, isIdentity: false).codePoints.matrix == 6 else {
      return false
    }
    return switch sampling {
    case .grey, .halved: true
    case .halvedColumns: false
    case .full: options.quality >= fullColourQuality
    }
  }

  /// Encodes upright planes that `takes` takes.
  static func encode(
    planes: ColourPlanes,
    colour: ColourDescription,
    blocks: MetadataBlocks,
    gainMap: CodedGainMap? = nil,
    options: EncodingOptions
  ) throws -> [UInt8] {
    try check(planes.size)
    let picture = try AV1Image(
      planes.size,
      isGrey: planes.sampling == .grey,
      isFullChroma: planes.sampling == .full,
      bits: 8
    )
    try HEIFPlaneBuilder.add(planes, to: picture)
    let profile = HEIFOutputProfile(colour, isIdentity: false)
    var file = try file(of: picture, planes.size, profile: profile, options: options)
    file.add(blocks)
    if case .heif(let items)? = gainMap?.content { items.add(to: &file, size: planes.size) }
    return try file.bytes()
  }

  private static func check(_ size: PixelSize) throws {
    guard size.longEdge <= maximumSide else {
      throw Problem(
        .sizeNotPossible,
        ["format": "avif", "width": "\(size.width)", "height": "\(size.height)", "limit": "\(maximumSide)"]
      )
    }
  }

  /// A file of one coded picture, yet without alpha and metadata.
  private static func file(
    of picture: AV1Image,
    _ size: PixelSize,
    profile: HEIFOutputProfile,
    options: EncodingOptions
  ) throws -> HEIFAssembler {
    let data = try AV1Encoder(
      for: picture,
      codePoints: profile.codePoints,
      settings: AV1EncodingSettings(options)
    )
    .encode(picture)
    var properties = try codedProperties(data, size, channelCount: picture.isGrey ? 1 : 3)
    properties += colourProperties(profile)
    let header = try AV1SequenceHeader.only(in: data[...])
    var file = HEIFAssembler(brands: ["avif", "mif1", "miaf"] + Self.profileBrands(header))
    file.items.append(HEIFAssembler.Item("av01", data: data, properties: properties))
    return file
  }

  /// 8, 10 or 12.
  static func bitDepth(significantBits: Int) -> Int {
    significantBits <= 8 ? 8 : significantBits <= 10 ? 10 : 12
  }

  /// AVIF's Baseline Profile is AV1's Main Profile up to level 5.1, its Advanced Profile AV1's High Profile up to 6.0
  /// (AVIF 1.1, 8).
  private static func profileBrands(_ header: AV1SequenceHeader) -> [BoxType] {
    switch header.profile {
    case 0 where header.level <= 13: ["MA1B"]
    case 0 where header.level <= 16, 1 where header.level <= 16: ["MA1A"]
    default: []
    }
  }

  private static func alphaItem(
    _ planes: HEIFPlaneBuilder,
    _ size: PixelSize,
    bits: Int,
    options: EncodingOptions
  ) throws -> HEIFAssembler.Item {
    let picture = try AV1Image(size, isGrey: true, isFullChroma: false, bits: bits)
    try planes.addAlpha(to: picture)
    let lossless = EncodingOptions(isLossless: true, threads: options.threads)
    let unspecified = CodePoints(primaries: 2, transfer: 2, matrix: 2, isFullRange: true)
    let data = try AV1Encoder(for: picture, codePoints: unspecified, settings: AV1EncodingSettings(lossless))
      .encode(picture)
    var properties = try codedProperties(data, size, channelCount: 1)
    properties.append(
      HEIFAssembler.Property(
        "auxC",
        [0, 0, 0, 0] + Array("urn:mpeg:mpegB:cicp:systems:auxiliary:alpha".utf8) + [0]
      )
    )
    return HEIFAssembler.Item(
      "av01",
      data: data,
      properties: properties,
      references: [HEIFItem.Reference(type: "auxl", targets: [1])]
    )
  }

  /// Size, channels and codec.
  private static func codedProperties(
    _ data: [UInt8],
    _ size: PixelSize,
    channelCount: Int
  ) throws -> [HEIFAssembler.Property] {
    let header = try AV1SequenceHeader.only(in: data[...])
    guard header.size == size else { throw AV1Encoder.failure("picture of another size") }
    let depths = [UInt8](repeating: UInt8(header.bitDepth), count: channelCount)
    return [
      .spatialExtent(width: size.width, height: size.height),
      HEIFAssembler.Property("pixi", [0, 0, 0, 0, UInt8(channelCount)] + depths),
      HEIFAssembler.Property("av1C", header.configurationRecord, isEssential: true),
    ]
  }

  private static func colourProperties(_ profile: HEIFOutputProfile) -> [HEIFAssembler.Property] {
    let points = profile.codePoints
    let nclx =
      Array("nclx".utf8) + number(points.primaries, 2) + number(points.transfer, 2) + number(points.matrix, 2)
      + [0x80]
    let icc = profile.iccProfile.map { HEIFAssembler.Property("colr", Array("prof".utf8) + $0) }
    return (icc.map { [$0] } ?? []) + [HEIFAssembler.Property("colr", nclx)]
  }

  private static func number(_ value: Int, _ byteCount: Int) -> [UInt8] {
    (0..<byteCount).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
