internal import Messages

/// An image sequence (ISO/IEC 23008-12, 7): where the samples of its tracks stand in the file.
public struct HEIFSequence: Sendable {
  /// One track.
  public struct Track: Sendable {
    /// How it is coded: "av01", "hvc1".
    public var codec: BoxType
    /// Where the HEVC configuration record stands.
    public var configuration: Range<Int>?
    /// The coded frames in the order in which they are decoded; they may end behind the file's end.
    public var samples: [Range<Int>]
    /// How long each frame is shown, seconds.
    public var durations: [Double]
  }

  /// The frames.
  public var pictures: Track
  /// Their alpha channel, of as many frames.
  public var alpha: Track?
}

extension HEIFItems {
  /// Frames of the image sequence in the file: the samples of its longest track of pictures; 0 where there is none or it
  /// can't be read.
  public var sequenceFrameCount: Int {
    // A sample of no bytes is none: a file can't promise more than it has bytes.
    min(tracks(of: "pict").map(sampleCount(of:)).max() ?? 0, bytes.count)
  }

  /// The sequence's samples.
  /// - Throws: `damaged` or `truncated` where the tables of its tracks can't be read.
  public func sequence() throws -> HEIFSequence? {
    let pictures = tracks(of: "pict")
    guard let track = pictures.max(by: { sampleCount(of: $0) < sampleCount(of: $1) }) else { return nil }
    let alpha = tracks(of: "auxv").first { sampleCount(of: $0) == sampleCount(of: track) }
    return HEIFSequence(pictures: try self.track(track), alpha: try alpha.map(self.track))
  }

  private func track(_ box: Box) throws -> HEIFSequence.Track {
    guard let description = child("stsd", of: tables(of: box)) else { throw Self.damaged("stsd") }
    var fields = BoxReader(bytes, in: description.content)
    try fields.skip(8)
    guard let entry = try fields.nextBox() else { throw Self.damaged("stsd") }
    // A visual sample entry has 78 bytes before its boxes (ISO/IEC 14496-12, 12.1.3).
    var inside = BoxReader(bytes, in: entry.content)
    try inside.skip(78)
    let configuration = try inside.readBoxes().first { $0.type == "hvcC" }
    return HEIFSequence.Track(
      codec: entry.type,
      configuration: configuration?.content,
      samples: try samples(of: box),
      durations: (try? durations(of: box)) ?? []
    )
  }

  private func tracks(of handler: BoxType) -> [Box] {
    guard let movie = topLevelBoxes.first(where: { $0.type == "moov" }) else { return [] }
    return boxes(in: movie.content).filter { track in
      guard track.type == "trak", let box = child("hdlr", of: child("mdia", of: track)) else { return false }
      var fields = BoxReader(bytes, in: box.content)
      return (try? fields.skip(8)) != nil && (try? fields.readType()) == handler
    }
  }

  private func sampleCount(of track: Box) -> Int {
    guard let sizes = child("stsz", of: tables(of: track)) else { return 0 }
    var counts = BoxReader(bytes, in: sizes.content)
    guard (try? counts.skip(8)) != nil, let count = try? counts.readUInt32() else { return 0 }
    return Int(count)
  }

  /// Samples lie one after another in chunks (ISO/IEC 14496-12, 8.7): `stsz` says how long each is, `stsc` how many a
  /// chunk has, `stco` or `co64` where the chunks begin.
  private func samples(of track: Box) throws -> [Range<Int>] {
    let table = tables(of: track)
    let sizes = try sampleSizes(child("stsz", of: table))
    let starts = try chunkStarts(table)
    guard let box = child("stsc", of: table) else { throw Self.damaged("stsc") }
    var runs = BoxReader(bytes, in: box.content)
    try runs.skip(4)
    var runsLeft = try runs.readUInt32()
    var (count, next) = (0, 0)
    var nextCount = 0
    var samples: [Range<Int>] = []
    for (index, start) in starts.enumerated() {
      // A run holds to the first chunk of the next one.
      while next <= index {
        count = nextCount
        guard runsLeft > 0 else {
          next = .max
          break
        }
        runsLeft -= 1
        next = Int(try runs.readUInt32()) - 1
        nextCount = Int(try runs.readUInt32())
        try runs.skip(4)
      }
      var position = start
      for size in sizes.dropFirst(samples.count).prefix(count) {
        samples.append(position..<(position + size))
        position += size
      }
    }
    guard samples.count == sizes.count else { throw Self.damaged("\(sizes.count) samples") }
    return samples
  }

  /// `stts`: runs of samples that last equally long, in the parts of a second that `mdhd` states.
  private func durations(of track: Box) throws -> [Double] {
    guard let header = child("mdhd", of: child("mdia", of: track)),
      let table = child("stts", of: tables(of: track))
    else { throw Self.damaged("stts") }
    var fields = BoxReader(bytes, in: header.content)
    try fields.skip(try fields.readFullBoxHeader().version == 1 ? 16 : 8)
    let scale = Double(max(1, try fields.readUInt32()))
    var runs = BoxReader(bytes, in: table.content)
    try runs.skip(4)
    let wanted = sampleCount(of: track)
    var durations: [Double] = []
    var left = try runs.readUInt32()
    // Not a loop over all that are promised: a damaged file promises thousands of millions.
    while left > 0, durations.count < wanted {
      left -= 1
      let count = min(Int(try runs.readUInt32()), wanted - durations.count, bytes.count)
      durations += [Double](repeating: Double(try runs.readUInt32()) / scale, count: count)
    }
    return durations
  }

  private func sampleSizes(_ box: Box?) throws -> [Int] {
    guard let box else { throw Self.damaged("stsz") }
    var fields = BoxReader(bytes, in: box.content)
    try fields.skip(4)
    let common = Int(try fields.readUInt32())
    let count = Int(try fields.readUInt32())
    guard count <= bytes.count else { throw Self.damaged("\(count) samples") }
    if common > 0 { return [Int](repeating: common, count: count) }
    return try (0..<count).map { _ in Int(try fields.readUInt32()) }
  }

  private func chunkStarts(_ table: Box?) throws -> [Int] {
    let short = child("stco", of: table)
    guard let box = short ?? child("co64", of: table) else { throw Self.damaged("stco") }
    let width = short == nil ? 8 : 4
    var fields = BoxReader(bytes, in: box.content)
    try fields.skip(4)
    let count = Int(try fields.readUInt32())
    guard count <= fields.remaining / width else { throw Self.damaged("stco") }
    return try (0..<count).map { _ in
      let start = try fields.readNumber(ofByteCount: width)
      guard start <= UInt64(bytes.count) else {
        throw Problem(
          .truncated,
          ["detail": "sequence: a frame at \(start), the file ends at \(bytes.count)"]
        )
      }
      return Int(start)
    }
  }

  private static func damaged(_ detail: String) -> Problem {
    Problem(.damaged, ["detail": "sequence: \(detail)"])
  }

  private func tables(of track: Box) -> Box? {
    child("stbl", of: child("minf", of: child("mdia", of: track)))
  }

  private func child(_ type: BoxType, of box: Box?) -> Box? {
    box.flatMap { boxes(in: $0.content).first { $0.type == type } }
  }

  private func boxes(in range: Range<Int>) -> [Box] {
    var reader = BoxReader(bytes, in: range)
    return (try? reader.readBoxes()) ?? []
  }
}
