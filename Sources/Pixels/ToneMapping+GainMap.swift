internal import Messages

extension ToneMapping {
  /// A picture in standard range with a gain map that leads back to what it was.
  public struct WithGainMap: Sendable {
    /// The base picture.
    public var picture: PixelBuffer
    /// Its colour.
    public var colour: ColourDescription
    /// The map, in half the size, a channel for each colour: the roll-off bleaches bright colours.
    public var map: GainMap
  }

  /// What Ultra HDR's writers add to light so that no ratio gets out of hand.
  private static let offset = GainMapMetadata.Fraction(1, 64)

  /// The picture in Display P3 and standard range, as `standardRange` makes it, and its gain map.
  ///
  /// - Parameters:
  ///   - picture: opaque samples coded as `codePoints` say.
  ///   - codePoints: transfer 16 (PQ) or 18 (HLG).
  /// - Throws: `internal` where the transfer is neither.
  public static func withGainMap(_ picture: PixelBuffer, codePoints: CodePoints) throws -> WithGainMap {
    let source = picture.converted(to: .sixteen).converted(to: .rgb)
    let transfer = try transfer(of: codePoints)
    let mapper = try ToneMapper(codePoints, target: .displayP3, peak: peak(of: source, transfer))
    let (size, gains) = mapper.gains(source, offset: Float(offset.value))
    let low = Double(min(0, gains.min() ?? 0))
    // A map that says nothing at all would have no range.
    let high = Double(max(0.01, gains.max() ?? 0))
    let zero = GainMapMetadata.Fraction(0, 1)
    let channel = GainMapMetadata.Channel(
      minimum: GainMapMetadata.Fraction(low),
      maximum: GainMapMetadata.Fraction(high),
      baseOffset: offset,
      alternateOffset: offset
    )
    let metadata = GainMapMetadata(
      baseHeadroom: zero,
      alternateHeadroom: GainMapMetadata.Fraction(high),
      channels: [channel, channel, channel],
      usesBaseColourSpace: true
    )
    guard let metadata else { throw Problem(.internalError, ["detail": "gain map of \(low)...\(high)"]) }
    let scale = Float(255 / (high - low))
    let samples = gains.map { UInt8(max(0, min(255, (($0 - Float(low)) * scale).rounded()))) }
    return WithGainMap(
      picture: mapper.map(source, depth: .eight),
      colour: ColourDescription(iccProfile: Target.displayP3.profile),
      map: GainMap(
        picture: PixelBuffer(size: size, layout: .rgb, depth: .eight, bytes: samples),
        encoding: .iso(metadata)
      )
    )
  }
}
