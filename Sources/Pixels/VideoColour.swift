/// What the numbers of a canvas, and of the video that is made of it, mean.
public enum VideoColour: Hashable, Sendable {
  /// BT.709 of 8 bits, near sRGB.
  case standard
  /// HLG on BT.2020, 10 bits.
  case hybridLogGamma
  /// PQ on BT.2020, 10 bits.
  case perceptualQuantizer

  /// The same by the numbers of H.273; always in limited range.
  public var codePoints: CodePoints {
    switch self {
    case .standard: CodePoints(primaries: 1, transfer: 1, matrix: 1, isFullRange: false)
    case .hybridLogGamma: CodePoints(primaries: 9, transfer: 18, matrix: 9, isFullRange: false)
    case .perceptualQuantizer: CodePoints(primaries: 9, transfer: 16, matrix: 9, isFullRange: false)
    }
  }

  /// Bits of a sample.
  public var bits: Int { self == .standard ? 8 : 10 }

  /// The samples of red, green and blue that hold as much.
  public var depth: SampleDepth { self == .standard ? .eight : .sixteen }
}

// MARK: - Graphics

extension VideoColour {
  /// What codes (0...1) are multiplied by for a colour as dark as this share of its sRGB code: standard white loses as much light.
  ///
  /// Codes of HDR stand for far more light at their upper end than sRGB's, so that less has to be taken from them. Near enough
  /// to scale luma and colour differences alike, as sRGB's are.
  public func factor(darkening share: Double) -> Double {
    guard self != .standard else { return share }
    let white = code(ofWhiteTimes: 1)
    return code(ofWhiteTimes: TransferFunction.sRGB.decoded(min(max(share, 0), 1))) / white
  }

  private func code(ofWhiteTimes share: Double) -> Double { code([share, share, share]).x }

  /// Luma and colour differences, 0...2^bits - 1, of a colour of standard range. In HDR its white is reference white, 203 cd/m2
  /// (BT.2408), and its primaries become BT.2020's.
  func samples(of colour: RGBColour) -> [Int] {
    let channels = SIMD3(Double(colour.red), Double(colour.green), Double(colour.blue)) / 255
    // Kr and Kb of BT.709 and of BT.2020.
    let (red, blue) = self == .standard ? (0.2126, 0.0722) : (0.2627, 0.0593)
    var code = channels
    if self != .standard {
      code = self.code(
        SIMD3(
          TransferFunction.sRGB.decoded(channels.x),
          TransferFunction.sRGB.decoded(channels.y),
          TransferFunction.sRGB.decoded(channels.z)
        )
      )
    }
    let luma = red * code.x + (1 - red - blue) * code.y + blue * code.z
    let differences = [(code.z - luma) / (2 * (1 - blue)), (code.x - luma) / (2 * (1 - red))]
    let scale = Double(1 << (bits - 8))
    return ([16 + 219 * luma] + differences.map { 128 + 224 * $0 }).map { Int(($0 * scale).rounded()) }
  }

  /// The codes of linear light in BT.709's primaries, of which 1 is reference white.
  private func code(_ light: SIMD3<Double>) -> SIMD3<Double> {
    let toXYZ = ToneMappingKernel.toXYZ(9)
    let shown = toXYZ.inverse * ToneMappingKernel.toXYZ(1) * light * LightCurves.referenceWhite
    switch self {
    case .standard: return light
    case .perceptualQuantizer:
      return SIMD3(
        LightCurves.perceptualQuantizer(luminance: shown.x),
        LightCurves.perceptualQuantizer(luminance: shown.y),
        LightCurves.perceptualQuantizer(luminance: shown.z)
      )
    case .hybridLogGamma:
      // What the OOTF does is undone: the display's luminance is the scene's to the power of 1.2.
      let luminance = (toXYZ.rows[1] * shown).sum() / LightCurves.nominalPeak
      let factor = LightCurves.displayFactor(sceneLuminance: luminance.power(1 / 1.2))
      guard factor > 0 else { return .zero }
      return SIMD3(
        LightCurves.hybridLogGamma(sceneLight: shown.x / factor),
        LightCurves.hybridLogGamma(sceneLight: shown.y / factor),
        LightCurves.hybridLogGamma(sceneLight: shown.z / factor)
      )
    }
  }
}
