/// A piece of sound: two channels of 48,000 samples a second, -1...1.
public struct MovieSound: Sendable {
  /// Samples a second.
  public static let sampleRate: Int32 = 48_000

  /// The left channel.
  public var left: [Float]
  /// The right channel, as long as the left one.
  public var right: [Float]

  /// So many samples of silence.
  public init(silence count: Int) {
    left = [Float](repeating: 0, count: max(0, count))
    right = left
  }

  /// How many samples there are of a channel.
  public var count: Int { min(left.count, right.count) }

  /// Runs `body` with both channels as libav takes them.
  func withPlanes(
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>, Int32) throws -> Void
  ) throws {
    try left.withUnsafeBytes { left in
      try right.withUnsafeBytes { right in
        // What takes them only reads.
        var planes = [left, right].map { plane in
          UnsafeMutablePointer(mutating: plane.baseAddress?.assumingMemoryBound(to: UInt8.self))
        }
        try planes.withUnsafeMutableBufferPointer { planes in
          guard let start = planes.baseAddress, count > 0 else { return }
          try body(start, Int32(clamping: count))
        }
      }
    }
  }
}
