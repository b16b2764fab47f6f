internal import CLibav
internal import Messages

/// Owner of an AAC encoder (AAC-LC, planar floats, one or two channels) and of the samples that wait for a whole frame.
final class SoundEncoder {
  let context: UnsafeMutablePointer<AVCodecContext>
  let sampleRate: Int32
  let channelCount: Int32
  private let queue: OpaquePointer
  private let frame: FrameOwner
  private let packet: PacketOwner
  /// The number of the next sample that goes into the encoder.
  private var next: Int64 = 0

  /// One tick is one sample.
  var timeBase: AVRational { AVRational(num: 1, den: sampleRate) }

  /// Sampling rates that AAC has (ISO/IEC 14496-3, 1.6.3.4) and Apple's players know.
  private static let rates: [Int32] = [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000]

  /// The rate at which sound of `rate` is coded: that, or 48,000.
  static func rate(for rate: Int32) -> Int32 { rates.contains(rate) ? rate : 48_000 }

  init(sampleRate: Int32, channelCount: Int32) throws {
    guard let codec = avcodec_find_encoder_by_name("aac") else {
      throw Problem(.encodeFailed, ["format": "mov", "detail": "no AAC encoder"])
    }
    guard let context = avcodec_alloc_context3(codec) else { throw Libav.noMemory }
    context.pointee.sample_rate = sampleRate
    context.pointee.sample_fmt = AV_SAMPLE_FMT_FLTP
    context.pointee.time_base = AVRational(num: 1, den: sampleRate)
    context.pointee.bit_rate = channelCount == 1 ? 96_000 : 160_000
    context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
    av_channel_layout_default(&context.pointee.ch_layout, channelCount)
    let code = avcodec_open2(context, codec, nil)
    guard code >= 0, let queue = av_audio_fifo_alloc(AV_SAMPLE_FMT_FLTP, channelCount, 4096) else {
      var pointer: UnsafeMutablePointer<AVCodecContext>? = context
      avcodec_free_context(&pointer)
      throw Problem(.encodeFailed, ["format": "mov", "detail": "AAC: \(Libav.detail(code))"])
    }
    self.context = context
    self.queue = queue
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    frame = try FrameOwner()
    packet = try PacketOwner()
  }

  deinit {
    av_audio_fifo_free(queue)
    var pointer: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&pointer)
  }

  /// Takes samples, a plane a channel.
  func take(
    _ planes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
    count: Int32,
    _ write: (PacketOwner) throws -> Void
  ) throws {
    let code = planes.withMemoryRebound(to: UnsafeMutableRawPointer?.self, capacity: Int(channelCount)) {
      av_audio_fifo_write(queue, $0, count)
    }
    guard code >= count else { throw Libav.noMemory }
    while av_audio_fifo_size(queue) >= context.pointee.frame_size {
      try encode(context.pointee.frame_size, write)
    }
  }

  /// Encodes what is left.
  func finish(_ write: (PacketOwner) throws -> Void) throws {
    let left = av_audio_fifo_size(queue)
    if left > 0 { try encode(left, write) }
    try send(nil, write)
  }

  private func encode(_ count: Int32, _ write: (PacketOwner) throws -> Void) throws {
    let pointer = frame.pointer
    av_frame_unref(pointer)
    pointer.pointee.nb_samples = count
    pointer.pointee.format = AV_SAMPLE_FMT_FLTP.rawValue
    pointer.pointee.sample_rate = sampleRate
    guard av_channel_layout_copy(&pointer.pointee.ch_layout, &context.pointee.ch_layout) >= 0,
      av_frame_get_buffer(pointer, 0) >= 0, let planes = pointer.pointee.extended_data
    else { throw Libav.noMemory }
    let read = planes.withMemoryRebound(to: UnsafeMutableRawPointer?.self, capacity: Int(channelCount)) {
      av_audio_fifo_read(queue, $0, count)
    }
    guard read == count else { throw Problem(.internalError, ["detail": "\(read) of \(count) samples"]) }
    pointer.pointee.pts = next
    next += Int64(count)
    try send(pointer, write)
  }

  private func send(
    _ frame: UnsafeMutablePointer<AVFrame>?,
    _ write: (PacketOwner) throws -> Void
  ) throws {
    let code = avcodec_send_frame(context, frame)
    guard code >= 0 else {
      throw Problem(.encodeFailed, ["format": "mov", "detail": "AAC: \(Libav.detail(code))"])
    }
    while avcodec_receive_packet(context, packet.pointer) >= 0 { try write(packet) }
  }
}
