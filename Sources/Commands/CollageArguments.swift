internal import Arguments
internal import Batch
internal import Collages
internal import Conversions
internal import Files
internal import Library
internal import Messages
internal import Metadata
internal import Movies
internal import Pixels
internal import StillImages

/// What the command line of `collage` says.
struct CollageArguments {
  private let arguments: ParsedArguments

  init(_ arguments: ParsedArguments) { self.arguments = arguments }

  /// The options of a collage of these inputs.
  /// - Throws: `UsageProblem` where options do not fit each other.
  func options(_ inputs: [FilePath], library: FilePath) throws -> CollageRunOptions {
    // One photo on standard input is no collage.
    if inputs.contains(FilePath("-")) {
      throw arguments.problem(
        .invalidValue(option: "PATH", value: "-", expected: LocalizedText("files or folders", zh: "檔案或資料夾"))
      )
    }
    var options = CollageRunOptions(inputs: inputs, library: library)
    options.settings = try settings()
    options.motion = motion()
    let moving: [OptionIdentifier] = [.motion, .short, .audio, .perCell]
    options.movingOptions = moving.filter(arguments.has).map { "--\($0.name)" }
    try choose(&options)
    options.quality = arguments.integer(.quality)
    options.hdr = arguments.text(.hdr).flatMap(HDRPolicy.init) ?? options.hdr
    if options.settings.background == .transparent, ![.png, .tiff].contains(options.format) {
      throw arguments.problem(
        .conflict("--background transparent", "--format \(options.format.rawValue)")
      )
    }
    options.title = arguments.text(.title)
    options.tags = try arguments.texts(.tag).map { text in
      guard let tag = TagText.tag(text) else { throw arguments.unusable(.tag, text) }
      return tag
    }
    if let text = arguments.text(.toAlbum) {
      guard let name = TagText.name(text) else { throw arguments.unusable(.toAlbum, text) }
      options.album = AlbumReference(name: name)
    }
    if let output = arguments.path(.output) {
      options.output = output == Array("-".utf8) ? .standardOutput : .file(FilePath(bytes: output))
    }
    options.maximumPixelCount = arguments.integer(.maxPixels) ?? options.maximumPixelCount
    return options
  }

  private func settings() throws -> CollageSettings {
    var settings = CollageSettings()
    settings.arrangement = arguments.text(.layout).flatMap(CollageArrangement.init) ?? .mosaic
    if let text = arguments.text(.canvas) {
      guard let canvas = CollageCanvas(text: text) else { throw arguments.unusable(.canvas, text) }
      settings.canvas = canvas
    } else if settings.arrangement == .strip {
      settings.canvas = .auto
    }
    if settings.arrangement == .strip, settings.canvas.height != nil, let text = arguments.text(.canvas) {
      // How high a strip becomes is what its photos decide.
      throw arguments.problem(
        .invalidValue(
          option: "--canvas",
          value: text,
          expected: LocalizedText(
            "with --layout strip a width in pixels, or auto",
            zh: "長條（--layout strip）只能給寬度（像素）或 auto"
          )
        )
      )
    }
    settings.scale = arguments.integer(.scale) ?? settings.scale
    settings.gap = arguments.integer(.gap)
    settings.margin = arguments.integer(.margin)
    settings.radius = arguments.integer(.radius) ?? settings.radius
    if let text = arguments.text(.background) {
      guard let background = CollageBackground(text: text) else {
        throw arguments.unusable(.background, text)
      }
      settings.background = background
    }
    settings.order = arguments.text(.order).flatMap(CollageOrder.init) ?? settings.order
    settings.hero = arguments.integer(.hero)
    if let text = arguments.text(.focusPoint) {
      guard let point = CollagePoint(text: text) else { throw arguments.unusable(.focusPoint, text) }
      settings.focusPoint = point
    }
    return settings
  }

  private func motion() -> CollageMotionSettings {
    CollageMotionSettings(
      kind: arguments.text(.motion).flatMap(CollageMotionKind.init) ?? .together,
      short: arguments.text(.short).flatMap(CollageShortClip.init) ?? .hold,
      audio: arguments.text(.audio).flatMap(CollageAudio.init) ?? .main,
      longestTurn: arguments.number(.perCell).map { MediaTime(value: Int64($0 * 1000), timescale: 1000) },
      hero: arguments.integer(.hero).map { $0 - 1 }
    )
  }

  /// The tier and the still's format, from their options and from the ending of `-o FILE`.
  private func choose(_ options: inout CollageRunOptions) throws {
    options.tier = arguments.text(.tier).flatMap(CollageTier.init)
    let format = arguments.text(.format).flatMap(StillFormat.init)
    options.isFormatChosen = format != nil
    guard let output = arguments.path(.output), output != Array("-".utf8) else {
      if arguments.has(.output) {
        // Two files can't go down one pipe.
        if options.tier == .live { throw arguments.problem(.conflict("--as live", "--output -")) }
        if options.tier == nil { (options.tier, options.stillReason) = (.still, .pipe) }
      }
      options.format = format ?? .jpeg
      return try refuse(&options)
    }
    let path = FilePath(bytes: output)
    if ["mp4", "m4v"].contains(path.lowercaseExtension) {
      if let tier = options.tier, tier != .video { throw contradiction("--as \(tier.rawValue)", path) }
      options.tier = .video
      options.format = format ?? .jpeg
      return
    }
    if options.tier == .video { throw contradiction("--as video", path) }
    guard let named = ConvertSettings.format(ofName: path), [.jpeg, .heic, .png, .tiff].contains(named) else {
      throw arguments.problem(
        .invalidValue(
          option: "--output",
          value: path.lossyString,
          expected: LocalizedText(
            "a name that ends in .jpg, .heic, .png, .tif or .mp4",
            zh: "以 .jpg、.heic、.png、.tif 或 .mp4 結尾的檔名"
          )
        )
      )
    }
    guard format == nil || format == named else {
      throw contradiction(format.map { "--format \($0.rawValue)" } ?? "collage", path)
    }
    (options.format, options.isFormatChosen) = (named, true)
    try refuse(&options)
  }

  /// Apple's programs pair JPEG and HEIC alone.
  private func refuse(_ options: inout CollageRunOptions) throws {
    if [.jpeg, .heic].contains(options.format) { return }
    if options.tier == .live {
      throw arguments.problem(.conflict("--as live", "--format \(options.format.rawValue)"))
    }
    if options.tier == nil { (options.tier, options.stillReason) = (.still, .format) }
  }

  /// Other programs go by the name; it would lie.
  private func contradiction(_ asked: String, _ path: FilePath) -> UsageProblem {
    arguments.problem(.conflict(asked, "--output \(path.lossyString)"))
  }
}
