internal import CLibav
internal import Pixels

/// The light that a PQ video calls its brightest, in cd/m2.
enum PeakLuminance {
  /// The brightest pixel (MaxCLL) or, without it, what the mastering display could show; nil where nothing sensible is
  /// stated: a peak of 0.005 has been seen.
  static func read(_ stream: UnsafeMutablePointer<AVStream>, _ frame: UnsafeMutablePointer<AVFrame>)
    -> Double?
  {
    [light(stream, frame), display(stream, frame)].compactMap(\.self).first { (203...10_000).contains($0) }
  }

  private static func light(_ stream: UnsafeMutablePointer<AVStream>, _ frame: UnsafeMutablePointer<AVFrame>)
    -> Double?
  {
    value(
      AVContentLightMetadata.self,
      stream,
      AV_PKT_DATA_CONTENT_LIGHT_LEVEL,
      frame,
      AV_FRAME_DATA_CONTENT_LIGHT_LEVEL
    )
    .map { Double($0.MaxCLL) }
  }

  private static func display(
    _ stream: UnsafeMutablePointer<AVStream>,
    _ frame: UnsafeMutablePointer<AVFrame>
  ) -> Double? {
    let metadata = value(
      AVMasteringDisplayMetadata.self,
      stream,
      AV_PKT_DATA_MASTERING_DISPLAY_METADATA,
      frame,
      AV_FRAME_DATA_MASTERING_DISPLAY_METADATA
    )
    guard let metadata, metadata.has_luminance != 0, metadata.max_luminance.den > 0 else { return nil }
    return Double(metadata.max_luminance.num) / Double(metadata.max_luminance.den)
  }

  /// A structure that the frame or, without it, the container has.
  private static func value<Value>(
    _ type: Value.Type,
    _ stream: UnsafeMutablePointer<AVStream>,
    _ kind: AVPacketSideDataType,
    _ frame: UnsafeMutablePointer<AVFrame>,
    _ frameKind: AVFrameSideDataType
  ) -> Value? {
    var (data, size): (UnsafeRawPointer?, Int) = (nil, 0)
    if let side = av_frame_get_side_data(frame, frameKind)?.pointee {
      (data, size) = (UnsafeRawPointer(side.data), side.size)
    } else if let side = av_stream_get_side_data(stream, kind, &size) {
      data = UnsafeRawPointer(side)
    }
    guard let data, size >= MemoryLayout<Value>.size else { return nil }
    return data.assumingMemoryBound(to: type).pointee
  }
}
