internal import Arguments
internal import Conversions
internal import Files
internal import Messages
internal import Pixels
internal import StillImages

/// What the command line of `convert` says of the copies.
struct ConvertSettings {
  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  /// The settings of the target that is asked for.
  /// - Throws: `UsageProblem` where options do not fit it or each other.
  func settings() throws -> ConversionSettings {
    let named = arguments.path(.output).map { FilePath(bytes: $0).lowercaseExtension }
    if arguments.text(.to) ?? named == "gif" { return .gif(try AnimationArguments(arguments).settings()) }
    if let asked = arguments.text(.to), named == "gif" { throw contradiction("--to \(asked)") }
    try refuse(AnimationArguments.own, without: "--to gif")
    switch arguments.text(.to) {
    case "live": return .live(try movingSettings(.heic, pipes: false))
    case "motion-photo": return .motionPhoto(try movingSettings(.jpeg, pipes: true))
    default: break
    }
    return .photo(try photoSettings())
  }

  // MARK: - Photos

  private func photoSettings() throws -> PhotoSettings {
    try refuse([.still, .at], without: "--to live|motion-photo")
    try refuse([.start, .length], without: "--to live|motion-photo|gif")
    var settings = PhotoSettings(format: try format())
    settings.quality = arguments.integer(.quality)
    settings.isLossless = arguments.flag(.lossless)
    if settings.isLossless && settings.format == .jpeg {
      throw arguments.problem(.conflict("--lossless", "--to jpeg"))
    }
    settings.longEdge = arguments.integer(.longEdge)
    settings.maximumByteCount = arguments.integer(.maxSize)
    settings.background = arguments.text(.background)
    if let background = settings.background, RGBColour(text: background) == nil {
      throw arguments.unusable(.background, background)
    }
    settings.hdr = hdr
    settings.writesAllImages = arguments.flag(.allImages)
    settings.maximumPixelCount = arguments.integer(.maxPixels) ?? settings.maximumPixelCount
    // `-o` means exactly one file, unless the pair is asked for.
    let unasked = arguments.has(.output) ? LivePhotoPart.still : .pair
    settings.livePart = arguments.text(.live).flatMap(LivePhotoPart.init) ?? unasked
    if arguments.path(.output) == Array("-".utf8), settings.livePart == .pair || settings.livePart == .repair
    {
      // Two files can't go down one pipe.
      throw arguments.problem(.conflict("--live \(settings.livePart.rawValue)", "--output -"))
    }
    settings.isStillAskedFor = arguments.text(.live) == LivePhotoPart.still.rawValue
    return settings
  }

  private var hdr: HDRPolicy { arguments.text(.hdr).flatMap(HDRPolicy.init) ?? .ask }

  /// `--to`, else what the ending of `-o FILE` says; nil for `--to same`.
  private func format() throws -> StillFormat? {
    if arguments.text(.to) == "same" { return nil }
    let asked = arguments.text(.to).flatMap(StillFormat.init)
    let named = arguments.path(.output).flatMap { Self.format(ofName: FilePath(bytes: $0)) }
    if let asked, let named, asked != named { throw contradiction("--to \(asked.rawValue)") }
    guard let format = asked ?? named else { throw arguments.problem(.missingOption("--to")) }
    return format
  }

  /// Other programs go by the name; it would lie.
  private func contradiction(_ asked: String) -> UsageProblem {
    let name = arguments.path(.output).map { FilePath(bytes: $0).lossyString } ?? ""
    return arguments.problem(.conflict(asked, "--output \(name)"))
  }

  /// The format that a name promises.
  static func format(ofName path: FilePath) -> StillFormat? {
    switch path.lowercaseExtension {
    case "jpg", "jpeg": .jpeg
    case "heic", "heif": .heic
    case "png": .png
    case "webp": .webp
    case "tif", "tiff": .tiff
    case "avif": .avif
    case "jxl": .jxl
    default: nil
    }
  }

  // MARK: - Live Photos and Motion Photos

  /// - Parameters:
  ///   - format: the still's format where nothing says another.
  ///   - pipes: whether it is one file.
  private func movingSettings(_ format: StillFormat, pipes: Bool) throws -> LivePhotoSettings {
    let target = "--to \(arguments.text(.to) ?? "")"
    for option in [OptionIdentifier.lossless, .allImages, .longEdge, .maxSize, .background, .live]
    where arguments.has(option) {
      throw arguments.problem(.conflict("--\(option.name)", target))
    }
    var settings = LivePhotoSettings()
    let asked = arguments.text(.still).flatMap(StillFormat.init)
    let named = arguments.path(.output).flatMap { Self.format(ofName: FilePath(bytes: $0)) }
    if let output = arguments.path(.output) {
      // Two files can't go down one pipe, and only these two kinds of still have a video.
      let isPipe = output == Array("-".utf8)
      if isPipe && !pipes { throw arguments.problem(.conflict(target, "--output -")) }
      guard isPipe || named == .heic || named == .jpeg, isPipe || asked == nil || asked == named else {
        throw contradiction(asked.map { "--still \($0.rawValue)" } ?? target)
      }
    }
    settings.stillFormat = asked ?? named ?? format
    settings.quality = arguments.integer(.quality)
    settings.keyTimeInSeconds = arguments.number(.at)
    settings.startInSeconds = arguments.number(.start)
    if arguments.text(.length) != nil {
      settings.length = .full
    } else if let seconds = arguments.number(.length) {
      settings.length = .seconds(seconds)
    }
    if let moment = settings.keyTimeInSeconds, let start = settings.startInSeconds {
      let isBehind =
        if case .seconds(let length) = settings.length { moment >= start + length } else { false }
      if moment < start || isBehind { throw arguments.problem(.momentOutside) }
    }
    settings.hdr = hdr
    settings.maximumPixelCount = arguments.integer(.maxPixels) ?? settings.maximumPixelCount
    return settings
  }

  private func refuse(_ options: [OptionIdentifier], without other: String) throws {
    for option in options where arguments.has(option) {
      throw arguments.problem(.requires(option: "--\(option.name)", other: other))
    }
  }
}
