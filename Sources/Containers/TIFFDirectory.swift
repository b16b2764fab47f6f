internal import Messages

/// One image file directory of a TIFF structure (TIFF 6.0, section 2), read within its bytes.
struct TIFFDirectory {
  /// One field; its value is either in `valueRange` or wherever the offset there says.
  struct Entry {
    var tag: Int
    var type: Int
    var count: Int
    /// The four bytes of value or offset.
    var valueRange: Range<Int>
  }

  let bytes: [UInt8]
  /// Where offsets count from.
  let base: Int
  let isLittleEndian: Bool
  private(set) var entries: [Entry] = []

  /// Reads the first directory of the structure at `range` (all bytes when nil).
  init(_ bytes: [UInt8], at range: Range<Int>?) throws {
    var cursor = ByteCursor(bytes, in: range)
    self.bytes = bytes
    base = cursor.position
    switch try cursor.read(4) {
    case [0x49, 0x49, 0x2A, 0x00]: isLittleEndian = true
    case [0x4D, 0x4D, 0x00, 0x2A]: isLittleEndian = false
    default: throw Problem(.damaged, ["detail": "no TIFF header"])
    }
    let offset = try cursor.readNumber(4, isLittleEndian: isLittleEndian)
    try cursor.move(to: base + offset)
    let count = try cursor.readNumber(2, isLittleEndian: isLittleEndian)
    for _ in 0..<count {
      entries.append(
        Entry(
          tag: try cursor.readNumber(2, isLittleEndian: isLittleEndian),
          type: try cursor.readNumber(2, isLittleEndian: isLittleEndian),
          count: try cursor.readNumber(4, isLittleEndian: isLittleEndian),
          valueRange: try cursor.take(4)
        )
      )
    }
  }

  /// The single BYTE, SHORT or LONG that an entry holds in place.
  func number(_ entry: Entry) -> Int? {
    guard let size = [1: 1, 3: 2, 4: 4][entry.type] else { return nil }
    var cursor = ByteCursor(bytes, in: entry.valueRange)
    return try? cursor.readNumber(size, isLittleEndian: isLittleEndian)
  }

  /// Where the offset of an entry points, `byteCount` bytes long; nil where that is outside.
  func target(_ entry: Entry, byteCount: Int) -> Range<Int>? {
    var cursor = ByteCursor(bytes, in: entry.valueRange)
    guard let offset = try? cursor.readNumber(4, isLittleEndian: isLittleEndian) else { return nil }
    let start = base + offset
    guard byteCount >= 0, start <= bytes.count, byteCount <= bytes.count - start else { return nil }
    return start..<(start + byteCount)
  }
}
