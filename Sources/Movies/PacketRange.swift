internal import CLibav
internal import Messages

/// Finds the packets of a picture track that a part of it needs.
struct PacketRange {
  /// The first frame of the part, in the track's time base.
  let start: Int64
  /// Where the part ends.
  let end: Int64
  /// Where to seek to so that the first packet is a key frame not after `start`; nil: read from the beginning.
  let entry: Int64?
  /// By how much decoding times have to be earlier so that none lies behind its showing time: with negative composition offsets
  /// (iPhones write them) libavformat gives such times, and does not take them back.
  let decodingLead: Int64

  /// - Parameters:
  ///   - from: the moment at which the part begins: `start` is the frame that is shown then.
  ///   - to: the moment at which it ends.
  init(_ source: MovieSource, track: Int, from: Int64, to: Int64, firstTime: Int64, _ watch: MovieWatch)
    throws
  {
    end = to
    let input = try MovieInput(try MovieBytes(source), watch)
    input.select([track])
    let packet = try PacketOwner()
    var search = Search(moment: from)
    // A key frame's decoding time can be before `from` and its showing time behind; then an earlier one is needed.
    var step = max(1, input.stream(track).map { Int64($0.pointee.time_base.den) } ?? 1)
    var target = from
    while target > firstTime, try input.seek(track, to: target) {
      search = Search(moment: from, needsKeyFrame: true)
      try search.run(input, track, packet, watch)
      if let shown = search.best {
        (start, entry, decodingLead) = (shown, target, search.lead)
        return
      }
      target -= step
      step *= 4
    }
    let fresh = try MovieInput(try MovieBytes(source), watch)
    fresh.select([track])
    search = Search(moment: max(from, firstTime))
    try search.run(fresh, track, packet, watch)
    (start, entry, decodingLead) = (search.best ?? firstTime, nil, search.lead)
  }

  /// Looks for the frame that is shown at a moment.
  private struct Search {
    var moment: Int64
    /// Whether packets before the first key frame are passed over: after a seek.
    var needsKeyFrame = false
    /// Its time; nil where the first frame is shown only later.
    var best: Int64?
    /// The farthest that a decoding time lies behind its showing time.
    var lead: Int64 = 0

    /// Packets that are read at least, to see how decoding times lie.
    private static let minimum = 64

    mutating func run(_ input: MovieInput, _ track: Int, _ packet: PacketOwner, _ watch: MovieWatch) throws {
      var count = 0
      while try input.read(into: packet) {
        try watch.check()
        let found = packet.pointer.pointee
        guard Int(found.stream_index) == track, found.pts != clibav_no_time else { continue }
        if needsKeyFrame, count == 0 {
          guard found.flags & AV_PKT_FLAG_KEY != 0 else { continue }
          if found.pts > moment { return }
        }
        count += 1
        let isShown = found.flags & AV_PKT_FLAG_DISCARD == 0
        if isShown, found.pts <= moment { best = max(best ?? found.pts, found.pts) }
        guard found.dts != clibav_no_time else { continue }
        lead = max(lead, found.dts &- found.pts)
        // Whatever is decoded later is shown later still.
        if found.dts &- lead > moment, count >= Self.minimum { return }
      }
    }
  }
}
