/// The loops of `RowResampler`: rows of codes become rows of light in the target's width, and sums of those become codes.
///
/// A pixel is four floats: its colours, and alpha in the last, by which the colours are multiplied meanwhile.
final class ResamplingKernel {
  private typealias Pixel = SIMD4<Float>

  private let layout: ChannelLayout
  private let columns: ResamplingWeights
  private let rowCount: Int
  /// The light of each code.
  private let values: [Float]
  /// The code of light, in steps of 1 / `lastStep`.
  private let codes: [UInt8]
  /// One row of the source.
  private let line: UnsafeMutablePointer<Pixel>
  /// Rows of the target's width; source row `y` stands at `y` modulo their number.
  private let ring: UnsafeMutablePointer<Pixel>
  /// One row of the target.
  private let sums: UnsafeMutablePointer<Pixel>
  private let width: Int

  /// Fine enough that a code is never missed by more than a tenth: at black, sRGB's curve rises by 0.2 codes a step.
  private static let lastStep = 16_384

  private static let lightOfCodes = (0...255).map { Float(TransferFunction.sRGB.decoded(Double($0) / 255)) }
  private static let codesOfLight = (0...lastStep).map { step in
    UInt8(TransferFunction.sRGB.encoded(Double(step) / Double(lastStep)) * 255 + 0.5)
  }

  init(layout: ChannelLayout, columns: ResamplingWeights, rowCount: Int, isLinear: Bool) {
    self.layout = layout
    self.columns = columns
    self.rowCount = rowCount
    width = columns.firsts.count
    values = isLinear ? Self.lightOfCodes : (0...255).map { Float($0) / 255 }
    codes =
      isLinear
      ? Self.codesOfLight
      : (0...Self.lastStep).map { UInt8(Double($0) / Double(Self.lastStep) * 255 + 0.5) }
    line = Self.pixels(columns.needed.count)
    ring = Self.pixels(width * rowCount)
    sums = Self.pixels(width)
  }

  deinit {
    line.deallocate()
    ring.deallocate()
    sums.deallocate()
  }

  private static func pixels(_ count: Int) -> UnsafeMutablePointer<Pixel> {
    let pixels = UnsafeMutablePointer<Pixel>.allocate(capacity: max(count, 1))
    pixels.initialize(repeating: .zero, count: max(count, 1))
    return pixels
  }

  /// Takes a row of the source, which has at least `columns.needed.upperBound` pixels.
  func take(_ codes: UnsafeRawBufferPointer, row: Int) {
    let samples = codes.bindMemory(to: UInt8.self)
    values.withUnsafeBufferPointer { values in
      guard let samples = samples.baseAddress, let values = values.baseAddress else { return }
      fill(samples + columns.needed.lowerBound &* layout.channelCount, values)
    }
    let target = ring + (row % rowCount) &* width
    let first = columns.needed.lowerBound
    columns.firsts.withUnsafeBufferPointer { firsts in
      columns.weights.withUnsafeBufferPointer { weights in
        guard let firsts = firsts.baseAddress, var weight = weights.baseAddress else { return }
        let (line, count) = (line, columns.count)
        for x in 0..<width {
          let start = line + (firsts[x] &- first)
          var sum = Pixel.zero
          for tap in 0..<count { sum += start[tap] * weight[tap] }
          weight += count
          target[x] = sum
        }
      }
    }
  }

  /// Turns the needed pixels of a row into light.
  private func fill(_ samples: UnsafePointer<UInt8>, _ values: UnsafePointer<Float>) {
    var read = samples
    let count = columns.needed.count
    switch layout {
    case .grey:
      for x in 0..<count { line[x] = Pixel(values[Int(read[x])], 0, 0, 1) }
    case .greyAlpha:
      for x in 0..<count {
        let alpha = Float(read[1]) / 255
        line[x] = Pixel(values[Int(read[0])] * alpha, 0, 0, alpha)
        read += 2
      }
    case .rgb:
      for x in 0..<count {
        line[x] = Pixel(values[Int(read[0])], values[Int(read[1])], values[Int(read[2])], 1)
        read += 3
      }
    case .rgba:
      for x in 0..<count {
        let alpha = Float(read[3]) / 255
        let light = Pixel(values[Int(read[0])], values[Int(read[1])], values[Int(read[2])], 1)
        line[x] = light * alpha
        read += 4
      }
    }
  }

  /// Mixes rows that were taken, from `first` on, and gives them as codes; `row` has the target's width.
  func give(first: Int, weights: ArraySlice<Float>, into row: UnsafeMutableRawBufferPointer) {
    var isFirst = true
    for (offset, weight) in weights.enumerated() {
      let source = ring + ((first &+ offset) % rowCount) &* width
      if isFirst {
        for x in 0..<width { sums[x] = source[x] * weight }
      } else {
        for x in 0..<width { sums[x] += source[x] * weight }
      }
      isFirst = false
    }
    codes.withUnsafeBufferPointer { codes in
      guard let codes = codes.baseAddress, let start = row.baseAddress else { return }
      write(start.assumingMemoryBound(to: UInt8.self), codes)
    }
  }

  private func write(_ output: UnsafeMutablePointer<UInt8>, _ codes: UnsafePointer<UInt8>) {
    var write = output
    switch layout {
    case .grey:
      for x in 0..<width { write[x] = codes[Int(Self.steps(sums[x])[0])] }
    case .rgb:
      for x in 0..<width {
        let steps = Self.steps(sums[x])
        write[0] = codes[Int(steps[0])]
        write[1] = codes[Int(steps[1])]
        write[2] = codes[Int(steps[2])]
        write += 3
      }
    case .greyAlpha, .rgba:
      let colours = layout.channelCount &- 1
      for x in 0..<width {
        let alpha = sums[x][3]
        // Less than half a step of 16 bits: nothing is seen, and the quotient would be noise.
        let steps = alpha > 1 / 131_072 ? Self.steps(sums[x] / alpha) : .zero
        for channel in 0..<colours { write[channel] = codes[Int(steps[channel])] }
        write[colours] = UInt8(max(0, min(1, alpha)) * 255 + 0.5)
        write += colours &+ 1
      }
    }
  }

  /// Where in the table of codes light stands; light outside of 0...1 is clipped.
  @inline(__always)
  private static func steps(_ light: Pixel) -> SIMD4<UInt32> {
    let clipped = light.clamped(lowerBound: .zero, upperBound: .one)
    // From 2^23 on, floats are whole numbers, which stand in their low bits as they are.
    let whole = clipped * Float(lastStep) + 8_388_608
    return unsafeBitCast(whole, to: SIMD4<UInt32>.self) & 0x7FFF
  }
}
