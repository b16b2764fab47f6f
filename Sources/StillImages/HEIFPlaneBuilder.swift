internal import Pixels

/// What a plane of a coded picture holds.
enum HEIFPlaneKind {
  /// Luma, or green where the planes are the colours themselves.
  case luma
  /// Blue difference, or blue.
  case blue
  /// Red difference, or red.
  case red
  /// Opacity.
  case alpha
}

/// A picture being filled plane by plane, in an encoder's own memory.
protocol HEIFPlaneTarget {
  /// Adds a plane and fills it: `row` gets a row's number and the place for its samples, two bytes each above 8 bits.
  func addPlane(
    _ kind: HEIFPlaneKind,
    width: Int,
    height: Int,
    bits: Int,
    row: (Int, UnsafeMutableRawPointer) -> Void
  ) throws
}

/// Takes interleaved samples apart into the planes that HEVC and AV1 code: full-range luma and halved chroma, or green, blue
/// and red themselves where nothing may change.
struct HEIFPlaneBuilder {
  private let pixels: PixelBuffer
  private let bits: Int
  private let target: Int
  private let source: Int

  /// Planes of `bits` bits of the picture `pixels`.
  init(_ pixels: PixelBuffer, bits: Int) {
    self.pixels = pixels
    self.bits = bits
    target = (1 << bits) - 1
    source = pixels.depth == .eight ? 255 : 65_535
  }

  /// Fills the planes of grey or colour. `weights` are KR and KB of the matrix, nil for the identity; chroma is halved
  /// in both directions unless `isFullChroma`.
  func addColour(
    weights: (red: Double, blue: Double)?,
    isFullChroma: Bool = false,
    to image: some HEIFPlaneTarget
  ) throws {
    if pixels.layout.isGrey {
      try addChannel(0, as: .luma, to: image)
    } else if let weights {
      try addLuma(weights, to: image)
      try addChroma(weights, isFull: isFullChroma, to: image)
    } else {
      try addChannel(1, as: .luma, to: image)
      try addChannel(2, as: .blue, to: image)
      try addChannel(0, as: .red, to: image)
    }
  }

  /// Fills the plane of opacity, where the picture has one.
  func addAlpha(to image: some HEIFPlaneTarget) throws {
    guard pixels.layout.hasAlpha else { return }
    try addChannel(pixels.layout.channelCount - 1, as: .alpha, to: image)
  }

  /// Fills the planes with those of a picture that is coded so already.
  static func add(_ picture: ColourPlanes, to image: some HEIFPlaneTarget) throws {
    for (kind, plane) in zip([HEIFPlaneKind.luma, .blue, .red], picture.planes) {
      let (width, height) = (plane.size.width, plane.size.height)
      try plane.bytes.withUnsafeBytes { samples in
        try image.addPlane(kind, width: width, height: height, bits: 8) { y, row in
          UnsafeMutableRawBufferPointer(start: row, count: width)
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: samples[(y * width)..<((y + 1) * width)]))
        }
      }
    }
  }

  /// A channel as it is, brought to the plane's bits.
  private func addChannel(_ channel: Int, as plane: HEIFPlaneKind, to image: some HEIFPlaneTarget) throws {
    let (size, channels) = (pixels.size, pixels.layout.channelCount)
    try image.addPlane(plane, width: size.width, height: size.height, bits: bits) { y, row in
      for x in 0..<size.width {
        let value = pixels.sample((y &* size.width &+ x) &* channels &+ channel)
        store(source == target ? value : (value &* target &+ source / 2) / source, x, row)
      }
    }
  }

  @inline(__always)
  private func store(_ value: Int, _ x: Int, _ row: UnsafeMutableRawPointer) {
    if bits == 8 {
      row.storeBytes(of: UInt8(truncatingIfNeeded: value), toByteOffset: x, as: UInt8.self)
    } else {
      row.storeBytes(of: UInt16(truncatingIfNeeded: value), toByteOffset: x &* 2, as: UInt16.self)
    }
  }

  private static let fractionBits = 24

  private func addLuma(_ weights: (red: Double, blue: Double), to image: some HEIFPlaneTarget) throws {
    let unit = Double(1 << Self.fractionBits) * Double(target) / Double(source)
    let red = Int((weights.red * unit).rounded())
    let blue = Int((weights.blue * unit).rounded())
    let green = Int(unit.rounded()) - red - blue
    let half = 1 << (Self.fractionBits - 1)
    let (size, channels) = (pixels.size, pixels.layout.channelCount)
    try image.addPlane(.luma, width: size.width, height: size.height, bits: bits) { y, row in
      for x in 0..<size.width {
        let start = (y &* size.width &+ x) &* channels
        let sum =
          pixels.sample(start) &* red &+ pixels.sample(start &+ 1) &* green &+ pixels.sample(start &+ 2)
          &* blue
        store(min(target, (sum &+ half) >> Self.fractionBits), x, row)
      }
    }
  }

  /// Chroma of each pixel, or of the mean of two by two; at an odd border the last pixel counts twice.
  private func addChroma(
    _ weights: (red: Double, blue: Double),
    isFull: Bool,
    to image: some HEIFPlaneTarget
  ) throws {
    let green = 1 - weights.red - weights.blue
    let middle = 1 << (bits - 1)
    // Sums of so many pixels come in.
    let count: Double = isFull ? 1 : 4
    let unit = Double(1 << Self.fractionBits) * Double(target) / Double(source) / count
    func coefficients(_ factors: [Double], _ divisor: Double) -> [Int] {
      factors.map { Int(($0 / divisor * unit).rounded()) }
    }
    let blue = coefficients([-weights.red, -green, 1 - weights.blue], 2 * (1 - weights.blue))
    let red = coefficients([1 - weights.red, -green, -weights.blue], 2 * (1 - weights.red))
    for (plane, coefficients) in [(HEIFPlaneKind.blue, blue), (.red, red)] {
      if isFull {
        try addFullChromaPlane(plane, coefficients, middle, to: image)
      } else {
        try addChromaPlane(plane, coefficients, middle, to: image)
      }
    }
  }

  private func addFullChromaPlane(
    _ channel: HEIFPlaneKind,
    _ coefficients: [Int],
    _ middle: Int,
    to image: some HEIFPlaneTarget
  ) throws {
    let (size, channels) = (pixels.size, pixels.layout.channelCount)
    let (fromRed, fromGreen, fromBlue) = (coefficients[0], coefficients[1], coefficients[2])
    let offset = middle << Self.fractionBits + 1 << (Self.fractionBits - 1)
    try image.addPlane(channel, width: size.width, height: size.height, bits: bits) { y, row in
      for x in 0..<size.width {
        let start = (y &* size.width &+ x) &* channels
        let value =
          pixels.sample(start) &* fromRed &+ pixels.sample(start &+ 1) &* fromGreen
          &+ pixels.sample(start &+ 2) &* fromBlue &+ offset
        store(max(0, min(target, value >> Self.fractionBits)), x, row)
      }
    }
  }

  private func addChromaPlane(
    _ channel: HEIFPlaneKind,
    _ coefficients: [Int],
    _ middle: Int,
    to image: some HEIFPlaneTarget
  ) throws {
    let (size, channels) = (pixels.size, pixels.layout.channelCount)
    let (fromRed, fromGreen, fromBlue) = (coefficients[0], coefficients[1], coefficients[2])
    let offset = middle << Self.fractionBits + 1 << (Self.fractionBits - 1)
    let (width, height) = ((size.width + 1) / 2, (size.height + 1) / 2)
    try image.addPlane(channel, width: width, height: height, bits: bits) { y, row in
      let upper = 2 &* y &* size.width
      let lower = min(2 &* y &+ 1, size.height &- 1) &* size.width
      for x in 0..<width {
        let (left, right) = (2 &* x, min(2 &* x &+ 1, size.width &- 1))
        let (a, b) = ((upper &+ left) &* channels, (upper &+ right) &* channels)
        let (c, d) = ((lower &+ left) &* channels, (lower &+ right) &* channels)
        func sum(_ index: Int) -> Int {
          pixels.sample(a &+ index) &+ pixels.sample(b &+ index) &+ pixels.sample(c &+ index)
            &+ pixels.sample(d &+ index)
        }
        let value = sum(0) &* fromRed &+ sum(1) &* fromGreen &+ sum(2) &* fromBlue &+ offset
        store(max(0, min(target, value >> Self.fractionBits)), x, row)
      }
    }
  }
}
