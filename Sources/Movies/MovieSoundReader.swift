internal import CLibav
internal import Messages

/// The sound of a video as samples, from a moment on: its first sound track that can be decoded. Where data do not decode,
/// and behind the end, there is silence.
///
/// Not shared between threads.
public final class MovieSoundReader {
  private let input: MovieInput
  private let index: Int
  private let timeBase: AVRational
  /// What becomes sample 0, in the track's time base.
  private let origin: Int64
  private let decoder: SoundDecoder
  private let packet: PacketOwner
  private var resampler: SoundResampler?
  private var queue = Queue()
  private var isOver = false

  /// Samples that are decoded and were not read.
  private struct Queue {
    var left: [Float] = []
    var right: [Float] = []
    /// Samples that were put in, silence included.
    var total: Int64 = 0
    /// Silence before them.
    var silence: Int64 = 0
    /// Samples that lie before the origin and are still to be left out.
    var excess: Int64 = 0
    var count: Int { left.count }
  }

  /// Packets in a row without any sound before the rest is given up.
  private static let patience = 10_000

  /// Opens the sound of a video that was opened.
  /// - Parameter start: what becomes the first sample, counted from the first frame of the picture.
  /// - Throws: `movieCodecUnknown` where there is none that can be decoded; `inputMissing`, `inputUnreadable`, `damaged`.
  public init(_ reader: MovieReader, from start: MediaTime) throws {
    guard let track = reader.information.sounds.first?.index else {
      throw Problem(.movieCodecUnknown, ["codec": "?"])
    }
    input = try MovieInput(try MovieBytes(reader.source), MovieWatch(reader.limits), isKnown: true)
    guard let stream = input.stream(track), let video = input.stream(reader.information.video.index) else {
      throw Problem(.internalError, ["detail": "track \(track)"])
    }
    index = track
    timeBase = stream.pointee.time_base
    let moment = MediaTime(reader.ticks(start), video.pointee.time_base)
    origin = av_rescale_q(moment.value, AVRational(num: 1, den: moment.timescale), timeBase)
    decoder = try SoundDecoder(stream)
    packet = try PacketOwner()
    input.select([track])
    // A second earlier, so that nothing is missed.
    let entry = origin - Int64(timeBase.den)
    if entry > 0 { _ = try input.seek(track, to: entry) }
  }

  /// The next samples.
  /// - Throws: `cancelled`, `workerTimedOut`; what can't be read otherwise is silence.
  public func read(_ count: Int) throws -> MovieSound {
    var result = MovieSound(silence: count)
    var place = 0
    for _ in 0..<Self.patience where place < result.count {
      let skipped = Int(min(queue.silence, Int64(result.count - place)))
      (queue.silence, place) = (queue.silence - Int64(skipped), place + skipped)
      let part = queue.silence > 0 ? 0 : min(queue.count, result.count - place)
      result.left.replaceSubrange(place..<(place + part), with: queue.left.prefix(part))
      result.right.replaceSubrange(place..<(place + part), with: queue.right.prefix(part))
      queue.left.removeFirst(part)
      queue.right.removeFirst(part)
      place += part
      if place < result.count {
        if isOver { break }
        try decodeMore()
      }
    }
    return result
  }

  private func decodeMore() throws {
    do {
      guard try input.read(into: packet) else { return try finish() }
      guard Int(packet.pointer.pointee.stream_index) == index else { return }
      try decoder.take(packet, add)
    } catch let problem as Problem where [.cancelled, .workerTimedOut].contains(problem.code) {
      throw problem
    } catch {
      isOver = true
    }
  }

  private func finish() throws {
    isOver = true
    try decoder.take(nil, add)
    try resampler?.flush(put)
  }

  /// Takes a decoded frame.
  private func add(_ frame: UnsafeMutablePointer<AVFrame>) throws {
    if resampler?.fits(frame) != true {
      resampler = try SoundResampler(frame, channelCount: 2, rate: MovieSound.sampleRate)
    }
    if frame.pointee.best_effort_timestamp != clibav_no_time { align(frame.pointee.best_effort_timestamp) }
    try resampler?.convert(frame, put)
  }

  /// Compares where the decoded sound lies with where the samples have come to: a gap of more than 50 ms is silence, what
  /// lies before the origin is left out.
  private func align(_ time: Int64) {
    let rate = Int64(MovieSound.sampleRate)
    let wanted = av_rescale_q(time &- origin, timeBase, AVRational(num: 1, den: MovieSound.sampleRate))
    if queue.total == 0, wanted < 0 { queue.excess = min(-wanted, rate * 3600) }
    let gap = wanted - queue.total
    // Silence is not put between samples that wait: they are read first.
    guard queue.excess == 0, gap > rate / 20, queue.count == 0 else { return }
    let silence = min(gap, rate * 3600)
    queue.silence += silence
    queue.total += silence
  }

  private func put(_ planes: UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, _ available: Int32) {
    guard available > 0, let left = planes[0], let right = planes[1] else { return }
    let skipped = Int(min(queue.excess, Int64(available)))
    queue.excess -= Int64(skipped)
    let count = Int(available) - skipped
    func samples(_ plane: UnsafeMutablePointer<UInt8>) -> UnsafeBufferPointer<Float> {
      let start = UnsafeRawPointer(plane).assumingMemoryBound(to: Float.self)
      return UnsafeBufferPointer(start: start + skipped, count: count)
    }
    queue.left.append(contentsOf: samples(left))
    queue.right.append(contentsOf: samples(right))
    queue.total += Int64(count)
  }
}
