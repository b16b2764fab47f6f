internal import CLibav
internal import Messages

/// Takes the sound of a file along while pictures are made: as much of it at a time as pictures are there.
final class SoundFeed {
  private let input: MovieInput
  private let copy: SoundCopy
  private let packet: PacketOwner
  private let index: Int
  private let timeBase: AVRational
  private let origin: Int64
  private var position: Int64 = .min

  /// - Parameters:
  ///   - from: what becomes time 0, counted from the first frame of the reader's picture track.
  ///   - to: where the sound ends; nil: at its end.
  init(_ reader: MovieReader, _ index: Int, from: MediaTime, to: MediaTime?, _ output: MovieOutput) throws {
    guard let known = reader.information.sounds.first(where: { $0.index == index }) else {
      throw Problem(.internalError, ["detail": "track \(index)"])
    }
    let watch = MovieWatch(reader.limits)
    input = try MovieInput(try MovieBytes(reader.source), watch)
    guard let stream = input.stream(index), let video = input.stream(reader.information.video.index) else {
      throw Problem(.internalError, ["detail": "track \(index)"])
    }
    let base = video.pointee.time_base
    let start = MediaTime(reader.ticks(from), base)
    copy = try SoundCopy(input, known, output, from: start, to: to.map { MediaTime(reader.ticks($0), base) })
    packet = try PacketOwner()
    self.index = index
    timeBase = stream.pointee.time_base
    origin = av_rescale_q(start.value, AVRational(num: 1, den: start.timescale), timeBase)
    input.select([index])
    // A second earlier, so that nothing is missed.
    let entry = origin - Int64(timeBase.den)
    if entry > 0 { _ = try input.seek(index, to: entry) }
  }

  /// Whether the sound is coded anew.
  var isEncoded: Bool { copy.isEncoded }

  /// Whether any was taken.
  var hasWritten: Bool { copy.hasWritten }

  /// Takes sound up to a time of the new movie.
  func advance(to time: MediaTime) throws {
    let end = origin + av_rescale_q(time.value, AVRational(num: 1, den: time.timescale), timeBase)
    while !copy.isDone, position < end, try input.read(into: packet) {
      if packet.pointer.pointee.pts != clibav_no_time { position = packet.pointer.pointee.pts }
      try copy.take(packet)
    }
  }

  /// Takes what is left.
  func finish() throws {
    while !copy.isDone, try input.read(into: packet) { try copy.take(packet) }
    try copy.finish()
  }
}
