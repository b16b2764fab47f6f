internal import CLibav
internal import Messages

/// Owner of a decoder for one track.
final class VideoDecoder {
  /// What came out of a call.
  enum Outcome {
    case frame
    /// It wants another packet first.
    case hungry
    /// Nothing more will come.
    case end
    /// Data that do not decode.
    case damaged(Int32)
  }

  private let context: UnsafeMutablePointer<AVCodecContext>

  init(_ stream: UnsafeMutablePointer<AVStream>, _ limits: MovieLimits) throws {
    guard let parameters = stream.pointee.codecpar,
      let codec = avcodec_find_decoder(parameters.pointee.codec_id)
    else { throw Problem(.movieCodecUnknown, ["codec": "?"]) }
    guard let context = avcodec_alloc_context3(codec) else { throw Libav.noMemory }
    self.context = context
    var code = avcodec_parameters_to_context(context, parameters)
    guard code >= 0 else { throw Problem(.damaged, ["detail": Libav.detail(code)]) }
    context.pointee.pkt_timebase = stream.pointee.time_base
    context.pointee.max_pixels = Int64(limits.maximumPixelCount)
    let threads = max(1, min(limits.threads, 16))
    context.pointee.thread_count = Int32(threads)
    // Frame threads keep whole frames in flight: too much memory from 4K on.
    let isLarge = Int(parameters.pointee.width) * Int(parameters.pointee.height) > 1920 * 1088 * 2
    context.pointee.thread_type = isLarge ? FF_THREAD_SLICE : FF_THREAD_FRAME | FF_THREAD_SLICE
    code = avcodec_open2(context, codec, nil)
    guard code >= 0 else {
      throw Problem(
        .codecUnsupported,
        [
          "codec": Libav.text(avcodec_get_name(parameters.pointee.codec_id)), "detail": Libav.detail(code),
          "library": "libavcodec",
        ]
      )
    }
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
  }

  /// Gives the decoder a packet; nil says that there are no more. Whether it was taken whole and well.
  func send(_ packet: PacketOwner?) -> Bool {
    avcodec_send_packet(context, packet?.pointer) >= 0
  }

  /// Takes a frame.
  func receive(into frame: FrameOwner) -> Outcome {
    switch avcodec_receive_frame(context, frame.pointer) {
    case 0...: .frame
    case clibav_error_again: .hungry
    case clibav_error_end: .end
    case let code: .damaged(code)
    }
  }

  /// Forgets what it knows of earlier frames, after a seek.
  func flush() { avcodec_flush_buffers(context) }

  /// The profile in words; nil where unknown.
  var profile: String? {
    let text = Libav.text(avcodec_profile_name(context.pointee.codec_id, context.pointee.profile))
    return text.isEmpty ? nil : text
  }
}
