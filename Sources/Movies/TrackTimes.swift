internal import CLibav

/// What a track's index says of its times, without decoding.
struct TrackTimes {
  /// Frames that are shown; nil without an index.
  var frameCount: Int?
  /// How long they last together.
  var duration: MediaTime?
  /// Frames a second on average.
  var frameRate: Double?
  /// Whether they last differently long; nil without an index.
  var isVariable: Bool?

  /// - Parameter edited: how long an edit list shows the track.
  init(_ stream: UnsafeMutablePointer<AVStream>, edited: MediaTime?) {
    let base = stream.pointee.time_base
    if stream.pointee.duration > 0, stream.pointee.duration != clibav_no_time {
      duration = MediaTime(stream.pointee.duration, base)
    }
    let rate = stream.pointee.avg_frame_rate
    if rate.num > 0, rate.den > 0 { frameRate = Double(rate.num) / Double(rate.den) }
    readIndex(stream, edited)
  }

  /// A complete index has an entry a frame, in decoding order; those that an edit list hides are marked.
  private mutating func readIndex(_ stream: UnsafeMutablePointer<AVStream>, _ edited: MediaTime?) {
    let count = avformat_index_get_entries_count(stream)
    // Other demuxers index key frames alone.
    guard count > 0, Int64(count) == stream.pointee.nb_frames else { return }
    let base = stream.pointee.time_base
    var (shown, shownTicks) = (0, Int64(0))
    var (shortest, longest) = (Int64.max, Int64.min)
    var previous: AVIndexEntry?
    var (first, isHidden) = (Int64(0), false)
    for number in 0..<count {
      let entry = avformat_index_get_entry(stream, number)
      guard let time = entry?.pointee.timestamp else { continue }
      if let previous {
        let step = time &- previous.timestamp
        shortest = min(shortest, step)
        longest = max(longest, step)
        if !isHidden { shownTicks += step }
      } else {
        first = time
      }
      // A bit field, which Swift can't import.
      isHidden = clibav_is_hidden(entry) != 0
      if !isHidden { shown += 1 }
      previous = entry?.pointee
    }
    frameCount = shown
    guard count > 1, shown > 0, let last = previous?.timestamp, last > first else { return }
    // One tick is what rounding to the timescale makes of even steps.
    isVariable = longest - shortest > 1 && MediaTime(longest - shortest, base).seconds > 0.0015
    if !isHidden { shownTicks += (last - first) / Int64(count - 1) }
    // Steps between decoding times are no lengths of frames where both are uneven, so what an edit list says goes first.
    if shown < Int(count) || duration == nil { duration = edited ?? MediaTime(shownTicks, base) }
    if let seconds = duration?.seconds, seconds > 0 { frameRate = Double(shown) / seconds }
  }
}
