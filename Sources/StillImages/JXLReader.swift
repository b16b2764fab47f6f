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
  private let form: JXLFrameForm
  private let isAnimation: Bool
  private let frames: FrameSequence
  let animation: PictureAnimation?

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
    let form = JXLFrameForm(
      size: header.size,
      layout: layout,
      bits: header.bitsPerSample,
      requested: JXLRequest(encoding: scan.colour.requested),
      conversion: scan.colour.conversion
    )
    self.form = form
    isAnimation = info.have_animation != 0
    self.bytes = bytes
    let frames = FrameSequence { try JXLFrames(bytes, form, threads: $0) }
    self.frames = frames
    animation =
      info.have_animation == 0
      ? nil
      : PictureAnimation(
        size: header.size,
        durations: scan.durations.map(PictureAnimation.shown),
        playCount: Int(info.animation.num_loops),
        frames
      )
  }

  /// 8 to 16: fewer are widened, floating point and 32-bit numbers are read as 16 bits.
  private static func bits(_ info: JxlBasicInfo) -> Int {
    info.exponent_bits_per_sample > 0 ? 16 : min(16, max(8, Int(info.bits_per_sample)))
  }

  func decodePixels(threads: Int) throws -> PixelBuffer {
    try form.picture { target in
      try bytes.withUnsafeBufferPointer { try decode($0, into: target, threads) }
    }
  }

  /// The first frame. A file of one frame is read to its end, so that what was cut off behind the pixels shows.
  private func decode(
    _ file: UnsafeBufferPointer<UInt8>,
    into target: UnsafeMutableRawBufferPointer,
    _ threads: Int
  ) throws {
    let decoder = try JXLDecoder(file, events: JXLFrameForm.events, threads: threads)
    guard try form.next(decoder, into: target) else {
      throw Problem(.damaged, ["detail": "JPEG XL without picture"])
    }
    while try !isAnimation && form.next(decoder, into: target) {}
  }

  func further(_ number: Int) throws -> any StillImageDecoding {
    AnimationFrame(of: header, frames, number: number)
  }
}
