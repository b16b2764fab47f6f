/// How far two colours lie apart: squared differences, green twice as heavy as red and blue, as the eye has it.
enum ColourDistance {
  /// The distance that no two colours exceed.
  static let largest: Int32 = 8 * 255 * 255

  /// Of two packed colours.
  @inline(__always) static func between(_ first: UInt32, _ second: UInt32) -> Int32 {
    let red = Int32(truncatingIfNeeded: first & 0xFF) &- Int32(truncatingIfNeeded: second & 0xFF)
    let green = Int32(truncatingIfNeeded: first >> 8 & 0xFF) &- Int32(truncatingIfNeeded: second >> 8 & 0xFF)
    let blue = Int32(truncatingIfNeeded: first >> 16 & 0xFF) &- Int32(truncatingIfNeeded: second >> 16 & 0xFF)
    return 2 &* red &* red &+ 4 &* green &* green &+ 2 &* blue &* blue
  }
}
