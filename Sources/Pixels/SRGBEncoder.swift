/// sRGB's encoding by table: fast enough for every pixel, and exact to a small part of a 16-bit step.
///
/// The table is even in the square root of light, where the curve is nearly straight, and interpolated.
struct SRGBEncoder: Sendable {
  /// The last interval of the table.
  private static let last = 4096
  private static let shared: [Float] = (0...last + 1).map { index in
    let root = Double(index) / Double(last)
    return Float(TransferFunction.sRGB.encoded(root * root))
  }

  private let table: [Float]

  init() { table = Self.shared }

  /// Runs `body` with the table at hand.
  func withTable<Result>(_ body: (Table) throws -> Result) rethrows -> Result {
    try table.withUnsafeBufferPointer { try body(Table(entries: $0)) }
  }

  /// The table while its memory is held.
  struct Table {
    fileprivate let entries: UnsafeBufferPointer<Float>

    /// The code 0...1 of light; light outside of 0...1 is clipped.
    @inline(__always)
    func code(_ light: Float) -> Float {
      let position = max(0, min(1, light)).squareRoot() * Float(SRGBEncoder.last)
      let index = Int(position)
      let low = entries[index]
      return low + (entries[index &+ 1] - low) * (position - Float(index))
    }
  }
}
