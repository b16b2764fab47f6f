internal import Messages
internal import Pixels

/// What part of a source an animation shows, how large and when.
struct AnimationPlan {
  /// The part of the source's picture.
  let crop: PictureRectangle
  /// The source's picture, all of it, as it is asked of the decoder.
  let whole: PixelSize
  /// The animation's own size.
  let size: PixelSize
  let clock: FrameClock
  /// Frames a second of the animation, as far as known; 0 where not.
  let rate: Double

  /// Plans what the settings say.
  /// - Parameters:
  ///   - scale: part of the size that the settings allow, 0...1.
  ///   - rate: frames a second at most, where not what the settings say.
  /// - Throws: `crop.outside`; `encode.size-not-possible` for more pixels than `AnimationSettings.largestSide` allows; `gif.start-outside` where the source ends before the start.
  init(_ source: any AnimationSource, _ settings: AnimationSettings, scale: Double = 1, rate: Double? = nil)
    throws
  {
    crop =
      try settings.crop?.area(in: source.size) ?? PictureRectangle(left: 0, top: 0, size: source.size)
    size = Self.size(of: crop.size, settings, keepsSize: source.isGIF, scale: scale)
    let side = AnimationSettings.largestSide
    if size.pixelCount.map({ $0 > side * side }) ?? true {
      let values = [
        "format": "GIF", "width": "\(size.width)", "height": "\(size.height)", "limit": "\(side)",
      ]
      throw Problem(.sizeNotPossible, values)
    }
    let ratio = (
      Double(size.width) / Double(crop.size.width), Double(size.height) / Double(crop.size.height)
    )
    whole = PixelSize(
      width: max(size.width, Int((Double(source.size.width) * ratio.0).rounded())),
      height: max(size.height, Int((Double(source.size.height) * ratio.1).rounded()))
    )
    let start = settings.startInSeconds ?? 0
    if let duration = source.duration, start > 0, start >= duration {
      throw Problem(.startOutside, ["start": Self.text(start), "length": Self.text(duration)])
    }
    let asked = rate ?? settings.framesPerSecond ?? (source.isGIF ? nil : AnimationSettings.defaultRate)
    let own = source.frameRate.map { $0 * settings.speed }
    let most = asked ?? AnimationSettings.highestRate
    // As good as the same: 12.5 of 12.49 would only make some frames longer than others.
    let keepsTimes = asked == nil || (!source.isVariable && (own.map { $0 <= most * 1.02 } ?? false))
    clock = FrameClock(
      tick: keepsTimes ? nil : 1 / most,
      start: start,
      end: settings.lengthInSeconds.map { start + $0 },
      speed: settings.speed,
      sourceEnd: source.duration
    )
    self.rate = own.map { min($0, most) } ?? most
  }

  /// Seconds that the animation lasts, forth only; nil where not known before its end.
  func duration(of source: any AnimationSource) -> Double? {
    source.duration.map { clock.moment($0) } ?? clock.end.map { clock.moment($0) }
  }

  private static func size(
    of part: PixelSize,
    _ settings: AnimationSettings,
    keepsSize: Bool,
    scale: Double
  ) -> PixelSize {
    let longEdge =
      settings.longEdge ?? (settings.asksForSize || keepsSize ? nil : AnimationSettings.defaultLongEdge)
    let ratios = [
      1, settings.width.map { Double($0) / Double(part.width) },
      settings.height.map { Double($0) / Double(part.height) },
      longEdge.map { Double($0) / Double(part.longEdge) },
    ]
    let ratio = (ratios.compactMap(\.self).min() ?? 1) * min(1, scale)
    return PixelSize(
      width: max(1, Int((Double(part.width) * ratio).rounded())),
      height: max(1, Int((Double(part.height) * ratio).rounded()))
    )
  }

  /// Seconds with two decimals.
  static func text(_ seconds: Double) -> String {
    let hundredths = Int((min(seconds, 1e9) * 100).rounded())
    let rest = abs(hundredths % 100)
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
