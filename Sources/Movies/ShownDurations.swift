internal import Containers
internal import Files
internal import Messages

/// Writes into a finished movie how long its tracks are shown: libavformat shows every frame that is in the file, also those
/// that are there only because others need them.
enum ShownDurations {
  /// - Parameters:
  ///   - durations: a track each, in file order, in the movie's timescale; nil: as it is.
  ///   - size: bytes of the file.
  static func write(_ durations: [Int64?], to file: RandomAccessWriter, size: Int64) throws {
    guard durations.contains(where: { $0 != nil }) else { return }
    guard let (start, index) = try movieIndex(file, size) else {
      throw Problem(.encodeFailed, ["format": "mov", "detail": "no index"])
    }
    var bytes = index
    var longest: Int64 = 0
    var number = 0
    var boxes = BoxReader(index)
    var header: Box?
    while let box = try boxes.nextBox() {
      if box.type == "mvhd" { header = box }
      guard box.type == "trak" else { continue }
      let wanted = durations.indices.contains(number) ? durations[number] : nil
      longest = max(longest, try mend(&bytes, track: box, wanted))
      number += 1
    }
    if let header { try set(&bytes, duration: longest, in: header, skipping: (12, 20)) }
    try bytes.withUnsafeBytes { try file.write($0, at: start) }
  }

  /// The content of `moov` and where it stands.
  private static func movieIndex(_ file: RandomAccessWriter, _ size: Int64) throws -> (Int64, [UInt8])? {
    var position: Int64 = 0
    while position + 8 <= size {
      var reader = BoxReader(try file.read(at: position, count: 16))
      let small = try reader.readUInt32()
      let type = try reader.readType()
      let length = small == 1 ? Int64(clamping: try reader.readNumber(ofByteCount: 8)) : Int64(small)
      guard length >= 8, length <= size - position else { return nil }
      if type == "moov", small != 1 {
        return (position + 8, try file.read(at: position + 8, count: Int(length) - 8))
      }
      position += length
    }
    return nil
  }

  /// Mends a track; gives how long it is shown, a pause before it included.
  private static func mend(_ bytes: inout [UInt8], track: Box, _ wanted: Int64?) throws -> Int64 {
    var children = BoxReader(bytes, in: track.content)
    var (header, edits): (Box?, Box?)
    while let box = try children.nextBox() {
      if box.type == "tkhd" { header = box }
      if box.type == "edts" {
        var inner = BoxReader(bytes, in: box.content)
        while let box = try inner.nextBox() { if box.type == "elst" { edits = box } }
      }
    }
    guard let header else {
      throw Problem(.encodeFailed, ["format": "mov", "detail": "track without header"])
    }
    guard let edits else { return try duration(bytes, header, skipping: (16, 24)) }
    var reader = BoxReader(bytes, in: edits.content)
    let isLong = try reader.readFullBoxHeader().version == 1
    let width = isLong ? 8 : 4
    var total: Int64 = 0
    let count = try reader.readUInt32()
    for _ in 0..<count {
      let place = reader.position
      var length = Int64(clamping: try reader.readNumber(ofByteCount: width))
      let time = try reader.readNumber(ofByteCount: width)
      try reader.skip(4)
      let isPause = isLong ? time == UInt64.max : time == UInt64(UInt32.max)
      if !isPause, let wanted {
        length = max(0, min(length, wanted - total))
        store(length, in: &bytes, at: place, width: width)
      }
      total += length
    }
    try set(&bytes, duration: total, in: header, skipping: (16, 24))
    return total
  }

  /// A duration behind version, flags and `skipping` bytes, by version 0 and 1.
  private static func duration(_ bytes: [UInt8], _ box: Box, skipping: (Int, Int)) throws -> Int64 {
    var reader = BoxReader(bytes, in: box.content)
    let isLong = try reader.readFullBoxHeader().version == 1
    try reader.skip(isLong ? skipping.1 : skipping.0)
    return Int64(clamping: try reader.readNumber(ofByteCount: isLong ? 8 : 4))
  }

  private static func set(
    _ bytes: inout [UInt8],
    duration: Int64,
    in box: Box,
    skipping: (Int, Int)
  ) throws {
    var reader = BoxReader(bytes, in: box.content)
    let isLong = try reader.readFullBoxHeader().version == 1
    try reader.skip(isLong ? skipping.1 : skipping.0)
    let width = isLong ? 8 : 4
    guard reader.remaining >= width else {
      throw Problem(.encodeFailed, ["format": "mov", "detail": "\(box.type)"])
    }
    store(duration, in: &bytes, at: reader.position, width: width)
  }

  private static func store(_ value: Int64, in bytes: inout [UInt8], at place: Int, width: Int) {
    for index in 0..<width where bytes.indices.contains(place + index) {
      bytes[place + index] = UInt8(truncatingIfNeeded: value >> (8 * (width - 1 - index)))
    }
  }
}
