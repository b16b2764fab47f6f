/// Reads and makes ICC profiles.
public enum ICCProfile {
  /// What the profile is, or nil where no picture can be converted with it: empty, cut off, not a profile, a
  /// device link or a list of names.
  ///
  /// A wrong length in the header is forgiven where everything that a conversion needs is there.
  public static func inspect(_ bytes: [UInt8]) -> ProfileFacts? {
    guard let errors = LCMSContext(), let profile = LCMSProfile(bytes, errors) else { return nil }
    return profile.facts(of: bytes)
  }

  /// The profile with the length that its header states: bytes after it are cut off, and where they are too
  /// few the header is set right. Strict readers refuse a profile whose length is wrong (libpng: "profile
  /// length does not match"). Nil where `inspect(_:)` is, of the profile or of what becomes of it.
  public static func repaired(_ bytes: [UInt8]) -> [UInt8]? {
    guard let facts = inspect(bytes) else { return nil }
    if facts.isLengthRight { return bytes }
    if facts.declaredByteCount < bytes.count, facts.declaredByteCount >= 128 {
      let cut = Array(bytes.prefix(facts.declaredByteCount))
      if inspect(cut) != nil { return cut }
    }
    guard let count = UInt32(exactly: bytes.count) else { return nil }
    var result = bytes
    for index in 0..<4 { result[index] = UInt8(truncatingIfNeeded: count >> UInt32(24 - 8 * index)) }
    // The profile ID (ICC.1:2010, 7.2.18) is a checksum over a header that is another one now; zeros say "not
    // computed".
    for index in 84..<100 { result[index] = 0 }
    // Tags that lay beyond the stated length count now, and may be the ones that make it unusable.
    return inspect(result) == nil ? nil : result
  }

  /// sRGB (IEC 61966-2-1).
  public static func sRGB() -> [UInt8] { sRGBBytes }

  /// Display P3: the P3 primaries at D65 with the sRGB curve.
  public static func displayP3() -> [UInt8] { displayP3Bytes }

  /// A grey scale with the sRGB curve: a grey picture that came without a profile.
  public static func grey() -> [UInt8] { greyBytes }

  /// A profile for code points of H.273 with a standard-range transfer; nil for PQ, HLG and primaries or
  /// transfers that are not stated or not known. An unspecified transfer (2) with known primaries is taken
  /// for sRGB's.
  /// - Parameter isGrey: whether the picture has one grey channel: then the transfer alone counts.
  public static func profile(for points: CodePoints, isGrey: Bool = false) -> [UInt8]? {
    guard let curve = TransferFunction(transfer: points.transfer) else { return nil }
    if isGrey {
      let name = "Grey, H.273 transfer \(points.transfer)"
      return curve == .sRGB ? grey() : MatrixProfile(grey: curve, description: name).bytes
    }
    guard let primaries = Chromaticities(points.primaries) else { return nil }
    return MatrixProfile(rgb: primaries, curve, description: name(of: points, curve)).bytes
  }

  /// A profile for a power curve and chromaticities, as PNG's gAMA and cHRM state them; nil where they make
  /// no sense.
  /// - Parameter gamma: the decoding exponent, 0.1...10; 2.2 for one.
  public static func profile(gamma: Double, _ primaries: Chromaticities) -> [UInt8]? {
    guard gamma > 0.1, gamma < 10, primaries.isUsable else { return nil }
    return MatrixProfile(
      rgb: primaries,
      TransferFunction(gamma: gamma),
      description: "RGB as stated by the file"
    ).bytes
  }

  /// A profile for a grey power curve, as PNG's gAMA states it for a grey picture; nil where it makes no
  /// sense.
  /// - Parameter greyGamma: the decoding exponent, 0.1...10.
  public static func profile(greyGamma: Double) -> [UInt8]? {
    guard greyGamma > 0.1, greyGamma < 10 else { return nil }
    return MatrixProfile(grey: TransferFunction(gamma: greyGamma), description: "Grey as stated by the file")
      .bytes
  }

  private static func name(of points: CodePoints, _ curve: TransferFunction) -> String {
    switch (points.primaries, points.transfer) {
    case (1, _) where curve == .sRGB: "sRGB"
    case (12, _) where curve == .sRGB: "Display P3"
    case (1, 1), (1, 6), (1, 14), (1, 15): "Rec. ITU-R BT.709"
    case (9, 1), (9, 6), (9, 14), (9, 15): "Rec. ITU-R BT.2020"
    default: "RGB, H.273 primaries \(points.primaries), transfer \(points.transfer)"
    }
  }

  private static let sRGBBytes = made(1, "sRGB")
  private static let displayP3Bytes = made(12, "Display P3")
  private static let greyBytes = MatrixProfile(grey: .sRGB, description: "Grey, sRGB curve").bytes

  private static func made(_ primaries: Int, _ name: String) -> [UInt8] {
    // Both numbers are in the table of `Chromaticities`; an empty profile would fail the profile tests.
    Chromaticities(primaries).map { MatrixProfile(rgb: $0, .sRGB, description: name).bytes } ?? []
  }
}
