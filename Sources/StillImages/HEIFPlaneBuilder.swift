internal import CHEIF
internal import Pixels

/// Takes interleaved samples apart into the planes that HEVC codes: full-range luma and halved chroma, or green, blue
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

  /// A picture for libheif. `weights` are KR and KB of the matrix, nil for the identity.
  func image(weights: (red: Double, blue: Double)?) throws -> HEIFImage {
    let size = pixels.size
    let isGrey = pixels.layout.isGrey
    let image = try HEIFImage(
      width: size.width,
      height: size.height,
      colourSpace: isGrey ? heif_colorspace_monochrome : heif_colorspace_YCbCr,
      chroma: isGrey ? heif_chroma_monochrome : weights == nil ? heif_chroma_444 : heif_chroma_420
    )
    if isGrey {
      try addChannel(0, as: heif_channel_Y, to: image)
    } else if let weights {
      try addLuma(weights, to: image)
      try addChroma(weights, to: image)
    } else {
      try addChannel(1, as: heif_channel_Y, to: image)
      try addChannel(2, as: heif_channel_Cb, to: image)
      try addChannel(0, as: heif_channel_Cr, to: image)
    }
    if pixels.layout.hasAlpha {
      try addChannel(pixels.layout.channelCount - 1, as: heif_channel_Alpha, to: image)
    }
    return image
  }

  /// A picture for libheif out of 4:2:0 or grey planes as they are.
  static func image(of picture: ColourPlanes) throws -> HEIFImage {
    let isGrey = picture.sampling == .grey
    let image = try HEIFImage(
      width: picture.size.width,
      height: picture.size.height,
      colourSpace: isGrey ? heif_colorspace_monochrome : heif_colorspace_YCbCr,
      chroma: isGrey ? heif_chroma_monochrome : heif_chroma_420
    )
    for (channel, plane) in zip([heif_channel_Y, heif_channel_Cb, heif_channel_Cr], picture.planes) {
      let (width, height) = (plane.size.width, plane.size.height)
      try plane.bytes.withUnsafeBytes { samples in
        try image.addPlane(channel, width: width, height: height, bits: 8) { y, row in
          UnsafeMutableRawBufferPointer(start: row, count: width)
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: samples[(y * width)..<((y + 1) * width)]))
        }
      }
    }
    return image
  }

  /// A channel as it is, brought to the plane's bits.
  private func addChannel(_ channel: Int, as plane: heif_channel, to image: HEIFImage) throws {
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

  private func addLuma(_ weights: (red: Double, blue: Double), to image: HEIFImage) throws {
    let unit = Double(1 << Self.fractionBits) * Double(target) / Double(source)
    let red = Int((weights.red * unit).rounded())
    let blue = Int((weights.blue * unit).rounded())
    let green = Int(unit.rounded()) - red - blue
    let half = 1 << (Self.fractionBits - 1)
    let (size, channels) = (pixels.size, pixels.layout.channelCount)
    try image.addPlane(heif_channel_Y, width: size.width, height: size.height, bits: bits) { y, row in
      for x in 0..<size.width {
        let start = (y &* size.width &+ x) &* channels
        let sum =
          pixels.sample(start) &* red &+ pixels.sample(start &+ 1) &* green &+ pixels.sample(start &+ 2)
          &* blue
        store(min(target, (sum &+ half) >> Self.fractionBits), x, row)
      }
    }
  }

  /// Chroma of the mean of two by two pixels; at an odd border the last pixel counts twice.
  private func addChroma(_ weights: (red: Double, blue: Double), to image: HEIFImage) throws {
    let green = 1 - weights.red - weights.blue
    let middle = 1 << (bits - 1)
    // Sums of four pixels come in.
    let unit = Double(1 << Self.fractionBits) * Double(target) / Double(source) / 4
    func coefficients(_ factors: [Double], _ divisor: Double) -> [Int] {
      factors.map { Int(($0 / divisor * unit).rounded()) }
    }
    let blue = coefficients([-weights.red, -green, 1 - weights.blue], 2 * (1 - weights.blue))
    let red = coefficients([1 - weights.red, -green, -weights.blue], 2 * (1 - weights.red))
    try addChromaPlane(heif_channel_Cb, blue, middle, to: image)
    try addChromaPlane(heif_channel_Cr, red, middle, to: image)
  }

  private func addChromaPlane(
    _ channel: heif_channel,
    _ coefficients: [Int],
    _ middle: Int,
    to image: HEIFImage
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
