extension PlanarCanvas {
  /// A rectangle of a canvas.
  public struct Area: Hashable, Sendable {
    /// The first column and row; even.
    public var x, y: Int
    /// Columns and rows; even.
    public var width, height: Int

    /// Makes an area; odd numbers become the even ones below.
    public init(x: Int, y: Int, width: Int, height: Int) {
      (self.x, self.y, self.width, self.height) = (x & ~1, y & ~1, width & ~1, height & ~1)
    }
  }

  /// Draws a picture; what lies outside of the canvas is left out.
  ///
  /// - Parameters:
  ///   - x: the column of its left edge, even.
  ///   - y: the row of its upper edge, even.
  ///   - mask: of the picture's size: how much of it covers what was there; nil: all.
  public func draw(_ picture: PlanarCanvas, x: Int, y: Int, mask: PlanarMask? = nil) {
    let all = Area(x: 0, y: 0, width: picture.size.width, height: picture.size.height)
    draw(picture, part: all, x: x, y: y, mask: mask)
  }

  /// Draws a part of a picture, which must lie within it; else as above, with a mask of the part's size.
  public func draw(_ picture: PlanarCanvas, part: Area, x: Int, y: Int, mask: PlanarMask? = nil) {
    for plane in 0..<3 {
      let halving = plane == 0 ? 0 : 1
      let (left, top) = (x >> halving, y >> halving)
      let (from, fromTop) = (part.x >> halving, part.y >> halving)
      let (target, source) = (size(ofPlane: plane), picture.size(ofPlane: plane))
      let columns = (0..<max(0, part.width >> halving)).clamped(to: -left..<max(-left, target.width - left))
        .clamped(to: -from..<max(-from, source.width - from))
      let rows = (0..<max(0, part.height >> halving)).clamped(to: -top..<max(-top, target.height - top))
        .clamped(to: -fromTop..<max(-fromTop, source.height - fromTop))
      guard !columns.isEmpty else { continue }
      for line in rows {
        let output = UnsafeMutableBufferPointer(
          rebasing: row(top + line, plane)[(left + columns.lowerBound)..<(left + columns.upperBound)]
        )
        let input = UnsafeBufferPointer(
          rebasing: picture.row(fromTop + line, plane)[
            (from + columns.lowerBound)..<(from + columns.upperBound)
          ]
        )
        if let mask {
          mask.withRow(line, plane, columns) { Self.blend(input, over: output, $0) }
        } else {
          UnsafeMutableRawBufferPointer(output).copyMemory(from: UnsafeRawBufferPointer(input))
        }
      }
    }
  }

  @inline(__always)
  private static func blend(
    _ input: UnsafeBufferPointer<UInt8>,
    over output: UnsafeMutableBufferPointer<UInt8>,
    _ shares: UnsafeBufferPointer<UInt8>
  ) {
    for index in 0..<min(input.count, output.count, shares.count) {
      output[index] = mean(output[index], input[index], shares[index])
    }
  }

  /// `share` / 255 of the second, rounded to the nearest.
  @inline(__always)
  static func mean(_ one: UInt8, _ other: UInt8, _ share: UInt8) -> UInt8 {
    let sum = UInt16(one) &* UInt16(255 &- share) &+ UInt16(other) &* UInt16(share) &+ 128
    return UInt8(truncatingIfNeeded: (sum &+ (sum &>> 8)) &>> 8)
  }

  /// Makes everything darker: 0 leaves it as it is, 1 makes it black.
  public func dim(by amount: Double) {
    let rest = 1 - min(max(amount, 0), 1)
    for plane in 0..<3 {
      let zero = plane == 0 ? 16.0 : 128.0
      let table = (0..<256).map { UInt8(min(max(zero + (Double($0) - zero) * rest, 0), 255).rounded()) }
      table.withUnsafeBufferPointer { table in
        for y in 0..<size(ofPlane: plane).height {
          let samples = row(y, plane)
          for x in 0..<samples.count { samples[x] = table[Int(samples[x])] }
        }
      }
    }
  }

  /// Becomes another canvas of the same size, turned or mirrored so that it is upright; sizes that don't fit change nothing.
  public func take(_ picture: PlanarCanvas, turned orientation: Orientation) {
    guard (orientation.swapsSides ? picture.size.transposed : picture.size) == size else { return }
    for plane in 0..<3 {
      let part = picture.size(ofPlane: plane)
      let copy = PixelBuffer(
        copying: UnsafeRawPointer(picture.target.starts[plane]),
        stride: picture.stride(plane),
        size: part
      )
      let turned = copy.oriented(orientation)
      turned.bytes.withUnsafeBytes { bytes in
        for y in 0..<turned.size.height {
          let line = bytes[(y * turned.size.width)..<((y + 1) * turned.size.width)]
          UnsafeMutableRawBufferPointer(row(y, plane)).copyMemory(
            from: UnsafeRawBufferPointer(rebasing: line)
          )
        }
      }
    }
  }
}
