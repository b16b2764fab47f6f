internal import CLibav
internal import Messages

/// Gives each channel of a frame a plane of its own, with the numbers unchanged, where a decoder has them side by side.
final class FramePlanarizer {
  private var context: OpaquePointer?
  private var key: [Int32] = []
  private var result: FrameOwner?

  init() {}

  deinit { sws_freeContext(context) }

  /// The frame in `format.planar`; valid until the next call.
  func planar(
    _ frame: UnsafeMutablePointer<AVFrame>,
    _ format: FrameFormat
  ) throws -> UnsafeMutablePointer<AVFrame> {
    let (width, height) = (frame.pointee.width, frame.pointee.height)
    try prepare([
      frame.pointee.format, format.planar.rawValue, width, height,
      frame.pointee.color_range == AVCOL_RANGE_JPEG ? 1 : 0,
    ])
    guard let context, let target = result?.pointer else { throw Libav.noMemory }
    let source = Self.planes(frame.pointee).map { $0.map { UnsafePointer($0) } }
    let rows = sws_scale(
      context,
      source,
      Self.strides(frame.pointee),
      0,
      height,
      Self.planes(target.pointee),
      Self.strides(target.pointee)
    )
    guard rows == height else { throw Problem(.damaged, ["detail": Libav.detail(rows)]) }
    target.pointee.chroma_location = frame.pointee.chroma_location
    return target
  }

  private static func planes(_ frame: AVFrame) -> [UnsafeMutablePointer<UInt8>?] {
    [frame.data.0, frame.data.1, frame.data.2, frame.data.3]
  }

  private static func strides(_ frame: AVFrame) -> [Int32] {
    [frame.linesize.0, frame.linesize.1, frame.linesize.2, frame.linesize.3]
  }

  private func prepare(_ wanted: [Int32]) throws {
    if wanted == key { return }
    key = []
    sws_freeContext(context)
    context = nil
    let (width, height, range) = (wanted[2], wanted[3], wanted[4])
    let (from, to) = (AVPixelFormat(wanted[0]), AVPixelFormat(wanted[1]))
    let owner = try FrameOwner()
    owner.pointer.pointee.format = to.rawValue
    owner.pointer.pointee.width = width
    owner.pointer.pointee.height = height
    guard av_frame_get_buffer(owner.pointer, 64) >= 0 else { throw Libav.noMemory }
    guard
      let fresh = sws_getContext(
        width,
        height,
        from,
        width,
        height,
        to,
        SWS_BICUBIC | SWS_ACCURATE_RND,
        nil,
        nil,
        nil
      )
    else {
      throw Problem(
        .codecUnsupported,
        ["codec": "video", "detail": "sample format \(from.rawValue)", "library": "libavcodec"]
      )
    }
    // The same on both sides: nothing is to be converted but the order of the samples.
    let coefficients = sws_getCoefficients(SWS_CS_DEFAULT)
    _ = sws_setColorspaceDetails(fresh, coefficients, range, coefficients, range, 0, 1 << 16, 1 << 16)
    context = fresh
    result = owner
    key = wanted
  }
}
