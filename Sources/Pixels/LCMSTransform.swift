internal import CLCMS

/// The pixel format word of lcms2.h: COLORSPACE_SH, EXTRA_SH, CHANNELS_SH, BYTES_SH (macros that Swift can't
/// import).
struct PixelFormat {
  let word: UInt32

  /// Three bytes a pixel.
  static let rgb8 = PixelFormat(space: PT_RGB, channels: 3, bytes: 1)
  /// Three words a pixel.
  static let rgb16 = PixelFormat(space: PT_RGB, channels: 3, bytes: 2)
  /// Three words a pixel, as ICC codes L*a*b*.
  static let lab16 = PixelFormat(space: PT_Lab, channels: 3, bytes: 2)
  /// Four bytes a pixel.
  static let cmyk8 = PixelFormat(space: PT_CMYK, channels: 4, bytes: 1)

  init(space: Int32, channels: Int, bytes: Int, extra: Int = 0) {
    word = UInt32(space) << 16 | UInt32(extra) << 7 | UInt32(channels) << 3 | UInt32(bytes)
  }

  /// Interleaved samples of a space; nil for a space that no picture has.
  init?(_ space: ProfileFacts.Space, _ depth: SampleDepth, hasAlpha: Bool = false) {
    let (number, channels): (Int32, Int)
    switch space {
    case .rgb: (number, channels) = (PT_RGB, 3)
    case .grey: (number, channels) = (PT_GRAY, 1)
    case .cmyk: (number, channels) = (PT_CMYK, 4)
    case .other: return nil
    }
    self.init(space: number, channels: channels, bytes: depth.byteCount, extra: hasAlpha ? 1 : 0)
  }
}

/// An lcms2 transform; deleted with its owner ("cmsDeleteTransform"). The profiles may be closed once it is
/// made.
struct LCMSTransform: ~Copyable {
  private let handle: cmsHTRANSFORM
  private let context: LCMSContext

  /// Relative colorimetric with black point compensation: colours that both spaces have stay as they are, and
  /// shadows keep their steps. Alpha is copied.
  init(
    from source: LCMSProfile,
    _ sourceFormat: PixelFormat,
    to target: LCMSProfile,
    _ targetFormat: PixelFormat,
    in context: LCMSContext
  ) throws {
    // HIGHRESPRECALC matters for 16 bits, where lcms2 bakes a grid.
    let flags = cmsFLAGS_BLACKPOINTCOMPENSATION | cmsFLAGS_COPY_ALPHA | cmsFLAGS_HIGHRESPRECALC
    let handle = cmsCreateTransformTHR(
      context.handle,
      source.handle,
      sourceFormat.word,
      target.handle,
      targetFormat.word,
      UInt32(INTENT_RELATIVE_COLORIMETRIC),
      UInt32(flags)
    )
    guard let handle else { throw context.failure("cmsCreateTransform") }
    self.handle = handle
    self.context = context
  }

  deinit { cmsDeleteTransform(handle) }

  /// Converts rows of `width` pixels; the rows of both buffers are packed.
  func run(_ source: UnsafeRawBufferPointer, _ target: UnsafeMutableRawBufferPointer, size: PixelSize) {
    guard let from = source.baseAddress, let to = target.baseAddress, size.height > 0 else { return }
    let sourceStride = source.count / size.height
    let targetStride = target.count / size.height
    for row in 0..<size.height {
      cmsDoTransform(
        handle,
        from + row &* sourceStride,
        to + row &* targetStride,
        UInt32(clamping: size.width)
      )
    }
  }
}
