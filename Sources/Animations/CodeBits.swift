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
