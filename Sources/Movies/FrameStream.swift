internal import CLibav
internal import Messages

/// The decoded frames of one track in the order in which they are shown, with their times.
final class FrameStream {
  /// A decoded frame.
  struct Frame {
    var owner: FrameOwner
    /// When it is shown, in the track's time base.
    var time: Int64
    /// How long, as the container says; 0 where it does not.
    var duration: Int64

    var pointer: UnsafeMutablePointer<AVFrame> { owner.pointer }
  }

  let input: MovieInput
  let index: Int
  let timeBase: AVRational
  /// Pieces of data that did not decode.
  private(set) var skippedCount = 0
  /// Frames given.
  private(set) var count = 0
  /// The latest time of a frame whose data were read; nil where the data tell no times.
  private(set) var latestPacketTime: Int64?
  private let decoder: VideoDecoder
  private let watch: MovieWatch
  private let packet: PacketOwner
  private var isDraining = false
  private var lastTime: Int64?
  private var lastDuration: Int64 = 0

  /// Data in a row that do not decode before the rest is given up.
  private static let patience = 10_000

  init(_ input: MovieInput, track index: Int, _ limits: MovieLimits, _ watch: MovieWatch) throws {
    guard let stream = input.stream(index) else {
      throw Problem(.internalError, ["detail": "track \(index)"])
    }
    self.input = input
    self.index = index
    self.watch = watch
    timeBase = stream.pointee.time_base
    decoder = try VideoDecoder(stream, limits)
    packet = try PacketOwner()
    input.select([index])
  }

  /// The decoder's profile in words.
  var profile: String? { decoder.profile }

  /// Whether reading ended before the media did.
  var isCutOff: Bool { input.isCutOff }

  /// Goes to a key frame at or before a time; false where that does not work.
  func seek(to time: Int64) throws -> Bool {
    guard try input.seek(index, to: time) else { return false }
    decoder.flush()
    lastTime = nil
    isDraining = false
    return true
  }

  /// The next frame; nil at the end.
  func next() throws -> Frame? {
    let frame = try FrameOwner()
    for _ in 0..<Self.patience {
      try watch.check()
      switch decoder.receive(into: frame) {
      case .frame: return timed(frame)
      case .end: return nil
      case .damaged: skippedCount += 1
      case .hungry:
        if isDraining { return nil }
        try feed()
      }
    }
    return nil
  }

  /// Gives the decoder the track's next packet, or the end.
  private func feed() throws {
    while try input.read(into: packet) {
      let found = packet.pointer.pointee
      guard Int(found.stream_index) == index else { continue }
      if found.pts != clibav_no_time, found.flags & AV_PKT_FLAG_DISCARD == 0 {
        latestPacketTime = max(latestPacketTime ?? found.pts, found.pts)
      }
      if !decoder.send(packet) { skippedCount += 1 }
      return
    }
    isDraining = true
    _ = decoder.send(nil)
  }

  private func timed(_ owner: FrameOwner) -> Frame {
    let frame = owner.pointer.pointee
    var time = frame.best_effort_timestamp
    if time == clibav_no_time { time = lastTime.map { $0 &+ max(1, lastDuration) } ?? 0 }
    lastTime = time
    lastDuration = max(0, frame.pkt_duration)
    count += 1
    return Frame(owner: owner, time: time, duration: lastDuration)
  }
}
