internal import Messages

/// Changes to a box that is kept otherwise byte for byte: ranges are replaced, and the sizes of the boxes around them
/// follow.
struct BoxPatches {
  private var patches: [(range: Range<Int>, bytes: [UInt8])] = []
  /// Boxes whose size changes, by where they begin.
  private var growth: [Int: (box: Box, by: Int)] = [:]

  /// Puts bytes in place of a range, which may be empty.
  /// - Parameter path: the boxes around it, each once.
  mutating func replace(_ range: Range<Int>, with bytes: [UInt8], inside path: [Box]) {
    patches.append((range, bytes))
    for box in path {
      growth[box.range.lowerBound, default: (box, 0)].by += bytes.count - range.count
    }
  }

  /// The bytes with all changes.
  /// - Throws: `metadata.failed` where a box would become too large, `internal` where changes overlap.
  func applied(to bytes: [UInt8]) throws -> [UInt8] {
    var all = patches
    for (box, delta) in growth.values where delta != 0 {
      all.append(try Self.size(of: box, plus: delta, in: bytes))
    }
    // A stable sort: what is put in at the same place keeps its order.
    let order = all.indices.sorted { (all[$0].range.lowerBound, $0) < (all[$1].range.lowerBound, $1) }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + growth.values.reduce(0) { max($0, $1.by) })
    var position = 0
    for index in order {
      let (range, new) = all[index]
      guard range.lowerBound >= position, range.upperBound <= bytes.count else {
        throw Problem(.internalError, ["detail": "changes overlap at \(range.lowerBound)"])
      }
      result += bytes[position..<range.lowerBound] + new
      position = range.upperBound
    }
    return result + bytes[position...]
  }

  private static func size(of box: Box, plus delta: Int, in bytes: [UInt8]) throws -> (Range<Int>, [UInt8]) {
    let start = box.range.lowerBound
    var reader = BoxReader(bytes, in: box.range)
    let isLong = try reader.readUInt32() == 1
    let size = box.range.count + delta
    guard isLong || size <= Int(UInt32.max) else {
      throw Problem(.metadataFailed, ["detail": "box \(box.type) of \(size) bytes"])
    }
    return isLong
      ? ((start + 8)..<(start + 16), BigEndian.bytes(size, count: 8))
      : (start..<(start + 4), BigEndian.bytes(size, count: 4))
  }
}
