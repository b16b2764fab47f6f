internal import Messages
internal import Pixels

/// Unpacks run-length coded BMP pixels ([MS-WMF] 3.1.6): from the lower row up, in pairs of a count and an index (or two
/// of 4 bits that take turns), with escapes. Pixels that are skipped have index 0.
struct BMPRuns {
  let size: PixelSize
  /// Two indices a byte.
  let isHalf: Bool

  /// The indices from the upper row down.
  /// - Throws: `truncated` where the code ends before the last row and says no end.
  func decode(_ code: ArraySlice<UInt8>) throws -> [UInt8] {
    var indices = [UInt8](repeating: 0, count: size.width * size.height)
    var (column, row) = (0, 0)
    var rest = code
    func put(_ index: UInt8) {
      // Runs that leave the row are cut, as everybody does.
      if column < size.width, row < size.height {
        indices[(size.height - 1 - row) * size.width + column] = index
      }
      column += 1
    }
    while row < size.height {
      guard let count = rest.popFirst(), let value = rest.popFirst() else {
        if row == size.height - 1, column >= size.width { break }
        throw Problem(.truncated, ["detail": "BMP: runs end in row \(row)"])
      }
      if count > 0 {
        for place in 0..<Int(count) { put(isHalf ? (place % 2 == 0 ? value >> 4 : value & 15) : value) }
        continue
      }
      switch value {
      case 0: (column, row) = (0, row + 1)
      case 1: return indices
      case 2:
        guard let right = rest.popFirst(), let up = rest.popFirst() else { continue }
        (column, row) = (column + Int(right), row + Int(up))
      default:
        let byteCount = isHalf ? (Int(value) + 1) / 2 : Int(value)
        let literal = rest.prefix(byteCount)
        rest = rest.dropFirst(byteCount + byteCount % 2)
        guard literal.count == byteCount else { continue }
        for place in 0..<Int(value) {
          let byte = literal[literal.startIndex + (isHalf ? place / 2 : place)]
          put(isHalf ? (place % 2 == 0 ? byte >> 4 : byte & 15) : byte)
        }
      }
    }
    return indices
  }
}
