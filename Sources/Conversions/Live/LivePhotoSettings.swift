public import ConversionSink
public import StillImages

/// How long the video of a Live Photo is.
public enum LivePhotoLength: Hashable, Sendable, Codable {
  /// At most so many seconds, with the key photo in them.
  case seconds(Double)
  /// As long as the source from where it starts.
  case full

  var text: String {
    switch self {
    case .seconds(let seconds): "\(seconds)"
    case .full: "full"
    }
  }
}

/// All that decides a Live Photo or Motion Photo: its still, and which part of a video goes with it.
public struct LivePhotoSettings: Hashable, Sendable, Codable {
  /// HEIC or JPEG.
  public var stillFormat: StillFormat
  /// Quality of the still, 1...100, or nil for the default.
  public var quality: Int?
  /// The key photo's moment in the source, in seconds; nil: the sharpest frame near the middle.
  public var keyTimeInSeconds: Double?
  /// Where the video begins in the source, in seconds; nil: so that the key photo is in the middle.
  public var startInSeconds: Double?
  /// How long the video is.
  public var length: LivePhotoLength
  /// What happens to HDR that can't be kept.
  public var hdr: HDRPolicy
  /// The most pixels a frame may have.
  public var maximumPixelCount: Int

  /// Makes settings.
  public init(
    stillFormat: StillFormat = .heic,
    quality: Int? = nil,
    keyTimeInSeconds: Double? = nil,
    startInSeconds: Double? = nil,
    length: LivePhotoLength = .seconds(3),
    hdr: HDRPolicy = .ask,
    maximumPixelCount: Int = DecodingLimits().maximumPixelCount
  ) {
    self.stillFormat = stillFormat
    self.quality = quality
    self.keyTimeInSeconds = keyTimeInSeconds
    self.startInSeconds = startInSeconds
    self.length = length
    self.hdr = hdr
    self.maximumPixelCount = maximumPixelCount
  }

  /// The settings as the recipe of a Live Photo.
  public var recipe: Recipe { recipe(form: "live") }

  /// The settings as the recipe of a Motion Photo.
  public var motionPhotoRecipe: Recipe { recipe(form: "motion-photo") }

  private func recipe(form: String) -> Recipe {
    var settings = ["still": stillFormat.rawValue, "quality": "\(quality ?? PhotoSettings.defaultQuality)"]
    settings["at"] = keyTimeInSeconds.map { "\($0)" }
    settings["start"] = startInSeconds.map { "\($0)" }
    settings["length"] = length.text
    // Answered with sdr, the still of an HDR video is another picture.
    if hdr == .sdr { settings["hdr"] = "sdr" }
    return Recipe(form: form, settings: settings)
  }
}

/// What is taken of a Live Photo.
public enum LivePhotoPart: String, Sendable, Codable, CaseIterable {
  /// Both halves, where the format can pair.
  case pair
  /// The still alone.
  case still
  /// The video alone, without an identifier.
  case video
  /// Both halves as they are, with what they lack to pair.
  case repair
}
