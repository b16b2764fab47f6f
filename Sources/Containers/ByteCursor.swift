internal import Messages

/// Reads numbers from bytes of a file without ever leaving a given range: what is not there throws `truncated`.
struct ByteCursor {
  let bytes: [UInt8]
  /// The next byte to be read; always in `range.lowerBound...end`.
  private(set) var position: Int
  /// One past the last byte that may be read.
  let end: Int

  /// Reads within `range`, clamped to the bytes there are.
  init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
    let clamped = (range ?? bytes.indices).clamped(to: bytes.indices)
    self.bytes = bytes
    position = clamped.lowerBound
    end = clamped.upperBound
  }

  var remaining: Int { end - position }

  /// The range of the next `count` bytes, which are skipped.
  mutating func take(_ count: Int) throws -> Range<Int> {
    guard count >= 0, count <= remaining else {
      throw Problem(.truncated, ["detail": "\(count) bytes wanted at \(position), \(remaining) there"])
    }
    defer { position += count }
    return position..<(position + count)
  }

  /// Moves to an absolute position in the range.
  mutating func move(to target: Int) throws {
    guard target >= 0, target <= end else {
      throw Problem(.truncated, ["detail": "offset \(target) is past \(end)"])
    }
    position = target
  }

  /// A copy of the next `count` bytes.
  mutating func read(_ count: Int) throws -> [UInt8] { Array(bytes[try take(count)]) }

  /// The next byte.
  mutating func readByte() throws -> UInt8 { bytes[try take(1).lowerBound] }

  /// An unsigned number of 1 to 4 bytes, the most significant first unless told otherwise.
  mutating func readNumber(_ count: Int, isLittleEndian: Bool = false) throws -> Int {
    let range = try take(min(max(count, 1), 4))
    let slice = bytes[range]
    return isLittleEndian
      ? slice.reversed().reduce(0) { $0 << 8 | Int($1) } : slice.reduce(0) { $0 << 8 | Int($1) }
  }

  /// Whether `expected` stands at the current position.
  func stands(_ expected: [UInt8]) -> Bool {
    expected.count <= remaining && bytes[position..<(position + expected.count)].elementsEqual(expected)
  }
}
