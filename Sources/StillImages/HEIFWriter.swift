internal import CHEIF
internal import Containers
internal import Messages
internal import Pixels

/// Writes HEIC: one HEVC picture (libheif with x265), its alpha channel, colours, Exif and XMP.
enum HEIFWriter {
  /// The largest side: above 16,888 a picture would exceed HEVC's highest level (H.265, A.4.1), and decoders refuse it.
  static let maximumSide = 16_384

  /// Encodes an upright picture; no rotation is written.
  ///
  /// Lossy pictures are coded as 4:2:0, lossless ones as 4:4:4 with the identity matrix, grey ones as monochrome.
  /// `significantBits` above 8 makes 10 bits. A colr box is always written: the ICC profile where there is one,
  /// else code points (sRGB where nothing is known).
  static func encode(
    pixels: PixelBuffer,
    significantBits: Int,
    colour: ColourDescription,
    blocks: MetadataBlocks,
    gainMap: CodedGainMap? = nil,
    auxiliaries: HEIFAuxiliaries? = nil,
    options: EncodingOptions,
    isTile: Bool = false
  ) throws -> [UInt8] {
    try check(pixels.size)
    let bits = HEIFEncodingSettings.bitDepth(significantBits: pixels.depth == .eight ? 8 : significantBits)
    let profile = HEIFOutputProfile(colour, isIdentity: options.isLossless && !pixels.layout.isGrey)
    let weights = try profile.weights()
    let image = try HEIFImage(pixels.size, isGrey: pixels.layout.isGrey, isIdentity: weights == nil)
    let planes = HEIFPlaneBuilder(pixels, bits: bits)
    try planes.addColour(weights: weights, to: image)
    try planes.addAlpha(to: image)
    let file = try encode(
      image,
      isGrey: pixels.layout.isGrey,
      profile: profile,
      blocks: blocks,
      options: options,
      isTile: isTile
    )
    return try with(gainMap, auxiliaries, file, size: pixels.size)
  }

  /// The file with a gain map, depth and mattes beside its picture.
  private static func with(
    _ map: CodedGainMap?,
    _ auxiliaries: HEIFAuxiliaries?,
    _ file: [UInt8],
    size: PixelSize
  ) throws -> [UInt8] {
    if map == nil && auxiliaries == nil { return file }
    var assembler = try HEIFAssembler(HEIFItems(bytes: file))
    auxiliaries?.add(to: &assembler)
    if case .heif(let items)? = map?.content { items.add(to: &assembler, size: size) }
    return try assembler.bytes()
  }

  /// A gain map of even sides as an item.
  static func mapPicture(_ pixels: PixelBuffer, options: EncodingOptions) throws -> HEIFPictureItem {
    // Samples are numbers, no colours.
    let unspecified = CodePoints(primaries: 2, transfer: 2, matrix: 2, isFullRange: true)
    return try item(pixels, colour: ColourDescription(codePoints: unspecified), options: options)
  }

  /// A picture of 8 bits, without alpha and with even sides, as an item. `isTile`: one of many, coded by one thread.
  static func item(
    _ pixels: PixelBuffer,
    colour: ColourDescription,
    options: EncodingOptions,
    isTile: Bool = false
  ) throws -> HEIFPictureItem {
    let file = try HEIFItems(
      bytes: encode(
        pixels: pixels,
        significantBits: 8,
        colour: colour,
        blocks: MetadataBlocks(),
        options: options,
        isTile: isTile
      )
    )
    let item = try file.primaryItem()
    guard item.type == "hvc1", let extent = item.spatialExtent, extent.width == pixels.size.width,
      extent.height == pixels.size.height
    else { throw HEIFLibrary.failure("picture of \(pixels.size.width)x\(pixels.size.height)") }
    let properties = item.propertyBoxes.map {
      HEIFAssembler.Property(box: Array(file.bytes[$0.range]), isEssential: $0.isEssential)
    }
    return HEIFPictureItem(type: item.type, data: try file.data(of: item), properties: properties)
  }

  /// Whether planes can be coded as they are: lossy, 4:2:0 or grey, and with colours whose matrix is theirs.
  static func takes(_ sampling: ColourPlanes.Sampling, colour: ColourDescription, options: EncodingOptions)
    -> Bool
  {
    let matrix = HEIFOutputProfile(colour, isIdentity: false).codePoints.matrix
    return !options.isLossless && (sampling == .grey || (sampling == .halved && matrix == 6))
  }

  /// Encodes upright planes that `takes` takes.
  static func encode(
    planes: ColourPlanes,
    colour: ColourDescription,
    blocks: MetadataBlocks,
    gainMap: CodedGainMap? = nil,
    auxiliaries: HEIFAuxiliaries? = nil,
    options: EncodingOptions
  ) throws -> [UInt8] {
    try check(planes.size)
    let isGrey = planes.sampling == .grey
    let image = try HEIFImage(planes.size, isGrey: isGrey, isIdentity: false)
    try HEIFPlaneBuilder.add(planes, to: image)
    let file = try encode(
      image,
      isGrey: isGrey,
      profile: HEIFOutputProfile(colour, isIdentity: false),
      blocks: blocks,
      options: options
    )
    return try with(gainMap, auxiliaries, file, size: planes.size)
  }

  private static func check(_ size: PixelSize) throws {
    guard size.longEdge <= maximumSide else {
      throw Problem(
        .sizeNotPossible,
        ["format": "heic", "width": "\(size.width)", "height": "\(size.height)", "limit": "\(maximumSide)"]
      )
    }
  }

  private static func encode(
    _ image: HEIFImage,
    isGrey: Bool,
    profile: HEIFOutputProfile,
    blocks: MetadataBlocks,
    options: EncodingOptions,
    isTile: Bool = false
  ) throws -> [UInt8] {
    let context = try HEIFContext()
    let encoder = try HEIFEncoder(in: context)
    try HEIFEncodingSettings.apply(options, isGrey: isGrey, isTile: isTile, to: encoder)
    try encode(image, profile: profile, encoder: encoder, blocks: blocks, into: context)
    return try HEIFItemLocations.withoutBaseOffsets(HEIFOutput.bytes(of: context))
  }

  private static func encode(
    _ image: HEIFImage,
    profile: HEIFOutputProfile,
    encoder: HEIFEncoder,
    blocks: MetadataBlocks,
    into context: HEIFContext
  ) throws {
    guard let settings = heif_encoding_options_alloc() else { throw HEIFLibrary.outOfMemory }
    defer { heif_encoding_options_free(settings) }
    guard let codePoints = heif_nclx_color_profile_alloc() else { throw HEIFLibrary.outOfMemory }
    defer { heif_nclx_color_profile_free(codePoints) }
    try profile.fill(codePoints)
    try HEIFLibrary.check(heif_image_set_nclx_color_profile(image.handle, codePoints))
    if let icc = profile.iccProfile {
      try HEIFLibrary.check(heif_image_set_raw_color_profile(image.handle, "prof", icc, icc.count))
    }
    settings.pointee.save_alpha_channel = 1
    // Odd sizes become a grid of one even tile; with a clap instead, libheif 1.15.1 writes an ispe that contradicts it.
    settings.pointee.macOS_compatibility_workaround = 1
    settings.pointee.output_nclx_profile = codePoints
    // Without it there would be no colr box at all beside pictures without ICC profile.
    settings.pointee.macOS_compatibility_workaround_no_nclx_profile = 0
    settings.pointee.save_two_colr_boxes_when_ICC_and_nclx_available = profile.needsCodePoints ? 1 : 0

    var item: OpaquePointer?
    try HEIFLibrary.check(
      heif_context_encode_image(context.handle, image.handle, encoder.handle, settings, &item)
    )
    guard let item else { throw HEIFLibrary.failure("no picture") }
    defer { heif_image_handle_release(item) }
    if let exif = blocks.exif {
      // As cameras write it: offset 6 and "Exif\0\0" before the TIFF header.
      let data = Array("Exif\0\0".utf8) + exif
      guard let count = Int32(exactly: data.count) else { throw HEIFLibrary.failure("Exif too long") }
      try HEIFLibrary.check(heif_context_add_exif_metadata(context.handle, item, data, count))
    }
    if let xmp = blocks.xmp {
      guard let count = Int32(exactly: xmp.count) else { throw HEIFLibrary.failure("XMP too long") }
      try HEIFLibrary.check(heif_context_add_XMP_metadata(context.handle, item, xmp, count))
    }
  }
}

/// The colours of a picture to be written.
struct HEIFOutputProfile {
  /// The profile for the colr box.
  var iccProfile: [UInt8]?
  /// Primaries, transfer and matrix for the colr box and the bit stream; the range is always full.
  var codePoints: CodePoints
  /// Whether the code points have to stand in a box beside the profile.
  var needsCodePoints: Bool

  /// Chooses the numbers: those of the description, sRGB where it is silent, BT.601 as matrix as cameras have it, and
  /// BT.2020's own for its primaries.
  init(_ colour: ColourDescription, isIdentity: Bool) {
    iccProfile = colour.iccProfile.flatMap { $0.isEmpty ? nil : $0 }
    let isUnknown = iccProfile == nil && colour.codePoints == nil
    let primaries = colour.codePoints?.primaries ?? (isUnknown ? 1 : 2)
    let transfer = colour.codePoints?.transfer ?? (isUnknown ? 13 : 2)
    codePoints = CodePoints(
      primaries: primaries,
      transfer: transfer,
      matrix: isIdentity ? 0 : primaries == 9 ? 9 : 6,
      isFullRange: true
    )
    // Few readers look for the identity matrix in the bit stream.
    needsCodePoints = isIdentity || transfer == 16 || transfer == 18
  }

  /// KR and KB; nil where the planes are the colours themselves.
  func weights() throws -> (red: Double, blue: Double)? {
    codePoints.matrix == 0 ? nil : try HEIFColourMatrix.weights(matrix: codePoints.matrix, primaries: nil)
  }

  /// Copies the numbers into libheif's structure. Numbers it does not know become "unspecified".
  func fill(_ target: UnsafeMutablePointer<heif_color_profile_nclx>) throws {
    if heif_nclx_color_profile_set_color_primaries(target, UInt16(clamping: codePoints.primaries)).code
      != heif_error_Ok
    {
      try HEIFLibrary.check(heif_nclx_color_profile_set_color_primaries(target, 2))
    }
    if heif_nclx_color_profile_set_transfer_characteristics(target, UInt16(clamping: codePoints.transfer))
      .code
      != heif_error_Ok
    {
      try HEIFLibrary.check(heif_nclx_color_profile_set_transfer_characteristics(target, 2))
    }
    try HEIFLibrary.check(
      heif_nclx_color_profile_set_matrix_coefficients(target, UInt16(clamping: codePoints.matrix))
    )
    target.pointee.full_range_flag = 1
  }
}

/// Takes a finished file out of libheif.
enum HEIFOutput {
  private final class Collector {
    var bytes: [UInt8] = []
  }

  /// The file's bytes.
  static func bytes(of context: HEIFContext) throws -> [UInt8] {
    let collector = Collector()
    var writer = heif_writer(writer_api_version: 1) { _, data, size, target in
      guard let target, let data else { return heif_error_of_success() }
      Unmanaged<Collector>.fromOpaque(target).takeUnretainedValue().bytes
        .append(contentsOf: UnsafeRawBufferPointer(start: data, count: size))
      return heif_error_of_success()
    }
    try HEIFLibrary.check(
      heif_context_write(context.handle, &writer, Unmanaged.passUnretained(collector).toOpaque())
    )
    return collector.bytes
  }
}
