/// One and the same map as either kind of file wants it.
extension GainMap {
  /// The power of Apple's samples. Apple's text names BT.709's curve; 1.961 is what Chrome takes and what Apple's own ISO
  /// numbers come nearest to. The two are at most 0.09 stops apart.
  static let appleGamma = 1.961

  /// Apple's headroom, a factor of at least 1, from the two numbers of its MakerNote, HDRHeadroom (0x21) and HDRGain (0x30,
  /// 0 where it is missing): developer.apple.com, "Applying Apple HDR effect to your photos". Nil for numbers that can't be.
  public static func appleHeadroom(makerHeadroom: Double, makerGain: Double) -> Double? {
    guard makerHeadroom.isFinite, makerGain.isFinite, makerHeadroom >= 0 else { return nil }
    let stops =
      if makerHeadroom < 1 {
        makerGain <= 0.01 ? -20 * makerGain + 1.8 : -0.101 * makerGain + 1.601
      } else {
        makerGain <= 0.01 ? -70 * makerGain + 3.0 : -0.303 * makerGain + 2.303
      }
    guard stops <= GainMapMetadata.largestStops else { return nil }
    return max(stops, 0).powerOfTwo()
  }

  /// The map after ISO 21496-1: as it is where it says itself how that is to be, else with samples that mean the same light.
  public var isoForm: (picture: PixelBuffer, metadata: GainMapMetadata)? {
    switch encoding {
    case .iso(let metadata): return (picture, metadata)
    case .apple(_, let metadata?): return (picture, metadata)
    case .apple(let headroom, nil):
      let stops = headroom.binaryLogarithm()
      guard stops > 0, let metadata = Self.metadata(stops: stops) else { return nil }
      let table = encoding.gains(channel: 0).map { Self.sample($0 / stops) }
      return (picture.mapped(table), metadata)
    }
  }

  /// The map in Apple's form, or nil where that can't say it: with darkening, several channels, or offsets that matter.
  public var appleForm: (picture: PixelBuffer, headroom: Double)? {
    switch encoding {
    case .apple(let headroom, _): return (picture, headroom)
    case .iso(let metadata):
      let numbers = metadata.channel(0)
      // A 64th is what Ultra HDR's writers put where they want none: up to 0.02 of the light they lift.
      guard metadata.isBaseStandard, metadata.channels.count == 1, picture.layout == .grey,
        numbers.minimum.value >= 0, numbers.baseOffset.value <= 1.0 / 64,
        numbers.alternateOffset.value <= 1.0 / 64
      else { return nil }
      // Shown in full only from the alternate headroom on, so that is the headroom; no gain exceeds it in Apple's form.
      let headroom = metadata.alternateHeadroom.value.powerOfTwo()
      guard headroom > 1, numbers.maximum.value <= metadata.alternateHeadroom.value + 0.001 else {
        return nil
      }
      let table = encoding.gains(channel: 0).map {
        Self.sample((($0.powerOfTwo() - 1) / (headroom - 1)).power(1 / Self.appleGamma))
      }
      return (picture.mapped(table), headroom)
    }
  }

  /// The plainest numbers: log2 of the gain from 0 to `stops`, no offsets.
  private static func metadata(stops: Double) -> GainMapMetadata? {
    let (zero, most) = (GainMapMetadata.Fraction(0, 1), GainMapMetadata.Fraction(stops))
    return GainMapMetadata(
      baseHeadroom: zero,
      alternateHeadroom: most,
      channels: [.init(minimum: zero, maximum: most, baseOffset: zero, alternateOffset: zero)],
      usesBaseColourSpace: true
    )
  }

  private static func sample(_ value: Double) -> UInt8 { UInt8(max(0, min(255, (value * 255).rounded()))) }
}

extension PixelBuffer {
  /// The picture with each of its 8-bit samples replaced by what a table of 256 says.
  fileprivate func mapped(_ table: [UInt8]) -> PixelBuffer {
    PixelBuffer(size: size, layout: layout, depth: depth, bytes: bytes.map { table[Int($0)] })
  }
}
