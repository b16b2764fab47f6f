/// The two ends of one resize: turns rows of a picture into linear, premultiplied floats, and back.
final class ResizeWork {
  let source: RowRing
  let target: RowRing
  private let picture: PixelBuffer
  private let targetWidth: Int
  private let isLinear: Bool
  /// The value of each code, 0...1.
  private let values: [Float]
  private let encoder = SRGBEncoder()
  private(set) var result: [UInt8]

  init(_ picture: PixelBuffer, to target: PixelSize, linearLight: Bool, rows: (source: Int?, target: Int?)) {
    self.picture = picture
    isLinear = linearLight
    targetWidth = target.width
    let planeCount = picture.layout.channelCount
    source = RowRing(
      width: picture.size.width,
      height: picture.size.height,
      planeCount: planeCount,
      ringSize: rows.source
    )
    self.target = RowRing(
      width: target.width,
      height: target.height,
      planeCount: planeCount,
      ringSize: rows.target
    )
    values = Self.table(picture.depth, isLinear: linearLight)
    result = [UInt8](repeating: 0, count: target.width * target.height * picture.bytesPerPixel)
  }

  private static func table(_ depth: SampleDepth, isLinear: Bool) -> [Float] {
    switch (depth, isLinear) {
    case (.eight, true): linearBytes
    case (.sixteen, true): linearWords
    case (.eight, false): (0...255).map { Float($0) / 255 }
    case (.sixteen, false): (0...65535).map { Float($0) / 65535 }
    }
  }

  private static let linearBytes = (0...255).map { Float(TransferFunction.sRGB.decoded(Double($0) / 255)) }
  private static let linearWords = (0...65535).map {
    Float(TransferFunction.sRGB.decoded(Double($0) / 65535))
  }

  /// Fills columns of a row of the source.
  func fill(_ row: Int, _ columns: Range<Int>) {
    values.withUnsafeBufferPointer { values in
      switch picture.depth {
      case .eight:
        picture.bytes.withUnsafeBufferPointer { fill(row, columns, $0, values, full: 255) }
      case .sixteen:
        picture.withWords { fill(row, columns, $0, values, full: 65535) }
      }
    }
  }

  @inline(__always)
  private func fill<Sample: FixedWidthInteger & UnsignedInteger>(
    _ row: Int,
    _ columns: Range<Int>,
    _ samples: UnsafeBufferPointer<Sample>,
    _ values: UnsafeBufferPointer<Float>,
    full: Float
  ) {
    let channels = picture.layout.channelCount
    let colours = picture.layout.hasAlpha ? channels - 1 : channels
    let start = (row * picture.size.width + columns.lowerBound) * channels
    for channel in 0..<colours {
      let plane = source.row(row, channel)
      var index = start + channel
      for x in columns {
        plane[x] = values[Int(samples[index])]
        index &+= channels
      }
    }
    guard picture.layout.hasAlpha else { return }
    let alphas = source.row(row, colours)
    var index = start + colours
    for x in columns {
      alphas[x] = Float(samples[index]) / full
      index &+= channels
    }
    for channel in 0..<colours {
      let plane = source.row(row, channel)
      for x in columns { plane[x] *= alphas[x] }
    }
  }

  /// Takes columns of a finished row of the target.
  func take(_ row: Int, _ columns: Range<Int>) {
    let depth = picture.depth
    encoder.withTable { encoder in
      result.withUnsafeMutableBytes { bytes in
        switch depth {
        case .eight: take(row, columns, bytes, UInt8.self, full: 255, encoder)
        case .sixteen: take(row, columns, bytes, UInt16.self, full: 65535, encoder)
        }
      }
    }
  }

  @inline(__always)
  private func take<Sample: FixedWidthInteger & UnsignedInteger>(
    _ row: Int,
    _ columns: Range<Int>,
    _ bytes: UnsafeMutableRawBufferPointer,
    _ type: Sample.Type,
    full: Float,
    _ encoder: SRGBEncoder.Table
  ) {
    let channels = picture.layout.channelCount
    let hasAlpha = picture.layout.hasAlpha
    let colours = hasAlpha ? channels - 1 : channels
    let alphas = target.row(row, channels - 1)
    let start = (row * targetWidth + columns.lowerBound) * channels
    for channel in 0..<channels {
      let plane = target.row(row, channel)
      let isAlpha = channel == colours
      var offset = (start + channel) * MemoryLayout<Sample>.size
      for x in columns {
        var value = plane[x]
        if hasAlpha && !isAlpha {
          // Less than half a step of 16 bits: nothing is seen, and the quotient would be noise.
          value = alphas[x] > 1 / 131_072 ? value / alphas[x] : 0
        }
        let code = isLinear && !isAlpha ? encoder.code(value) : max(0, min(1, value))
        bytes.storeBytes(of: Sample(code * full + 0.5), toByteOffset: offset, as: type)
        offset &+= channels &* MemoryLayout<Sample>.size
      }
    }
  }
}
