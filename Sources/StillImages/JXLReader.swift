internal import CJXL
internal import Containers
internal import Messages
internal import Pixels

/// Reads JPEG XL through libjxl: codestreams and containers, lossy and lossless, with alpha.
///
/// The orientation of the codestream is applied by the decoder and counts alone; that of Exif is a remark (ISO/IEC
/// 18181-2).
struct JXLReader: StillImageDecoding {
  let header: StillImageHeader
  let notes: [Note]
  private let bytes: [UInt8]
  private let requested: JXLRequest
  private let conversion: (from: [UInt8], to: [UInt8])?
  private let isAnimation: Bool

  init(bytes: [UInt8], limits: DecodingLimits) throws {
    let scan = try JXLScan(bytes, limits: limits)
    let info = scan.info
    let hasAlpha = info.alpha_bits > 0
    let layout: ChannelLayout =
      info.num_color_channels == 1 ? (hasAlpha ? .greyAlpha : .grey) : (hasAlpha ? .rgba : .rgb)
    var further = FurtherContent()
    further.furtherImageCount = info.have_animation != 0 ? scan.frameCount - 1 : 0
    further.auxiliaryKinds = scan.auxiliaryKinds
    let colour = scan.colour.description
    let transferHDR = PictureChecks.dynamicRange(colour)
    header = StillImageHeader(
      format: .jxl,
      size: PixelSize(width: Int(info.xsize), height: Int(info.ysize)),
      orientation: .up,
      layout: layout,
      bitsPerSample: Self.bits(info),
      colour: colour,
      hdr: transferHDR == .none && scan.hasGainMap ? .gainMap : transferHDR,
      blocks: scan.blocks,
      further: further
    )
    notes = scan.colour.notes + (scan.exifIsUnusable ? [PictureChecks.unusableExif] : [])
    requested = JXLRequest(encoding: scan.colour.requested)
    conversion = scan.colour.conversion
    isAnimation = info.have_animation != 0
    self.bytes = bytes
  }

  /// 8 to 16: fewer are widened, floating point and 32-bit numbers are read as 16 bits.
  private static func bits(_ info: JxlBasicInfo) -> Int {
    info.exponent_bits_per_sample > 0 ? 16 : min(16, max(8, Int(info.bits_per_sample)))
  }

  func decodePixels(threads: Int) throws -> PixelBuffer {
    let isWide = header.bitsPerSample > 8 || conversion != nil
    let depth: SampleDepth = isWide ? .sixteen : .eight
    let count = header.size.width * header.size.height * header.layout.channelCount * depth.byteCount
    let samples = try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      try bytes.withUnsafeBufferPointer {
        try decode(
          $0,
          into: UnsafeMutableRawBufferPointer(buffer),
          threads,
          isWide: isWide
        )
      }
      filled = count
    }
    var pixels = PixelBuffer(size: header.size, layout: header.layout, depth: depth, bytes: samples)
    if let conversion {
      pixels = try ColourConversion.convert(pixels, from: conversion.from, to: conversion.to)
    }
    return pixels.converted(to: header.bitsPerSample > 8 ? .sixteen : .eight)
  }

  /// The first frame. A file of one frame is read to its end, so that what was cut off behind the pixels shows.
  private func decode(
    _ file: UnsafeBufferPointer<UInt8>,
    into target: UnsafeMutableRawBufferPointer,
    _ threads: Int,
    isWide: Bool
  ) throws {
    let events = Int32(JXL_DEC_COLOR_ENCODING.rawValue | JXL_DEC_FULL_IMAGE.rawValue)
    let decoder = try JXLDecoder(file, events: events, threads: threads)
    var format = JxlPixelFormat(
      num_channels: UInt32(header.layout.channelCount),
      data_type: isWide ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8,
      endianness: JXL_NATIVE_ENDIAN,
      align: 0
    )
    var isWhole = false
    while true {
      switch try decoder.next() {
      case JXL_DEC_COLOR_ENCODING:
        if var encoding = requested.encoding {
          try decoder.check(JxlDecoderSetPreferredColorProfile(decoder.handle, &encoding))
        }
      case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
        var count = 0
        try decoder.check(JxlDecoderImageOutBufferSize(decoder.handle, &format, &count))
        guard count == target.count else {
          throw Problem(.internalError, ["detail": "libjxl gives \(count) bytes, not \(target.count)"])
        }
        try decoder.check(JxlDecoderSetImageOutBuffer(decoder.handle, &format, target.baseAddress, count))
      case JXL_DEC_FULL_IMAGE:
        isWhole = true
        if isAnimation { return }
      case JXL_DEC_SUCCESS:
        guard isWhole else { throw Problem(.damaged, ["detail": "JPEG XL without picture"]) }
        return
      case let status: throw Problem(.internalError, ["detail": "libjxl: event \(status.rawValue)"])
      }
    }
  }
}

/// The space that is asked of the decoder: numbers alone, so that it may go from thread to thread.
struct JXLRequest: Sendable {
  /// nil: the decoder's own choice.
  let encoding: JxlColorEncoding?
}
