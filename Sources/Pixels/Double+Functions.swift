internal import Glibc

extension Float {
  /// The logarithm to base 2.
  func binaryLogarithm() -> Float { log2(self) }
}

extension Double {
  /// The number to a power; a negative base counts as 0.
  func power(_ exponent: Double) -> Double { pow(max(self, 0), exponent) }
  /// e to this number.
  func exponential() -> Double { exp(self) }
  /// The natural logarithm.
  func naturalLogarithm() -> Double { log(self) }
  /// The logarithm to base 10.
  func decimalLogarithm() -> Double { log10(self) }
  /// The logarithm to base 2.
  func binaryLogarithm() -> Double { log2(self) }
  /// 2 to this number.
  func powerOfTwo() -> Double { exp2(self) }
}
