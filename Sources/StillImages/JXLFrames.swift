internal import CJXL
internal import Messages
internal import Pixels

/// How the frames of a JPEG XL file come out of the decoder, and what is made of them.
struct JXLFrameForm: Sendable {
  /// What a decoder has to be asked for.
  static let events = Int32(JXL_DEC_COLOR_ENCODING.rawValue | JXL_DEC_FULL_IMAGE.rawValue)

  let size: PixelSize
  let layout: ChannelLayout
  /// Significant bits of a sample.
  let bits: Int
  let requested: JXLRequest
  /// Profiles that the decoder's samples are converted between, where it can't do that itself.
  let conversion: (from: [UInt8], to: [UInt8])?

  private var isWide: Bool { bits > 8 || conversion != nil }

  /// A picture of the samples that `fill` writes.
  func picture(_ fill: (UnsafeMutableRawBufferPointer) throws -> Void) throws -> PixelBuffer {
    let depth: SampleDepth = isWide ? .sixteen : .eight
    let count = size.width * size.height * layout.channelCount * depth.byteCount
    let samples = try [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      try fill(UnsafeMutableRawBufferPointer(buffer))
      filled = count
    }
    var pixels = PixelBuffer(size: size, layout: layout, depth: depth, bytes: samples)
    if let conversion {
      pixels = try ColourConversion.convert(pixels, from: conversion.from, to: conversion.to)
    }
    return pixels.converted(to: bits > 8 ? .sixteen : .eight)
  }

  /// Decodes the next frame as it is shown; false where the file ends.
  func next(_ decoder: JXLDecoder, into target: UnsafeMutableRawBufferPointer) throws -> Bool {
    var format = JxlPixelFormat(
      num_channels: UInt32(layout.channelCount),
      data_type: isWide ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8,
      endianness: JXL_NATIVE_ENDIAN,
      align: 0
    )
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
      case JXL_DEC_FULL_IMAGE: return true
      case JXL_DEC_SUCCESS: return false
      case let status: throw Problem(.internalError, ["detail": "libjxl: event \(status.rawValue)"])
      }
    }
  }
}

/// The frames of an animated JPEG XL in their order, as they are shown.
final class JXLFrames: FrameSource {
  /// The file at an address that stays while the decoder reads from it.
  private final class File {
    let bytes: UnsafeMutableBufferPointer<UInt8>

    init(_ file: [UInt8]) {
      bytes = .allocate(capacity: file.count)
      _ = bytes.initialize(fromContentsOf: file)
    }

    deinit { bytes.deallocate() }
  }

  private let file: File
  private let form: JXLFrameForm
  private let decoder: JXLDecoder

  init(_ bytes: [UInt8], _ form: JXLFrameForm, threads: Int) throws {
    file = File(bytes)
    self.form = form
    decoder = try JXLDecoder(UnsafeBufferPointer(file.bytes), events: JXLFrameForm.events, threads: threads)
  }

  func next() throws -> PixelBuffer {
    try form.picture { target in
      guard try form.next(decoder, into: target) else {
        throw Problem(.damaged, ["detail": "JPEG XL: a frame is missing"])
      }
    }
  }
}

/// The space that is asked of the decoder: numbers alone, so that it may go from thread to thread.
struct JXLRequest: Sendable {
  /// nil: the decoder's own choice.
  let encoding: JxlColorEncoding?
}
