public import ConversionSink
public import StillImages

/// What to do with more light than the target can keep.
public enum HDRPolicy: String, Sendable, Codable, CaseIterable {
  /// Nothing is lost unasked: such a file fails with `hdr.undecided`.
  case ask
  /// It stays, or there is no copy.
  case keep
  /// Standard dynamic range: the base picture of a gain map, or a tone-mapped picture.
  case sdr
}

/// All that decides a photo copy.
public struct PhotoSettings: Hashable, Sendable, Codable {
  /// The format of the copy; nil: that of its source.
  public var format: StillFormat?
  /// 1...100, or nil: the format's default, and no reason to touch a source that is in the format already.
  public var quality: Int?
  /// Whether every sample is kept as it is.
  public var isLossless: Bool
  /// The longer side is at most this many pixels; never enlarged.
  public var longEdge: Int?
  /// The most bytes of the copy's file; quality, then size give way.
  public var maximumByteCount: Int?
  /// What transparency is laid on where the target has none (white by default): "#rrggbb" or a name.
  public var background: String?
  /// What happens to HDR.
  public var hdr: HDRPolicy
  /// The most pixels a source may have.
  public var maximumPixelCount: Int
  /// What is taken of a Live Photo.
  public var livePart = LivePhotoPart.pair
  /// Whether somebody asked for the still of Live Photos alone; otherwise it is said that the video is left.
  public var isStillAskedFor = false

  /// Whether each further picture of a file gets a copy of its own.
  public var writesAllImages = false

  /// Makes settings.
  public init(
    format: StillFormat?,
    quality: Int? = nil,
    isLossless: Bool = false,
    longEdge: Int? = nil,
    maximumByteCount: Int? = nil,
    background: String? = nil,
    hdr: HDRPolicy = .ask,
    maximumPixelCount: Int = DecodingLimits().maximumPixelCount
  ) {
    self.format = format
    self.quality = quality
    self.isLossless = isLossless
    self.longEdge = longEdge
    self.maximumByteCount = maximumByteCount
    self.background = background
    self.hdr = hdr
    self.maximumPixelCount = maximumPixelCount
  }

  /// The quality that is used where none is asked for.
  public static let defaultQuality = 90

  /// Whether a source that is in the format already may still need work; its header decides (`PhotoConversion.isNeeded`).
  public func mayChange(sourceOf format: StillFormat) -> Bool {
    asksForCoding(of: format) || longEdge != nil || maximumByteCount != nil || background != nil
      || hdr == .sdr
  }

  /// Whether a source of this format gets a copy, as far as the format can tell.
  public func mayNeedCopy(ofSourceOf format: StillFormat) -> Bool {
    writesAllImages || (self.format ?? format) != format || mayChange(sourceOf: format)
  }

  /// Whether the coding itself is asked for: nothing to ask for where a format knows one quality only.
  func asksForCoding(of format: StillFormat) -> Bool {
    !format.isAlwaysLossless && (quality != nil || isLossless)
  }

  /// Whether a Live Photo stays one in this format.
  var keepsLivePhotos: Bool {
    (livePart == .pair || livePart == .repair) && [nil, .heic, .jpeg].contains(format)
  }

  /// Whether the video of a Live Photo goes into the copy.
  var takesVideo: Bool { keepsLivePhotos || livePart == .video }

  /// The recipe of copies of Live Photos: the same settings, and what is taken. A still alone is the copy that a photo
  /// without a video would get.
  var livePhotoRecipe: Recipe {
    guard takesVideo else { return recipe }
    var settings = recipe.settings
    settings["live"] = livePart.rawValue
    return Recipe(form: livePart == .video ? "video" : "live", settings: settings)
  }

  /// The settings as a recipe. The limit on pixels and the answer to the HDR question are not part of it: neither
  /// changes a byte of a copy that is delivered while this program keeps no HDR.
  public var recipe: Recipe { recipe(picture: 1) }

  /// The recipe of one picture of a file; 1 is the primary one, whose recipe says nothing of others.
  public func recipe(picture: Int) -> Recipe {
    var settings = ["format": format?.rawValue ?? "same"]
    if isLossless || format?.isAlwaysLossless == true {
      settings["lossless"] = "true"
    } else {
      settings["quality"] = "\(quality ?? Self.defaultQuality)"
    }
    settings["longEdge"] = longEdge.map(String.init)
    settings["maxSize"] = maximumByteCount.map(String.init)
    settings["background"] = background
    if picture > 1 { settings["image"] = "\(picture)" }
    return Recipe(form: "photo", settings: settings)
  }
}
