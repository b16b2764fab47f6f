/// A sample of a canvas.
protocol CanvasSample: FixedWidthInteger, UnsignedInteger {
  /// Of the other one `share` / 255, of this one the rest, rounded to the nearest.
  func mean(_ other: Self, _ share: UInt8) -> Self
}

extension UInt8: CanvasSample {
  @inline(__always)
  func mean(_ other: UInt8, _ share: UInt8) -> UInt8 {
    let sum = UInt16(self) &* UInt16(255 &- share) &+ UInt16(other) &* UInt16(share) &+ 128
    return UInt8(truncatingIfNeeded: (sum &+ (sum &>> 8)) &>> 8)
  }
}

extension UInt16: CanvasSample {
  @inline(__always)
  func mean(_ other: UInt16, _ share: UInt8) -> UInt16 {
    let sum = UInt32(self) &* UInt32(255 &- share) &+ UInt32(other) &* UInt32(share)
    return UInt16(truncatingIfNeeded: (sum &+ 127) / 255)
  }
}
