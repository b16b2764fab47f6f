/// Undoes the filters of a PNG's rows (PNG, third edition, 9.2) for samples of 8 bits.
struct PNGFilter {
  /// Bytes of a pixel: 1 to 4.
  let bytesPerPixel: Int
  /// Bytes of a row, without the one that names its filter.
  let rowLength: Int
  /// Rows.
  let rowCount: Int

  /// Turns filtered rows, each with its filter's byte before it, into samples without gaps, in the same memory; false where a
  /// filter is none that PNG knows. `bytes` must hold `rowCount` times `rowLength + 1` bytes.
  func undo(_ bytes: UnsafeMutableRawBufferPointer) -> Bool {
    guard let start = bytes.baseAddress, bytes.count >= rowCount * (rowLength + 1),
      rowLength >= bytesPerPixel,
      (1...4).contains(bytesPerPixel)
    else { return false }
    // Room after the row for a pixel that is read as four bytes, and a row of zeros above the first.
    return withUnsafeTemporaryAllocation(byteCount: rowLength + 4, alignment: 16) { row in
      withUnsafeTemporaryAllocation(byteCount: rowLength + 4, alignment: 16) { above in
        guard let row = row.baseAddress, let above = above.baseAddress else { return false }
        above.initializeMemory(as: UInt8.self, repeating: 0, count: rowLength + 4)
        row.initializeMemory(as: UInt8.self, repeating: 0, count: rowLength + 4)
        for y in 0..<rowCount {
          let source = start + y * (rowLength + 1)
          // A row is written to lower addresses than those it is read from, so it is undone beside them.
          row.copyMemory(from: source + 1, byteCount: rowLength)
          guard undo(source.load(as: UInt8.self), row, above) else { return false }
          (start + y * rowLength).copyMemory(from: row, byteCount: rowLength)
          above.copyMemory(from: row, byteCount: rowLength)
        }
        return true
      }
    }
  }

  private func undo(_ filter: UInt8, _ row: UnsafeMutableRawPointer, _ above: UnsafeRawPointer) -> Bool {
    switch filter {
    case 0: return true
    case 1: undoPixels(row, above) { left, _, _ in left }
    case 2:
      for x in 0..<rowLength {
        let sum = row.load(fromByteOffset: x, as: UInt8.self) &+ above.load(fromByteOffset: x, as: UInt8.self)
        row.storeBytes(of: sum, toByteOffset: x, as: UInt8.self)
      }
    case 3: undoPixels(row, above) { left, above, _ in (left &+ above) &>> 1 }
    case 4: undoPixels(row, above, Self.paeth)
    default: return false
    }
    return true
  }

  /// Adds to each pixel what is predicted from the pixels left of it, above it and left above it.
  @inline(__always)
  private func undoPixels(
    _ row: UnsafeMutableRawPointer,
    _ above: UnsafeRawPointer,
    _ predict: (SIMD4<Int16>, SIMD4<Int16>, SIMD4<Int16>) -> SIMD4<Int16>
  ) {
    switch bytesPerPixel {
    case 1: undoPixels(of: 1, row, above, predict)
    case 2: undoPixels(of: 2, row, above, predict)
    case 3: undoPixels(of: 3, row, above, predict)
    default: undoPixels(of: 4, row, above, predict)
    }
  }

  @inline(__always)
  private func undoPixels(
    of step: Int,
    _ row: UnsafeMutableRawPointer,
    _ above: UnsafeRawPointer,
    _ predict: (SIMD4<Int16>, SIMD4<Int16>, SIMD4<Int16>) -> SIMD4<Int16>
  ) {
    var left = SIMD4<Int16>.zero
    var leftAbove = SIMD4<Int16>.zero
    var x = 0
    while x < rowLength {
      let up = Self.wide(above.loadUnaligned(fromByteOffset: x, as: UInt32.self))
      let coded = Self.wide(row.loadUnaligned(fromByteOffset: x, as: UInt32.self))
      left = (coded &+ predict(left, up, leftAbove)) & 0xFF
      leftAbove = up
      let value = unsafeBitCast(SIMD4<UInt8>(truncatingIfNeeded: left), to: UInt32.self)
      switch step {
      case 1: row.storeBytes(of: UInt8(truncatingIfNeeded: value), toByteOffset: x, as: UInt8.self)
      case 2: row.storeBytes(of: UInt16(truncatingIfNeeded: value), toByteOffset: x, as: UInt16.self)
      case 3:
        row.storeBytes(of: UInt16(truncatingIfNeeded: value), toByteOffset: x, as: UInt16.self)
        row.storeBytes(of: UInt8(truncatingIfNeeded: value &>> 16), toByteOffset: x &+ 2, as: UInt8.self)
      default: row.storeBytes(of: value, toByteOffset: x, as: UInt32.self)
      }
      x &+= step
    }
  }

  @inline(__always)
  private static func wide(_ pixel: UInt32) -> SIMD4<Int16> {
    SIMD4<Int16>(truncatingIfNeeded: unsafeBitCast(pixel, to: SIMD4<UInt8>.self))
  }

  /// The neighbour that is nearest to left + above - left above; of equally near ones the first in this order.
  @inline(__always)
  private static func paeth(_ left: SIMD4<Int16>, _ above: SIMD4<Int16>, _ corner: SIMD4<Int16>) -> SIMD4<
    Int16
  > {
    let (fromLeft, fromAbove) = (above &- corner, left &- corner)
    let (a, b, c) = (magnitude(fromLeft), magnitude(fromAbove), magnitude(fromLeft &+ fromAbove))
    let second = corner.replacing(with: above, where: b .<= c)
    return second.replacing(with: left, where: (a .<= b) .& (a .<= c))
  }

  @inline(__always)
  private static func magnitude(_ values: SIMD4<Int16>) -> SIMD4<Int16> {
    let sign = values &>> 15
    return (values ^ sign) &- sign
  }
}
