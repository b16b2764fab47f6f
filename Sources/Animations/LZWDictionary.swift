/// The strings of an LZW coder: each is another one and an index behind it.
final class LZWDictionary {
  private static let codeCount = 4096
  private static let slotBits: UInt32 = 14
  private static let slotMask = 1 << Int(slotBits) - 1
  /// Open addressing: `code << 8 | index` of a string and what follows it, above 12 bits of the code of both.
  private let slots = WorkArea<UInt32>(count: 1 << Int(slotBits), of: 0)
  private let prefixes = WorkArea<UInt16>(count: codeCount, of: 0)
  private let lasts = WorkArea<UInt8>(count: codeCount, of: 0)
  private var next = 0
  /// Bits of the next code.
  private(set) var width = 0
  /// The code that empties the table; the one behind it ends the picture.
  private(set) var clearCode = 0

  /// Whether it takes no more strings.
  var isFull: Bool { next == Self.codeCount }

  /// Leaves the strings of one index.
  func empty(leastBits: Int) {
    clearCode = 1 << leastBits
    next = clearCode + 2
    width = leastBits + 1
    slots.values.update(repeating: 0)
    for index in 0..<min(clearCode, 256) { lasts.values[index] = UInt8(truncatingIfNeeded: index) }
  }

  /// The code of a string and an index behind it; 0 if there is none.
  @inline(__always)
  func code(of string: Int, followedBy index: UInt8) -> Int {
    let key = UInt32(truncatingIfNeeded: string) << 8 | UInt32(truncatingIfNeeded: index)
    var slot = Self.slot(key)
    while true {
      let entry = slots.values[slot]
      if entry >> 12 == key { return Int(truncatingIfNeeded: entry & 0xFFF) }
      if entry == 0 { return 0 }
      slot = (slot &+ 1) & Self.slotMask
    }
  }

  /// Makes a string longer, if there is room.
  func add(_ string: Int, followedBy index: UInt8) {
    guard next < Self.codeCount else { return }
    let key = UInt32(truncatingIfNeeded: string) << 8 | UInt32(truncatingIfNeeded: index)
    var slot = Self.slot(key)
    while slots.values[slot] != 0 { slot = (slot &+ 1) & Self.slotMask }
    slots.values[slot] = key << 12 | UInt32(truncatingIfNeeded: next)
    prefixes.values[next] = UInt16(truncatingIfNeeded: string)
    lasts.values[next] = index
    // The reader is one string behind, so the first code that needs another bit is the one after this.
    if next == 1 << width { width += 1 }
    next += 1
  }

  /// The reader adds a string when it reads the last code; that can make the code behind it wider.
  func noteLastCode() {
    if next == 1 << width, next < Self.codeCount { width += 1 }
  }

  /// Writes a string out.
  /// - Returns: its first index.
  func write(
    _ code: Int,
    to target: UnsafeMutableBufferPointer<UInt8>,
    from place: Int,
    length: Int
  ) -> UInt8 {
    var code = code
    var at = place &+ length
    while at > place {
      at = at &- 1
      target[at] = lasts.values[code]
      code = Int(prefixes.values[code])
    }
    return target[place]
  }

  @inline(__always)
  private static func slot(_ key: UInt32) -> Int {
    Int(truncatingIfNeeded: (key &* 0x9E37_79B1) >> (32 &- slotBits))
  }
}
