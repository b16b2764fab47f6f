internal import CLibav
internal import Messages

/// Owner of a decoder for one sound track.
final class SoundDecoder {
  private let context: UnsafeMutablePointer<AVCodecContext>
  private let frame: FrameOwner

  /// - Throws: `movieCodecUnknown`.
  init(_ stream: UnsafeMutablePointer<AVStream>) throws {
    let name = Libav.text(stream.pointee.codecpar.flatMap { avcodec_get_name($0.pointee.codec_id) })
    guard let parameters = stream.pointee.codecpar,
      let codec = avcodec_find_decoder(parameters.pointee.codec_id),
      parameters.pointee.sample_rate > 0, parameters.pointee.ch_layout.nb_channels > 0
    else { throw Problem(.movieCodecUnknown, ["codec": name]) }
    frame = try FrameOwner()
    guard let context = avcodec_alloc_context3(codec) else { throw Libav.noMemory }
    self.context = context
    var code = avcodec_parameters_to_context(context, parameters)
    context.pointee.pkt_timebase = stream.pointee.time_base
    if code >= 0 { code = avcodec_open2(context, codec, nil) }
    guard code >= 0 else { throw Problem(.movieCodecUnknown, ["codec": name]) }
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&pointer)
  }

  /// Decodes a packet, nil for all that is underway, and hands on what comes out; damaged packets are passed over.
  func take(_ packet: PacketOwner?, _ pass: (UnsafeMutablePointer<AVFrame>) throws -> Void) throws {
    guard avcodec_send_packet(context, packet?.pointer) >= 0 else { return }
    while avcodec_receive_frame(context, frame.pointer) >= 0 { try pass(frame.pointer) }
  }
}
