/// Where the samples of a track stand and when they are (ISO/IEC 14496-12, 8.6 and 8.7). The tables are read where they
/// stand, entry by entry: those of a long film are large, and few entries are ever asked for.
public struct QuickTimeSampleTable: Sendable {
  /// The movie box.
  private let bytes: [UInt8]
  /// `stco` or `co64`.
  public let chunkOffsetBox: Box?
  private let times: Table
  private let sizes: Table
  private let uniformSize: UInt32
  private let chunks: Table
  private let runs: Table

  /// A table of entries of one size.
  private struct Table {
    var start = 0
    var count = 0
    var entrySize = 1
  }

  init(_ boxes: [Box], in bytes: [UInt8]) {
    self.bytes = bytes
    let find = { (type: BoxType) in boxes.first { $0.type == type } }
    times = Self.table(find("stts"), entrySize: 8, bytes)
    runs = Self.table(find("stsc"), entrySize: 12, bytes)
    let long = find("co64")
    chunkOffsetBox = find("stco") ?? long
    chunks =
      find("stco").map { Self.table($0, entrySize: 4, bytes) } ?? Self.table(long, entrySize: 8, bytes)
    var uniform: UInt32 = 0
    if let box = find("stsz") {
      var reader = BoxReader(bytes, in: box.content)
      uniform = (try? reader.skip(4)).flatMap { _ in try? reader.readUInt32() } ?? 0
      sizes = Self.table(box, skipping: 8, entrySize: uniform == 0 ? 4 : 0, bytes)
    } else {
      sizes = Table()
    }
    uniformSize = uniform
  }

  /// Entries that the table says it has but that don't lie in the box are not there.
  private static func table(_ box: Box?, skipping: Int = 4, entrySize: Int, _ bytes: [UInt8]) -> Table {
    guard let box else { return Table() }
    var reader = BoxReader(bytes, in: box.content)
    guard (try? reader.skip(skipping)) != nil, let count = try? reader.readUInt32() else { return Table() }
    let there = entrySize == 0 ? Int(count) : min(Int(count), reader.remaining / entrySize)
    return Table(start: reader.position, count: there, entrySize: entrySize)
  }

  private func number(_ table: Table, _ index: Int, field: Int = 0, size: Int = 4) -> UInt64? {
    guard index >= 0, index < table.count else { return nil }
    let start = table.start + index * table.entrySize + field
    var reader = BoxReader(bytes, in: start..<(start + size))
    return try? reader.readNumber(ofByteCount: size)
  }

  /// How many samples there are.
  public var sampleCount: Int { sizes.count }

  /// How many pieces of the file they are spread over.
  public var chunkCount: Int { chunks.count }

  /// Bytes of every sample where all have the same; 0: they differ.
  public var commonSize: Int { Int(uniformSize) }

  /// Bytes of a sample.
  public func size(of sample: Int) -> Int? {
    guard sample >= 0, sample < sampleCount else { return nil }
    return uniformSize != 0 ? Int(uniformSize) : number(sizes, sample).map { Int($0) }
  }

  /// Where a chunk begins in the file.
  public func offset(ofChunk chunk: Int) -> Int? {
    number(chunks, chunk, size: chunks.entrySize).flatMap { Int(exactly: $0) }
  }

  /// When a sample is decoded, in ticks of the media's clock from the media's beginning.
  public func decodingTime(of sample: Int) -> UInt64? {
    guard sample >= 0, sample < sampleCount else { return nil }
    var time: UInt64 = 0
    var rest = UInt64(sample)
    for index in 0..<times.count {
      guard let count = number(times, index), let delta = number(times, index, field: 4) else { return nil }
      // Both have 32 bits, so that the product has 64.
      if rest < count { return time.addingReportingOverflow(rest * delta).partialValue }
      rest -= count
      let (sum, isOverflow) = time.addingReportingOverflow(count * delta)
      if isOverflow { return nil }
      time = sum
    }
    return nil
  }

  /// Whether samples last differently long; the last one, which may be any length, does not count.
  public var hasVariableRate: Bool {
    let deltas = (0..<min(times.count, 64)).compactMap { index -> (UInt64, UInt64)? in
      guard let count = number(times, index), let delta = number(times, index, field: 4) else { return nil }
      return (count, delta)
    }
    var kinds = deltas
    if let last = kinds.last, last.0 == 1 { kinds.removeLast() }
    return Set(kinds.map(\.1)).count > 1
  }

  /// A run of chunks with equally many samples.
  private struct Run {
    /// Chunks, counted from 0.
    var chunks: Range<Int>
    var samplesPerChunk: Int
  }

  private func run(_ index: Int) -> Run? {
    guard let first = number(runs, index), let count = number(runs, index, field: 4), first >= 1 else {
      return nil
    }
    let next = number(runs, index + 1).map { Int($0) - 1 } ?? chunkCount
    let start = Int(first) - 1
    guard start <= next else { return nil }
    return Run(chunks: start..<min(next, max(start, chunkCount)), samplesPerChunk: Int(count))
  }

  /// Where a sample stands in the file; nil where the tables don't say.
  public func range(of sample: Int) -> Range<Int>? {
    guard let wanted = size(of: sample) else { return nil }
    var first = 0
    for index in 0..<runs.count {
      guard let run = run(index) else { return nil }
      let (total, isOverflow) = run.chunks.count.multipliedReportingOverflow(by: run.samplesPerChunk)
      if isOverflow { return nil }
      if sample - first < total {
        let chunk = run.chunks.lowerBound + (sample - first) / run.samplesPerChunk
        let before = (sample - first) % run.samplesPerChunk
        guard let offset = offset(ofChunk: chunk), let skipped = byteCount(from: sample - before, before)
        else { return nil }
        let (start, startOverflow) = offset.addingReportingOverflow(skipped)
        let (end, endOverflow) = start.addingReportingOverflow(wanted)
        return startOverflow || endOverflow ? nil : start..<end
      }
      first += total
    }
    return nil
  }

  /// Bytes of `count` samples from one on.
  private func byteCount(from sample: Int, _ count: Int) -> Int? {
    if uniformSize != 0 {
      let (total, isOverflow) = count.multipliedReportingOverflow(by: Int(uniformSize))
      return isOverflow ? nil : total
    }
    var total = 0
    for index in sample..<(sample + count) {
      guard let size = size(of: index) else { return nil }
      total += size
    }
    return total
  }

  /// The first chunk that does not lie in one of the ranges, or the first sample that no chunk is for; nil: all is well.
  ///
  /// - Parameter ranges: where media data stands, ascending.
  /// - Parameter measuringChunks: whether the chunks' ends count too; of packed sound the table does not tell sizes.
  public func firstMisplacedChunk(outside ranges: [Range<Int>], measuringChunks: Bool) -> Int? {
    var sample = 0
    for index in 0..<runs.count {
      guard let run = run(index) else { return 0 }
      for chunk in run.chunks where sample < sampleCount {
        let count = min(run.samplesPerChunk, sampleCount - sample)
        guard let start = offset(ofChunk: chunk),
          let length = measuringChunks ? byteCount(from: sample, count) : 0,
          ranges.contains(where: { $0.lowerBound <= start && length <= $0.upperBound - start })
        else { return chunk }
        sample += count
      }
    }
    return sample < sampleCount ? chunkCount : nil
  }
}
