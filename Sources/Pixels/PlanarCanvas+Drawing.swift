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

  /// Draws a picture of the same colour; what lies outside of the canvas is left out.
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
    // Numbers that mean something else would be another picture.
    guard picture.colour == colour else { return }
    let sampleBytes = colour.depth.byteCount
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
      let length = columns.count * sampleBytes
      for line in rows {
        let output = UnsafeMutableRawBufferPointer(
          rebasing: bytes(top + line, plane)[((left + columns.lowerBound) * sampleBytes)...].prefix(length)
        )
        let input = UnsafeRawBufferPointer(
          rebasing: UnsafeRawBufferPointer(picture.bytes(fromTop + line, plane))[
            ((from + columns.lowerBound) * sampleBytes)...
          ].prefix(length)
        )
        if let mask {
          mask.withRow(line, plane, columns) { blend(input, over: output, $0) }
        } else {
          output.copyMemory(from: input)
        }
      }
    }
  }

  @inline(__always)
  private func blend(
    _ input: UnsafeRawBufferPointer,
    over output: UnsafeMutableRawBufferPointer,
    _ shares: UnsafeBufferPointer<UInt8>
  ) {
    switch colour.depth {
    case .eight:
      Self.blend(
        input.assumingMemoryBound(to: UInt8.self),
        output.assumingMemoryBound(to: UInt8.self),
        shares
      )
    case .sixteen:
      Self.blend(
        input.assumingMemoryBound(to: UInt16.self),
        output.assumingMemoryBound(to: UInt16.self),
        shares
      )
    }
  }

  @inline(__always)
  private static func blend<Sample: CanvasSample>(
    _ input: UnsafeBufferPointer<Sample>,
    _ output: UnsafeMutableBufferPointer<Sample>,
    _ shares: UnsafeBufferPointer<UInt8>
  ) {
    for index in 0..<min(input.count, output.count, shares.count) {
      output[index] = output[index].mean(input[index], shares[index])
    }
  }

  /// Makes everything a colour of standard range, in HDR as bright as paper.
  public func fill(_ colour: RGBColour) {
    for (plane, sample) in self.colour.samples(of: colour).enumerated() {
      for y in 0..<size(ofPlane: plane).height {
        let row = bytes(y, plane)
        switch self.colour.depth {
        case .eight: row.initializeMemory(as: UInt8.self, repeating: UInt8(clamping: sample))
        case .sixteen: row.initializeMemory(as: UInt16.self, repeating: UInt16(clamping: sample))
        }
      }
    }
  }

  /// Makes everything darker: 0 leaves it as it is, 1 makes it black, and what lies between takes as much from the codes of sRGB.
  public func dim(by amount: Double) {
    let rest = colour.factor(darkening: 1 - min(max(amount, 0), 1))
    for plane in 0..<3 {
      let zero = Double((plane == 0 ? 16 : 128) << (colour.bits - 8))
      let last = Double((1 << colour.bits) - 1)
      let codes = (0..<1 << colour.bits).map {
        min(max(zero + (Double($0) - zero) * rest, 0), last).rounded()
      }
      switch colour.depth {
      case .eight: replace(plane, codes.map { UInt8($0) })
      case .sixteen: replace(plane, codes.map { UInt16($0) })
      }
    }
  }

  /// Each sample becomes what a table of 2^bits has for it.
  @inline(__always)
  private func replace<Sample: CanvasSample>(_ plane: Int, _ table: [Sample]) {
    table.withUnsafeBufferPointer { table in
      let mask = table.count &- 1
      for y in 0..<size(ofPlane: plane).height {
        let samples = bytes(y, plane).assumingMemoryBound(to: Sample.self)
        for x in 0..<samples.count { samples[x] = table[Int(truncatingIfNeeded: samples[x]) & mask] }
      }
    }
  }

  /// Becomes another canvas of the same size and colour, turned or mirrored so that it is upright; others change nothing.
  public func take(_ picture: PlanarCanvas, turned orientation: Orientation) {
    guard (orientation.swapsSides ? picture.size.transposed : picture.size) == size,
      picture.colour == colour
    else { return }
    for plane in 0..<3 {
      let part = picture.size(ofPlane: plane)
      let copy = PixelBuffer(
        copying: UnsafeRawPointer(picture.target.starts[plane]),
        stride: picture.stride(plane),
        size: part,
        depth: colour.depth
      )
      let turned = copy.oriented(orientation)
      turned.bytes.withUnsafeBytes { samples in
        for y in 0..<turned.size.height {
          let line = samples[(y * turned.bytesPerRow)..<((y + 1) * turned.bytesPerRow)]
          bytes(y, plane).copyMemory(from: UnsafeRawBufferPointer(rebasing: line))
        }
      }
    }
  }
}
