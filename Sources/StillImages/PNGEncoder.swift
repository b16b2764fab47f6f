internal import CSPNG
internal import Containers
internal import Messages
internal import Pixels

/// One encoding by libspng: sets chunks, then gives the file. The context must outlive it.
///
/// libspng does not copy what is set: data, and for unknown chunks even the array of chunks, stay the caller's and must
/// live until the file is written (spng.c, spng_set_unknown_chunks). So everything that is set is kept here.
final class PNGEncoder {
  private let context: OpaquePointer
  private var kept: [UnsafeMutableBufferPointer<CChar>] = []
  private let unknownChunk = UnsafeMutablePointer<spng_unknown_chunk>.allocate(capacity: 1)

  init(_ context: OpaquePointer) { self.context = context }

  deinit {
    for buffer in kept { buffer.deallocate() }
    unknownChunk.deallocate()
  }

  func setHeader(_ pixels: PixelBuffer) throws {
    try setHeader(pixels.size, pixels.layout, pixels.depth)
    try check(spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1))
  }

  func setHeader(_ size: PixelSize, _ layout: ChannelLayout, _ depth: SampleDepth) throws {
    let colourType: spng_color_type =
      switch layout {
      case .grey: SPNG_COLOR_TYPE_GRAYSCALE
      case .greyAlpha: SPNG_COLOR_TYPE_GRAYSCALE_ALPHA
      case .rgb: SPNG_COLOR_TYPE_TRUECOLOR
      case .rgba: SPNG_COLOR_TYPE_TRUECOLOR_ALPHA
      }
    var header = spng_ihdr()
    header.width = UInt32(clamping: size.width)
    header.height = UInt32(clamping: size.height)
    header.bit_depth = UInt8(depth.rawValue)
    header.color_type = UInt8(colourType.rawValue)
    try check(spng_set_ihdr(context, &header))
  }

  /// zlib's level and the filters to choose from row by row.
  ///
  /// Level 3 with all filters: of a 12 MP photo it makes 12.8 MB in 1.7 s of CPU, where level 6 makes 13.0 MB in 3.5 s and
  /// level 9 12.3 MB in 15.6 s; without filters level 6 makes 20.7 MB.
  func setCompression() throws {
    try check(spng_set_option(context, SPNG_IMG_COMPRESSION_LEVEL, 3))
    try check(spng_set_option(context, SPNG_FILTER_CHOICE, Int32(SPNG_FILTER_CHOICE_ALL.rawValue)))
  }

  func setSignificantBits(_ bits: UInt8, _ layout: ChannelLayout) throws {
    var chunk = spng_sbit(
      grayscale_bits: bits,
      red_bits: bits,
      green_bits: bits,
      blue_bits: bits,
      alpha_bits: bits
    )
    try check(spng_set_sbit(context, &chunk))
  }

  /// A profile as iCCP; code points as cICP, with a profile beside them for readers that don't know cICP where one can
  /// say the same; sRGB as sRGB.
  func setColour(_ colour: ColourDescription, for layout: ChannelLayout) throws {
    if let profile = colour.iccProfile { return try setProfile(profile) }
    guard let points = colour.codePoints, !points.isSRGB else {
      return try check(spng_set_srgb(context, 0))
    }
    try setCodePoints(points)
    if let profile = ICCProfile.profile(for: points, isGrey: layout.isGrey) {
      try setProfile(profile)
    }
  }

  private func setProfile(_ profile: [UInt8]) throws {
    var chunk = spng_iccp()
    withUnsafeMutableBytes(of: &chunk.profile_name) { $0.copyBytes(from: "ICC profile".utf8) }
    chunk.profile = keep(profile)
    chunk.profile_len = profile.count
    try check(spng_set_iccp(context, &chunk))
  }

  /// libspng 0.7 does not know cICP; as an unknown chunk it goes right after IHDR, before PLTE and IDAT as it must. PNG
  /// samples are RGB in full range whatever the source's matrix was.
  private func setCodePoints(_ points: CodePoints) throws {
    guard let primaries = UInt8(exactly: points.primaries), let transfer = UInt8(exactly: points.transfer)
    else {
      throw failure("code points \(points.primaries), \(points.transfer)")
    }
    var chunk = spng_unknown_chunk()
    chunk.type = (UInt8(ascii: "c"), UInt8(ascii: "I"), UInt8(ascii: "C"), UInt8(ascii: "P"))
    chunk.length = 4
    chunk.data = UnsafeMutableRawPointer(keep([primaries, transfer, 0, 1]))
    chunk.location = SPNG_AFTER_IHDR
    unknownChunk.initialize(to: chunk)
    try check(spng_set_unknown_chunks(context, unknownChunk, 1))
  }

  func setMetadata(_ blocks: MetadataBlocks) throws {
    if let exif = blocks.exif {
      var chunk = spng_exif(length: exif.count, data: keep(exif))
      try check(spng_set_exif(context, &chunk))
    }
    if let xmp = blocks.xmp {
      var text = spng_text()
      withUnsafeMutableBytes(of: &text.keyword) { $0.copyBytes(from: "XML:com.adobe.xmp".utf8) }
      text.type = Int32(SPNG_ITXT.rawValue)
      text.text = keep(xmp)
      text.length = xmp.count
      text.language_tag = keep([])
      text.translated_keyword = keep([])
      try check(spng_set_text(context, &text, 1))
    }
  }

  /// The finished file.
  func encode(_ pixels: PixelBuffer) throws -> [UInt8] {
    try check(
      spng_encode_image(
        context,
        pixels.bytes,
        pixels.bytes.count,
        Int32(SPNG_FMT_PNG.rawValue),
        Int32(SPNG_ENCODE_FINALIZE.rawValue)
      )
    )
    var count = 0
    var code: Int32 = 0
    // "the returned buffer is owned by the caller" (spng.h documentation, spng_get_png_buffer).
    let output = spng_get_png_buffer(context, &count, &code)
    defer { free(output) }
    try check(code)
    guard let output else { throw failure("no output") }
    return Array(UnsafeRawBufferPointer(start: output, count: count))
  }

  /// Encodes rows that are given one after the other; the context writes to a stream.
  func encode(_ rows: any PictureRows) throws {
    let flags = Int32(SPNG_ENCODE_PROGRESSIVE.rawValue) | Int32(SPNG_ENCODE_FINALIZE.rawValue)
    try check(spng_encode_image(context, nil, 0, Int32(SPNG_FMT_PNG.rawValue), flags))
    let row = UnsafeMutableRawBufferPointer.allocate(
      byteCount: rows.size.width * rows.layout.channelCount,
      alignment: 16
    )
    defer { row.deallocate() }
    for number in 1...max(rows.size.height, 1) {
      try rows.readRow(into: row)
      let code = spng_encode_row(context, row.baseAddress, row.count)
      // SPNG_EOI says that this was the last row, and that the file is finished.
      if number < rows.size.height || code != Int32(SPNG_EOI.rawValue) { try check(code) }
    }
  }

  /// A NUL-terminated copy that lives as long as the encoder.
  private func keep(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar>? {
    let buffer = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count + 1)
    _ = buffer.initialize(fromContentsOf: bytes.map { CChar(bitPattern: $0) } + [0])
    kept.append(buffer)
    return buffer.baseAddress
  }

  func check(_ code: Int32) throws {
    if let text = PNGContext.text(of: code) { throw failure(text) }
  }

  private func failure(_ detail: String) -> Problem {
    Problem(.encodeFailed, ["format": StillFormat.png.rawValue, "detail": detail])
  }
}
