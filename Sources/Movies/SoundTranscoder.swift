internal import CLibav
internal import Messages

/// Decodes a sound track and encodes it as AAC, from a moment on: that becomes time 0.
final class SoundTranscoder {
  let encoder: SoundEncoder
  private let decoder: UnsafeMutablePointer<AVCodecContext>
  private let timeBase: AVRational
  private let origin: Int64
  private let end: Int64
  private let frame: FrameOwner
  private var resampler: SoundResampler?
  /// Samples given to the encoder.
  private var count: Int64 = 0

  init(_ stream: UnsafeMutablePointer<AVStream>, origin: Int64, end: Int64) throws {
    guard let parameters = stream.pointee.codecpar,
      let codec = avcodec_find_decoder(parameters.pointee.codec_id),
      parameters.pointee.sample_rate > 0, parameters.pointee.ch_layout.nb_channels > 0
    else { throw Problem(.movieCodecUnknown, ["codec": Self.name(stream)]) }
    guard let decoder = avcodec_alloc_context3(codec) else { throw Libav.noMemory }
    self.decoder = decoder
    timeBase = stream.pointee.time_base
    self.origin = origin
    self.end = end
    encoder = try SoundEncoder(
      sampleRate: SoundEncoder.rate(for: parameters.pointee.sample_rate),
      channelCount: min(2, parameters.pointee.ch_layout.nb_channels)
    )
    frame = try FrameOwner()
    var code = avcodec_parameters_to_context(decoder, parameters)
    decoder.pointee.pkt_timebase = timeBase
    if code >= 0 { code = avcodec_open2(decoder, codec, nil) }
    guard code >= 0 else { throw Problem(.movieCodecUnknown, ["codec": Self.name(stream)]) }
  }

  deinit {
    var pointer: UnsafeMutablePointer<AVCodecContext>? = decoder
    avcodec_free_context(&pointer)
  }

  private static func name(_ stream: UnsafeMutablePointer<AVStream>) -> String {
    Libav.text(stream.pointee.codecpar.flatMap { avcodec_get_name($0.pointee.codec_id) })
  }

  /// Decodes a packet and hands on what the encoder makes of it. Damaged packets are passed over: `count` is filled up with
  /// silence when the next good one comes.
  func take(_ packet: PacketOwner, _ write: (PacketOwner) throws -> Void) throws {
    if avcodec_send_packet(decoder, packet.pointer) >= 0 { try drain(write) }
  }

  /// Hands on all that is underway.
  func finish(_ write: (PacketOwner) throws -> Void) throws {
    _ = avcodec_send_packet(decoder, nil)
    try drain(write)
    if let resampler {
      try resampler.flush { try pass($0, $1, write) }
    }
    try encoder.finish(write)
  }

  private func drain(_ write: (PacketOwner) throws -> Void) throws {
    while avcodec_receive_frame(decoder, frame.pointer) >= 0 {
      let decoded = frame.pointer
      if resampler?.fits(decoded) != true { resampler = try SoundResampler(decoded, encoder) }
      if decoded.pointee.best_effort_timestamp != clibav_no_time {
        try align(decoded.pointee.best_effort_timestamp, write)
      }
      try resampler?.convert(decoded) { try pass($0, $1, write) }
    }
  }

  /// Samples that are to be left out before the origin.
  private var excess: Int64 = 0

  /// Compares where the decoded sound lies with where the encoded has come to: a gap of more than 50 ms is filled with
  /// silence, what lies before the origin is left out.
  private func align(_ time: Int64, _ write: (PacketOwner) throws -> Void) throws {
    let wanted = av_rescale_q(time - origin, timeBase, encoder.timeBase)
    if count == 0, wanted < 0 { excess = -wanted }
    let gap = wanted - count
    guard excess == 0, gap > Int64(encoder.sampleRate) / 20 else { return }
    var left = min(gap, Int64(encoder.sampleRate) * 600)
    let silence = [Float](repeating: 0, count: 4096)
    while left > 0 {
      let part = min(left, 4096)
      try silence.withUnsafeBytes { bytes in
        let plane = UnsafeMutablePointer(mutating: bytes.baseAddress?.assumingMemoryBound(to: UInt8.self))
        var planes: [UnsafeMutablePointer<UInt8>?] = [plane, plane]
        try planes.withUnsafeMutableBufferPointer { planes in
          guard let start = planes.baseAddress else { return }
          try encoder.take(start, count: Int32(part), write)
        }
      }
      count += part
      left -= part
    }
  }

  /// Gives the encoder resampled sound, without what lies outside of the part.
  private func pass(
    _ planes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>,
    _ available: Int32,
    _ write: (PacketOwner) throws -> Void
  ) throws {
    let skipped = min(excess, Int64(available))
    excess -= skipped
    var wanted = Int64(available) - skipped
    if end != .max { wanted = min(wanted, av_rescale_q(end - origin, timeBase, encoder.timeBase) - count) }
    guard wanted > 0 else { return }
    var moved = (0..<Int(encoder.channelCount)).map { channel in
      planes[channel].map { $0 + Int(skipped) * MemoryLayout<Float>.size }
    }
    try moved.withUnsafeMutableBufferPointer { moved in
      guard let start = moved.baseAddress else { return }
      try encoder.take(start, count: Int32(wanted), write)
    }
    count += wanted
  }
}
