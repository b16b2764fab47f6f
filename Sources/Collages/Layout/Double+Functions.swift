internal import Glibc

extension Double {
  /// The natural logarithm; of numbers that have none, that of the least positive number.
  func logarithm() -> Double { log(self > 0 ? self : .leastNormalMagnitude) }
  /// e to this number.
  func exponential() -> Double { exp(self) }
}
