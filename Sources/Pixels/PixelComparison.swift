/// How far two pictures are apart: over all samples, alpha among them, 0 equal and 1 black against white.
public struct PixelComparison: Hashable, Sendable {
  /// The mean of the absolute differences, 0...1.
  public let meanAbsoluteDifference: Double
  /// The largest difference, 0...1.
  public let peakDifference: Double
  /// The mean of the squared differences, 0...1.
  public let meanSquaredDifference: Double

  /// The peak signal-to-noise ratio in dB; infinite for equal pictures.
  public var peakSignalToNoiseRatio: Double {
    meanSquaredDifference > 0 ? -10 * meanSquaredDifference.decimalLogarithm() : .infinity
  }

  /// Compares two pictures; nil where sizes, channels or depths differ.
  public init?(_ first: PixelBuffer, _ second: PixelBuffer) {
    guard first.size == second.size, first.layout == second.layout, first.depth == second.depth else {
      return nil
    }
    var sums = Sums()
    switch first.depth {
    case .eight:
      first.bytes.withUnsafeBufferPointer { left in
        second.bytes.withUnsafeBufferPointer { right in sums.add(left, right) }
      }
    case .sixteen:
      first.withWords { left in second.withWords { right in sums.add(left, right) } }
    }
    let count = Double(max(1, first.bytes.count / first.depth.byteCount))
    let full = first.depth == .eight ? 255.0 : 65535.0
    meanAbsoluteDifference = Double(sums.absolute) / (full * count)
    peakDifference = Double(sums.peak) / full
    meanSquaredDifference = Double(sums.squared) / (full * full * count)
  }

  /// Mean absolute difference, 0...1; nil where the pictures can't be compared.
  public static func meanAbsoluteDifference(_ first: PixelBuffer, _ second: PixelBuffer) -> Double? {
    guard first.size == second.size, first.layout == second.layout, first.depth == second.depth else {
      return nil
    }
    // The mean alone, of 8 bits, is summed several times as fast as all three measures.
    guard first.depth == .eight else { return PixelComparison(first, second)?.meanAbsoluteDifference }
    let sum = first.bytes.withUnsafeBufferPointer { left in
      second.bytes.withUnsafeBufferPointer { right in absoluteSum(left, right) }
    }
    return Double(sum) / (255 * Double(max(1, first.bytes.count)))
  }

  /// The sum of the absolute differences, in parts whose own sums fit into 32 bits so that a processor adds many at once.
  private static func absoluteSum(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>)
    -> UInt64
  {
    let (count, part) = (min(left.count, right.count), 1 << 16)
    var total: UInt64 = 0
    var start = 0
    while start < count {
      var sum: UInt32 = 0
      for index in start..<min(start &+ part, count) {
        let (one, other) = (left[index], right[index])
        sum &+= UInt32(max(one, other) &- min(one, other))
      }
      total &+= UInt64(sum)
      start &+= part
    }
    return total
  }

  /// Peak signal-to-noise ratio in dB, infinite for equal pictures; nil where they can't be compared.
  public static func peakSignalToNoiseRatio(_ first: PixelBuffer, _ second: PixelBuffer) -> Double? {
    PixelComparison(first, second)?.peakSignalToNoiseRatio
  }

  /// Sums over samples. 64 bits hold the squares of 2^32 samples of 16 bits, which is more than the pixel
  /// limit allows.
  private struct Sums {
    var absolute: UInt64 = 0
    var squared: UInt64 = 0
    var peak: UInt32 = 0

    @inline(__always)
    mutating func add<Sample: FixedWidthInteger & UnsignedInteger>(
      _ left: UnsafeBufferPointer<Sample>,
      _ right: UnsafeBufferPointer<Sample>
    ) {
      var (absolute, squared, peak) = (self.absolute, self.squared, self.peak)
      for index in 0..<min(left.count, right.count) {
        let (one, other) = (left[index], right[index])
        let difference = UInt32(truncatingIfNeeded: one > other ? one &- other : other &- one)
        absolute &+= UInt64(difference)
        squared &+= UInt64(difference &* difference)
        peak = max(peak, difference)
      }
      (self.absolute, self.squared, self.peak) = (absolute, squared, peak)
    }
  }
}
