internal import Messages

/// Brings rows of one picture, as they come, into red, green and blue of another profile: 8 bits a sample, alpha is kept.
///
/// Not shared between threads.
public final class RowConversion {
  /// Channels of the results: `.rgba` where the picture has alpha, else `.rgb`.
  public let layout: ChannelLayout
  private let source: ChannelLayout
  private let transform: Transform?

  /// An `LCMSTransform` that may be absent.
  private final class Transform {
    let value: LCMSTransform
    init(_ value: consuming LCMSTransform) { self.value = value }
  }

  /// - Parameters:
  ///   - colour: what the picture's numbers mean; a profile must fit `layout`. PQ and HLG count as sRGB.
  ///   - layout: the picture's channels.
  ///   - target: an RGB profile.
  /// - Throws: `internal` where a profile is not usable.
  public init(from colour: ColourDescription, layout: ChannelLayout, to target: [UInt8]) throws {
    source = layout
    self.layout = layout.hasAlpha ? .rgba : .rgb
    let profile = colour.profile(isGrey: layout.isGrey)
    if Self.isSame(profile, target, isGrey: layout.isGrey) {
      transform = nil
      return
    }
    guard let context = LCMSContext() else { throw Problem(.internalError, ["detail": "lcms2: no context"]) }
    guard let from = LCMSProfile(profile, context), let to = LCMSProfile(target, context),
      let fromFormat = PixelFormat(from.space, .eight, hasAlpha: layout.hasAlpha),
      let toFormat = PixelFormat(to.space, .eight, hasAlpha: layout.hasAlpha)
    else { throw context.failure("profile") }
    guard from.space == (layout.isGrey ? .grey : .rgb), to.space == .rgb else {
      throw Problem(.internalError, ["detail": "profile of \(from.space) to \(to.space)"])
    }
    transform = Transform(try LCMSTransform(from: from, fromFormat, to: to, toFormat, in: context))
  }

  /// Whether numbers are the same in both.
  private static func isSame(_ profile: [UInt8], _ target: [UInt8], isGrey: Bool) -> Bool {
    if profile == target { return true }
    guard let one = ICCProfile.inspect(profile), let other = ICCProfile.inspect(target) else { return false }
    // Greys of the house's own profile have the curve that both wide and narrow targets have.
    if isGrey { return profile == ICCProfile.grey() && (other.isSRGB || other.isDisplayP3) }
    return one.isSRGB && other.isSRGB || one.isDisplayP3 && other.isDisplayP3
  }

  /// Converts pixels.
  ///
  /// - Parameters:
  ///   - row: whole pixels of the picture.
  ///   - result: room for as many pixels of `layout`.
  public func convert(_ row: UnsafeRawBufferPointer, into result: UnsafeMutableRawBufferPointer) {
    let count = min(row.count / source.channelCount, result.count / layout.channelCount)
    guard count > 0 else { return }
    if let transform {
      transform.value.run(
        UnsafeRawBufferPointer(rebasing: row[..<(count * source.channelCount)]),
        UnsafeMutableRawBufferPointer(rebasing: result[..<(count * layout.channelCount)]),
        size: PixelSize(width: count, height: 1)
      )
    } else if source == layout {
      result.copyMemory(from: UnsafeRawBufferPointer(rebasing: row[..<(count * source.channelCount)]))
    } else {
      spread(row, result, count)
    }
  }

  /// Grey becomes three equal channels.
  private func spread(_ row: UnsafeRawBufferPointer, _ result: UnsafeMutableRawBufferPointer, _ count: Int) {
    let (from, to) = (source.channelCount, layout.channelCount)
    for index in 0..<count {
      let grey = row[index &* from]
      for channel in 0..<3 { result[index &* to &+ channel] = grey }
      if to == 4 { result[index &* to &+ 3] = row[index &* from &+ 1] }
    }
  }
}

extension ColourDescription {
  /// A profile that says what the description says; sRGB's, or its grey scale, where that is nothing.
  fileprivate func profile(isGrey: Bool) -> [UInt8] {
    iccProfile ?? codePoints.flatMap { ICCProfile.profile(for: $0, isGrey: isGrey) }
      ?? (isGrey ? ICCProfile.grey() : ICCProfile.sRGB())
  }

  /// Whether numbers of an RGB picture can show colours that sRGB lacks.
  public var isWiderThanSRGB: Bool {
    if let profile = iccProfile {
      guard let facts = ICCProfile.inspect(profile), facts.space == .rgb, !facts.isSRGB else { return false }
      return facts.isDisplayP3 || !ICCProfile.survives(profile, through: ICCProfile.sRGB(), isGrey: false)
    }
    // 1 is BT.709; 5, 6 and 7 are near it; 2 is "not stated".
    return codePoints.map { ![1, 2, 5, 6, 7].contains($0.primaries) && Chromaticities($0.primaries) != nil }
      ?? false
  }
}
