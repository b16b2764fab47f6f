/// Codes indices as GIF's variant of LZW has them (GIF89a specification, appendix F).
final class LZWEncoder {
  private static let largestCode = 4095
  private static let slotCount = 1 << 14
  /// Open addressing: `code << 8 | index` of a string and what follows it, above 12 bits of the code of both.
  private var table = [UInt32](repeating: 0, count: slotCount)
  private var bits = CodeBits()

  /// - Parameters:
  ///   - indices: row by row.
  ///   - leastBits: 2...8, bits of an index.
  /// - Returns: the codes, without the byte that tells `leastBits`.
  func encode(_ indices: [UInt8], leastBits: Int) -> [UInt8] {
    bits = CodeBits()
    let clear = 1 << leastBits
    var (width, next) = (leastBits + 1, clear + 2)
    bits.append(clear, width: width)
    emptyTable()
    guard var string = indices.first.map(Int.init) else { return bits.finish() }
    for index in indices.dropFirst() {
      let key = UInt32(truncatingIfNeeded: string << 8) | UInt32(index)
      let slot = find(key)
      if table[slot] != 0 {
        string = Int(table[slot] & 0xFFF)
        continue
      }
      bits.append(string, width: width)
      if next <= Self.largestCode {
        table[slot] = key << 12 | UInt32(next)
        if next == 1 << width { width += 1 }
        next += 1
      } else {
        bits.append(clear, width: width)
        emptyTable()
        (width, next) = (leastBits + 1, clear + 2)
      }
      string = Int(index)
    }
    bits.append(string, width: width)
    if next == 1 << width, next <= Self.largestCode { width += 1 }
    bits.append(clear + 1, width: width)
    return bits.finish()
  }

  private func emptyTable() {
    for slot in table.indices { table[slot] = 0 }
  }

  /// Where the key stands, or would.
  @inline(__always)
  private func find(_ key: UInt32) -> Int {
    var slot = Int(truncatingIfNeeded: (key &* 0x9E37_79B1) >> 18)
    while table[slot] != 0 && table[slot] >> 12 != key { slot = (slot &+ 1) & (Self.slotCount &- 1) }
    return slot
  }
}

/// Codes of changing widths in bytes, low bits first.
struct CodeBits {
  private var bytes: [UInt8] = []
  private var waiting: UInt32 = 0
  private var waitingCount: UInt32 = 0

  init() { bytes.reserveCapacity(1 << 14) }

  @inline(__always)
  mutating func append(_ code: Int, width: Int) {
    waiting |= UInt32(truncatingIfNeeded: code) << waitingCount
    waitingCount &+= UInt32(truncatingIfNeeded: width)
    while waitingCount >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: waiting))
      waiting >>= 8
      waitingCount &-= 8
    }
  }

  mutating func finish() -> [UInt8] {
    if waitingCount > 0 { bytes.append(UInt8(truncatingIfNeeded: waiting)) }
    return bytes
  }
}
