internal import Containers
internal import Messages
internal import Pixels

/// Decides what the colour chunks of a PNG mean together (PNG, third edition, 4.3): cICP, else iCCP, else sRGB, else
/// gAMA with cHRM, else sRGB.
enum PNGColourReading {
  /// How far gAMA may be from 45,455, which both sRGB and a power of 2.2 are written as.
  private static let gammaTolerance = 500
  /// How far chromaticities may be from BT.709's; writers round to two or three decimals.
  private static let chromaticityTolerance = 300

  static func colour(_ chunks: PNGColour, for layout: ChannelLayout, notes: inout [Note]) throws
    -> ColourDescription
  {
    if let points = chunks.codePoints, let colour = try colour(points) { return colour }
    switch chunks.profile {
    case .whole(let profile):
      let colour = PictureChecks.colour(profile: profile, for: layout, notes: &notes)
      if colour.iccProfile != nil { return colour }
    case .unusable(let detail): notes.append(Note(.profileUnusable, ["detail": detail]))
    case .absent: break
    }
    guard chunks.renderingIntent == nil else { return ColourDescription() }
    return measured(chunks, for: layout)
  }

  /// cICP says nothing where primaries or transfer are unspecified. The matrix must be 0, as PNG has no YCbCr.
  private static func colour(_ points: CodePoints) throws -> ColourDescription? {
    guard points.primaries != 2, points.transfer != 2 else { return nil }
    guard points.isFullRange, points.matrix == 0 else {
      throw Problem(
        .codecUnsupported,
        ["codec": "PNG cICP", "detail": "matrix \(points.matrix), full range \(points.isFullRange)"]
      )
    }
    return ColourDescription(codePoints: points)
  }

  /// gAMA and cHRM, as a profile unless they are sRGB's.
  private static func measured(_ chunks: PNGColour, for layout: ChannelLayout) -> ColourDescription {
    let gamma = chunks.gamma.flatMap { (10_000...500_000).contains($0) ? $0 : nil } ?? 45_455
    let isSRGBGamma = abs(gamma - 45_455) <= gammaTolerance
    if layout.isGrey {
      // Of the chromaticities only the white point would matter, and its viewers adapt to that anyway.
      return ColourDescription(
        iccProfile: isSRGBGamma ? nil : ICCProfile.profile(greyGamma: 100_000 / Double(gamma))
      )
    }
    let primaries = chunks.chromaticities.flatMap(chromaticities)
    if isSRGBGamma && (primaries.map(isSRGB) ?? true) { return ColourDescription() }
    guard let primaries = primaries ?? Chromaticities(1) else { return ColourDescription() }
    return ColourDescription(iccProfile: ICCProfile.profile(gamma: 100_000 / Double(gamma), primaries))
  }

  /// Nil where a y is 0 or a sum is over 1: no such colour exists, and a profile can't be made of it.
  private static func chromaticities(_ values: PNGColour.Chromaticities) -> Chromaticities? {
    let points = [values.white, values.red, values.green, values.blue]
    guard points.allSatisfy({ $0.count == 2 && $0[1] > 0 && $0[0] + $0[1] <= 100_000 }) else { return nil }
    let pairs = points.map { (Double($0[0]) / 100_000, Double($0[1]) / 100_000) }
    return Chromaticities(white: pairs[0], red: pairs[1], green: pairs[2], blue: pairs[3])
  }

  private static func isSRGB(_ values: Chromaticities) -> Bool {
    guard let srgb = Chromaticities(1) else { return false }
    let tolerance = Double(chromaticityTolerance) / 100_000
    return [
      (values.white, srgb.white), (values.red, srgb.red), (values.green, srgb.green),
      (values.blue, srgb.blue),
    ]
    .allSatisfy { abs($0.0.0 - $0.1.0) <= tolerance && abs($0.0.1 - $0.1.1) <= tolerance }
  }
}
