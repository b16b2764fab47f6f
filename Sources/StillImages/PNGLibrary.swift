internal import CSPNG
internal import Containers
internal import Messages
internal import Pixels

/// libspng in Swift's terms: results become values or `Problem`.
enum PNGLibrary {
  /// Channels and depth of the decoded samples, and libspng's name for them.
  struct Encoding {
    var layout: ChannelLayout
    var depth: SampleDepth
    fileprivate var format: spng_format
    /// Whether tRNS becomes alpha.
    fileprivate var appliesTransparency: Bool

    /// Chooses what keeps everything of the file: 1, 2 and 4 bits widen to 8, palettes become colours, tRNS becomes
    /// alpha.
    init(_ chunks: PNGChunks) {
      let isDeep = chunks.header.bitDepth == 16
      depth = isDeep ? .sixteen : .eight
      appliesTransparency = chunks.hasTransparency && [0, 2, 3].contains(chunks.header.colourType)
      switch (chunks.header.colourType, appliesTransparency) {
      case (0, false): (layout, format) = (.grey, isDeep ? SPNG_FMT_PNG : SPNG_FMT_G8)
      case (0, true): (layout, format) = (.greyAlpha, isDeep ? SPNG_FMT_GA16 : SPNG_FMT_GA8)
      case (2, true): (layout, format) = (.rgba, isDeep ? SPNG_FMT_RGBA16 : SPNG_FMT_RGBA8)
      case (3, true): (layout, format) = (.rgba, SPNG_FMT_RGBA8)
      case (3, false): (layout, format) = (.rgb, SPNG_FMT_RGB8)
      case (4, _): (layout, format) = (.greyAlpha, SPNG_FMT_PNG)
      case (6, _): (layout, format) = (.rgba, SPNG_FMT_PNG)
      default: (layout, format) = (.rgb, SPNG_FMT_PNG)
      }
    }
  }

  /// The whole picture, packed, 16-bit samples in native byte order.
  static func decode(_ bytes: [UInt8], size: PixelSize, _ encoding: Encoding) throws -> [UInt8] {
    let capacity = size.width * size.height * encoding.layout.channelCount * encoding.depth.byteCount
    let context = try PNGContext(flags: 0)
    return try bytes.withUnsafeBytes { source in
      try context.demandWhole()
      try context.check(spng_set_png_buffer(context.handle, source.baseAddress, source.count))
      let format = Int32(encoding.format.rawValue)
      var count = 0
      try context.check(spng_decoded_image_size(context.handle, format, &count))
      guard count == capacity else {
        throw Problem(.internalError, ["detail": "libspng gives \(count) bytes, not \(capacity)"])
      }
      return try [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
        let flags = encoding.appliesTransparency ? Int32(SPNG_DECODE_TRNS.rawValue) : 0
        try context.check(spng_decode_image(context.handle, buffer.baseAddress, capacity, format, flags))
        filled = capacity
      }
    }
  }
}

/// Decodes a picture of 8 bits a sample, not interlaced, row by row.
struct PNGRowDecoder: ~Copyable {
  private let context: PNGContext
  private let input: PNGInput

  /// Reads a file up to the pixels.
  init(_ file: [UInt8], _ encoding: PNGLibrary.Encoding) throws {
    let context = try PNGContext(flags: 0)
    let input = PNGInput(file)
    try context.demandWhole()
    try context.check(
      spng_set_png_stream(context.handle, giveBytes, Unmanaged.passUnretained(input).toOpaque())
    )
    let flags =
      Int32(SPNG_DECODE_PROGRESSIVE.rawValue)
      | (encoding.appliesTransparency ? Int32(SPNG_DECODE_TRNS.rawValue) : 0)
    try context.check(spng_decode_image(context.handle, nil, 0, Int32(encoding.format.rawValue), flags))
    self.context = context
    self.input = input
  }

  /// Decodes the next row, which must be exactly as long as one.
  func readRow(into row: UnsafeMutableRawBufferPointer, isLast: Bool) throws {
    let code = spng_decode_row(context.handle, row.baseAddress, row.count)
    // SPNG_EOI says that this was the last row.
    if !isLast || code != Int32(SPNG_EOI.rawValue) { try context.check(code) }
  }
}

/// The file's bytes, of which libspng takes a piece at a time: it would have to be sure of their place in memory else.
private final class PNGInput {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Fills `target` with the next bytes; false where there are not as many.
  func give(_ target: UnsafeMutableRawBufferPointer) -> Bool {
    guard target.count <= bytes.count - position else { return false }
    target.copyBytes(from: bytes[position..<(position + target.count)])
    position += target.count
    return true
  }
}

/// spng_rw_fn: 0 is success.
private func giveBytes(
  _ context: OpaquePointer?,
  _ user: UnsafeMutableRawPointer?,
  _ target: UnsafeMutableRawPointer?,
  _ count: Int
) -> Int32 {
  guard let user, let target else { return Int32(SPNG_IO_ERROR.rawValue) }
  let buffer = UnsafeMutableRawBufferPointer(start: target, count: count)
  let isThere = Unmanaged<PNGInput>.fromOpaque(user).takeUnretainedValue().give(buffer)
  return isThere ? 0 : SPNG_IO_EOF.rawValue
}

/// Owns a libspng context ("spng_ctx_free").
struct PNGContext: ~Copyable {
  let handle: OpaquePointer

  init(flags: Int) throws {
    guard let handle = spng_ctx_new(Int32(flags)) else {
      throw Problem(.internalError, ["detail": "spng_ctx_new"])
    }
    self.handle = handle
  }

  deinit { spng_ctx_free(handle) }

  /// A checksum that does not fit means damage, in every chunk. Chunk limits keep ancillary data from costing more memory
  /// than the file has.
  func demandWhole() throws {
    try check(spng_set_crc_action(handle, Int32(SPNG_CRC_ERROR.rawValue), Int32(SPNG_CRC_ERROR.rawValue)))
    try check(spng_set_image_limits(handle, 0x7FFF_FFFF, 0x7FFF_FFFF))
    try check(spng_set_chunk_limits(handle, 1 << 30, 1 << 30))
  }

  /// Turns a result of decoding into a problem.
  func check(_ code: Int32) throws {
    guard let detail = Self.text(of: code) else { return }
    switch code {
    case Int32(SPNG_EMEM.rawValue): throw Problem(.workerOutOfMemory, ["limit": detail])
    case SPNG_IO_EOF.rawValue, Int32(SPNG_EIDAT_TOO_SHORT.rawValue):
      throw Problem(.truncated, ["detail": detail])
    default: throw Problem(.damaged, ["detail": "PNG: \(detail)"])
    }
  }

  /// libspng's constant text about a result; nil where all is well.
  static func text(of code: Int32) -> String? {
    code == 0 ? nil : spng_strerror(code).map { String(cString: $0) } ?? "\(code)"
  }
}
