internal import CLibav
internal import Messages

/// Takes a sound track along: as it is coded where players of the file know that, else as AAC.
final class SoundCopy {
  /// Whether all that is wanted was taken.
  private(set) var isDone = false
  /// Whether it is coded anew.
  var isEncoded: Bool { transcoder != nil }
  /// Whether any was taken.
  private(set) var hasWritten = false
  private let index: Int
  private let output: MovieOutput
  private let timeBase: AVRational
  /// The part that is wanted, in the track's time base.
  private let from: Int64
  private let to: Int64
  private let track: UnsafeMutablePointer<AVStream>
  private let transcoder: SoundTranscoder?

  /// - Parameters:
  ///   - from: what becomes time 0.
  ///   - to: where it ends; nil: at the end.
  init(
    _ input: MovieInput,
    _ known: MovieSoundTrack,
    _ output: MovieOutput,
    from: MediaTime,
    to: MediaTime?
  ) throws {
    guard let stream = input.stream(known.index) else {
      throw Problem(.internalError, ["detail": "track \(known.index)"])
    }
    index = known.index
    self.output = output
    let base = stream.pointee.time_base
    timeBase = base
    func ticks(_ time: MediaTime) -> Int64 {
      av_rescale_q(time.value, AVRational(num: 1, den: time.timescale), base)
    }
    self.from = ticks(from)
    self.to = to.map { ticks($0) } ?? .max
    if known.isCopied(into: output.form) {
      transcoder = nil
      track = try output.addTrack(copying: stream, tag: 0)
    } else {
      let transcoder = try SoundTranscoder(stream, origin: self.from, end: self.to)
      self.transcoder = transcoder
      track = try output.addTrack(of: transcoder.encoder.context)
    }
  }

  /// Takes a packet of the track; others are passed over.
  func take(_ packet: PacketOwner) throws {
    let found = packet.pointer.pointee
    guard !isDone, Int(found.stream_index) == index, found.pts != clibav_no_time else { return }
    if found.pts >= to {
      isDone = true
      return
    }
    // One packet more than is heard: AAC decoders need the one before.
    guard found.pts &+ 2 * max(0, found.duration) > from else { return }
    if let transcoder {
      try transcoder.take(packet) { try write($0, transcoder.encoder.timeBase) }
      return
    }
    packet.pointer.pointee.pts -= from
    if found.dts != clibav_no_time { packet.pointer.pointee.dts -= from }
    packet.pointer.pointee.flags &= ~AV_PKT_FLAG_DISCARD
    try write(packet, timeBase)
  }

  /// Writes what is still underway.
  func finish() throws {
    isDone = true
    guard let transcoder else { return }
    try transcoder.finish { try write($0, transcoder.encoder.timeBase) }
  }

  private func write(_ packet: PacketOwner, _ timeBase: AVRational) throws {
    hasWritten = true
    try output.write(packet, to: track, timeBase: timeBase)
  }
}
