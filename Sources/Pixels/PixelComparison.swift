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
    PixelComparison(first, second)?.meanAbsoluteDifference
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
