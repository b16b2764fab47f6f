internal import Pixels

/// Unpacks a row of a strip or tile: samples of any width become numbers over the full range of 8 or 16 bits.
struct TIFFSamples {
  let coding: TIFFCoding

  /// Fills `words` with the row's samples: of 16 bits, or for an 8-bit picture 0...255; indices of a palette stay as they
  /// are.
  func unpack(_ row: UnsafeRawBufferPointer, into words: UnsafeMutableBufferPointer<UInt16>) {
    switch (coding.number, coding.bits) {
    case (.integer, 8): for index in 0..<min(words.count, row.count) { words[index] = UInt16(row[index]) }
    case (.integer, 16):
      for index in 0..<min(words.count, row.count / 2) {
        words[index] = row.loadUnaligned(fromByteOffset: index &* 2, as: UInt16.self)
      }
    case (.integer, 32):
      for index in 0..<min(words.count, row.count / 4) {
        words[index] = UInt16(
          truncatingIfNeeded: row.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self) >> 16
        )
      }
    case (.integer, _): unpackBits(row, into: words)
    case (.float, 16):
      for index in 0..<min(words.count, row.count / 2) {
        let bits = row.loadUnaligned(fromByteOffset: index &* 2, as: UInt16.self)
        words[index] = Self.word(Float(Float16(bitPattern: bits)))
      }
    case (.float, 64):
      for index in 0..<min(words.count, row.count / 8) {
        words[index] = Self.word(Float(row.loadUnaligned(fromByteOffset: index &* 8, as: Double.self)))
      }
    case (.float, _):
      for index in 0..<min(words.count, row.count / 4) {
        words[index] = Self.word(row.loadUnaligned(fromByteOffset: index &* 4, as: Float.self))
      }
    }
  }

  /// 0...1 as 0...65535; numbers outside are clipped, and what is no number is 0.
  @inline(__always)
  private static func word(_ value: Float) -> UInt16 {
    value > 0 ? UInt16(min(value, 1) * 65535 + 0.5) : 0
  }

  /// Samples of 1 to 15 bits follow each other, the most significant bit first, and rows begin on bytes.
  private func unpackBits(_ row: UnsafeRawBufferPointer, into words: UnsafeMutableBufferPointer<UInt16>) {
    let bits = coding.bits
    let full: UInt32 = coding.depth == .eight ? 255 : 65535
    let largest = UInt32(1) << UInt32(bits) &- 1
    var isIndex = false
    if case .palette = coding.colour { isIndex = true }
    var (store, held, next) = (UInt32(0), 0, 0)
    for index in 0..<words.count {
      while held < bits {
        guard next < row.count else { return }
        store = store << 8 | UInt32(row[next])
        (held, next) = (held &+ 8, next &+ 1)
      }
      held &-= bits
      let value = store >> UInt32(held) & largest
      store &= UInt32(1) << UInt32(held) &- 1
      words[index] = UInt16(truncatingIfNeeded: isIndex ? value : (value &* full &+ largest / 2) / largest)
    }
  }
}
