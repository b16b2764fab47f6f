internal import Animations
internal import Arguments
internal import Conversions
internal import Files
internal import Messages

/// What the command line of `convert --to gif` says of the GIFs.
struct AnimationArguments {
  private let arguments: ParsedArguments

  /// Options that mean nothing for other targets.
  static let own: [OptionIdentifier] = [
    .fps, .width, .height, .crop, .speed, .loop, .bounce, .colours, .dither,
  ]

  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  /// - Throws: `UsageProblem` where options do not fit it or each other.
  func settings() throws -> AnimationSettings {
    for option in [OptionIdentifier.lossless, .allImages, .background, .live, .still, .at]
    where arguments.has(option) {
      throw arguments.problem(.conflict("--\(option.name)", "--to gif"))
    }
    if let output = arguments.path(.output), output != Array("-".utf8),
      FilePath(bytes: output).lowercaseExtension != "gif"
    {
      throw arguments.problem(.conflict("--to gif", "--output \(FilePath(bytes: output).lossyString)"))
    }
    var settings = AnimationSettings()
    settings.framesPerSecond = arguments.number(.fps)
    settings.width = arguments.integer(.width)
    settings.height = arguments.integer(.height)
    settings.longEdge = arguments.integer(.longEdge)
    settings.startInSeconds = arguments.number(.start)
    settings.lengthInSeconds = arguments.number(.length)
    settings.speed = arguments.number(.speed) ?? settings.speed
    settings.looping = try looping() ?? settings.looping
    settings.isBouncing = arguments.flag(.bounce)
    settings.quality = arguments.integer(.quality)
    settings.colourCount = arguments.integer(.colours)
    settings.dithering = arguments.text(.dither) == "none" ? .none : .adaptive
    settings.crop = try crop()
    settings.maximumByteCount = arguments.integer(.maxSize)
    settings.hdr = arguments.text(.hdr).flatMap(HDRPolicy.init) ?? settings.hdr
    settings.maximumPixelCount = arguments.integer(.maxPixels) ?? settings.maximumPixelCount
    return settings
  }

  private func looping() throws -> AnimationLooping? {
    guard let text = arguments.text(.loop) else { return nil }
    switch text.lowercased() {
    case "forever": return .forever
    case "once", "1": return .once
    default:
      guard let count = Int(text), (2...65_536).contains(count) else { throw arguments.unusable(.loop, text) }
      return .times(count)
    }
  }

  private func crop() throws -> PictureCrop? {
    guard let text = arguments.text(.crop) else { return nil }
    guard let crop = PictureCrop(text: text) else { throw arguments.unusable(.crop, text) }
    return crop
  }
}
