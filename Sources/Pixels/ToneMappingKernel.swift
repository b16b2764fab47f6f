/// The tables and matrices of one tone mapping, and its pixel loop. Light is in units of reference white.
struct ToneMappingKernel {
  /// TransferCharacteristics of H.273.
  enum Transfer: Int {
    case perceptualQuantizer = 16
    case hybridLogGamma = 18
  }

  private typealias Vector = SIMD3<Float>

  private let transfer: Transfer
  /// Light of each 16-bit code: for PQ of the display, for HLG of the scene (1 = peak).
  private let light: [Float]
  /// HLG's OOTF by the square root of the scene's luminance.
  private let displayFactor: [Float]
  /// Where the roll-off begins, and what it gives from there to `peak` in even steps.
  private let knee: Float
  private let peak: Float
  private let rollOff: [Float]
  /// Rows of the matrix between the primaries, and luminance weights before it.
  private let matrix: (Vector, Vector, Vector)
  private let sourceWeights: Vector
  private let encoder = SRGBEncoder()

  private static let steps = 4096

  init(_ transfer: Transfer, from source: Int, to target: Int, peak: Double) {
    self.transfer = transfer
    let white = LightCurves.referenceWhite
    switch transfer {
    case .perceptualQuantizer:
      light = (0...65535).map {
        Float(LightCurves.luminance(perceptualQuantizer: Double($0) / 65535) / white)
      }
      displayFactor = []
    case .hybridLogGamma:
      light = (0...65535).map { Float(LightCurves.sceneLight(hybridLogGamma: Double($0) / 65535)) }
      displayFactor = (0...Self.steps + 1).map {
        let root = Double($0) / Double(Self.steps)
        return Float(LightCurves.displayFactor(sceneLuminance: root * root) / white)
      }
    }
    let curve = HighlightRollOff(peak: peak)
    let top = max(peak, white)
    let start = min(curve.kneeLuminance, top)
    knee = Float(start / white)
    self.peak = Float(top / white)
    rollOff = (0...Self.steps + 1).map {
      Float(curve.mapped(start + (top - start) * Double($0) / Double(Self.steps)) / white)
    }
    let from = Self.toXYZ(source)
    let to = Self.toXYZ(target)
    let between = to.inverse * from
    matrix = (Vector(between.rows[0]), Vector(between.rows[1]), Vector(between.rows[2]))
    sourceWeights = Vector(from.rows[1])
  }

  /// The matrix of primaries by their number; BT.2020's for unknown ones, which is what HDR pictures use.
  static func toXYZ(_ primaries: Int) -> Matrix3 {
    let bt2020 = Chromaticities(
      white: (0.3127, 0.3290),
      red: (0.708, 0.292),
      green: (0.170, 0.797),
      blue: (0.131, 0.046)
    )
    return (Chromaticities(primaries) ?? bt2020).toXYZ
  }

  /// Maps interleaved samples into as many of 16 bits.
  func run(_ words: UnsafeBufferPointer<UInt16>, _ output: UnsafeMutableBufferPointer<UInt16>, channels: Int)
  {
    withTables { tables in
      var index = 0
      while index &+ 2 < words.count {
        let code = tables.code(words[index], words[index &+ 1], words[index &+ 2])
        output[index] = UInt16(code.red * 65535 + 0.5)
        output[index &+ 1] = UInt16(code.green * 65535 + 0.5)
        output[index &+ 2] = UInt16(code.blue * 65535 + 0.5)
        if channels == 4 { output[index &+ 3] = words[index &+ 3] }
        index &+= channels
      }
    }
  }

  /// Maps interleaved samples into as many of 8 bits.
  func run(_ words: UnsafeBufferPointer<UInt16>, _ output: UnsafeMutableBufferPointer<UInt8>, channels: Int) {
    withTables { tables in
      var index = 0
      while index &+ 2 < words.count {
        let code = tables.code(words[index], words[index &+ 1], words[index &+ 2])
        output[index] = UInt8(code.red * 255 + 0.5)
        output[index &+ 1] = UInt8(code.green * 255 + 0.5)
        output[index &+ 2] = UInt8(code.blue * 255 + 0.5)
        if channels == 4 { output[index &+ 3] = PixelBuffer.narrowed(words[index &+ 3]) }
        index &+= channels
      }
    }
  }

  /// The ratios of the two kinds of light as a gain map has them: log2 of three a pixel, averaged over squares of
  /// 2 x 2 pixels (what is left over at the right and lower border goes with its neighbours).
  func gains(
    _ words: UnsafeBufferPointer<UInt16>,
    size: PixelSize,
    channels: Int,
    offset: Float
  ) -> (size: PixelSize, gains: [Float]) {
    let half = PixelSize(width: max(1, size.width / 2), height: max(1, size.height / 2))
    guard words.count >= size.width * size.height * channels else { return (half, []) }
    var gains: [Float] = []
    gains.reserveCapacity(half.width * half.height * 3)
    withTables { tables in
      for y in 0..<half.height {
        let rows = y * 2..<(y == half.height - 1 ? size.height : y * 2 + 2)
        for x in 0..<half.width {
          let columns = x * 2..<(x == half.width - 1 ? size.width : x * 2 + 2)
          var (high, low) = (Vector(repeating: offset), Vector(repeating: offset))
          let part = 1 / Float(rows.count * columns.count)
          for row in rows {
            for column in columns {
              let index = (row &* size.width &+ column) &* channels
              let light = tables.light(words[index], words[index &+ 1], words[index &+ 2])
              let standard = tables.standard(light)
              high += Vector(light.0, light.1, light.2) * part
              low += Vector(min(1, standard.0), min(1, standard.1), min(1, standard.2)) * part
            }
          }
          for channel in 0..<3 { gains.append((high[channel] / low[channel]).binaryLogarithm()) }
        }
      }
    }
    return (half, gains)
  }

  private func withTables(_ body: (Tables) -> Void) {
    light.withUnsafeBufferPointer { light in
      displayFactor.withUnsafeBufferPointer { displayFactor in
        rollOff.withUnsafeBufferPointer { rollOff in
          encoder.withTable { encoder in
            body(
              Tables(
                kernel: self,
                light: light,
                displayFactor: displayFactor,
                rollOff: rollOff,
                encoder: encoder
              )
            )
          }
        }
      }
    }
  }

  /// The kernel while the memory of its tables is held.
  private struct Tables {
    let isHLG: Bool
    let knee: Float
    let peak: Float
    let step: Float
    let matrix: (Vector, Vector, Vector)
    let sourceWeights: Vector
    let light: UnsafeBufferPointer<Float>
    let displayFactor: UnsafeBufferPointer<Float>
    let rollOff: UnsafeBufferPointer<Float>
    let encoder: SRGBEncoder.Table

    init(
      kernel: ToneMappingKernel,
      light: UnsafeBufferPointer<Float>,
      displayFactor: UnsafeBufferPointer<Float>,
      rollOff: UnsafeBufferPointer<Float>,
      encoder: SRGBEncoder.Table
    ) {
      isHLG = kernel.transfer == .hybridLogGamma
      knee = kernel.knee
      peak = kernel.peak
      step = kernel.peak > kernel.knee ? Float(ToneMappingKernel.steps) / (kernel.peak - kernel.knee) : 0
      matrix = kernel.matrix
      sourceWeights = kernel.sourceWeights
      self.light = light
      self.displayFactor = displayFactor
      self.rollOff = rollOff
      self.encoder = encoder
    }

    /// The three sRGB codes, 0...1, of three HDR codes.
    @inline(__always)
    func code(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> (red: Float, green: Float, blue: Float) {
      let (r, g, b) = standard(light(red, green, blue))
      return (encoder.code(r), encoder.code(g), encoder.code(b))
    }

    /// Light in the result's primaries, 1 = reference white, as bright as it is. In scalars: vectors of three are slower on
    /// x86.
    @inline(__always)
    func light(_ red: UInt16, _ green: UInt16, _ blue: UInt16) -> (Float, Float, Float) {
      var (r, g, b) = (light[Int(red)], light[Int(green)], light[Int(blue)])
      if isHLG {
        let scene = min(1, r * sourceWeights.x + g * sourceWeights.y + b * sourceWeights.z)
        let factor = interpolated(displayFactor, scene.squareRoot() * Float(ToneMappingKernel.steps))
        (r, g, b) = (r * factor, g * factor, b * factor)
      }
      // What the gamut does not hold is cut off at its edge: mixed with grey until it fits, red would turn to pink and blue
      // would fade.
      (r, g, b) = (
        max(0, r * matrix.0.x + g * matrix.0.y + b * matrix.0.z),
        max(0, r * matrix.1.x + g * matrix.1.y + b * matrix.1.z),
        max(0, r * matrix.2.x + g * matrix.2.y + b * matrix.2.z)
      )
      return (r, g, b)
    }

    /// The same light in standard range.
    @inline(__always)
    func standard(_ light: (Float, Float, Float)) -> (Float, Float, Float) {
      var (r, g, b) = light
      let brightest = max(r, max(g, b))
      if brightest > knee {
        let factor = mapped(brightest) / brightest
        r = (r * factor + mapped(r)) * 0.5
        g = (g * factor + mapped(g)) * 0.5
        b = (b * factor + mapped(b)) * 0.5
      }
      return (r, g, b)
    }

    @inline(__always)
    private func mapped(_ value: Float) -> Float {
      value <= knee ? value : interpolated(rollOff, (min(value, peak) - knee) * step)
    }

    @inline(__always)
    private func interpolated(_ table: UnsafeBufferPointer<Float>, _ position: Float) -> Float {
      let index = min(Int(position), ToneMappingKernel.steps)
      let low = table[index]
      return low + (table[index &+ 1] - low) * (position - Float(index))
    }
  }
}
