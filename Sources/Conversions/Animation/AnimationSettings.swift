public import Animations
public import ConversionSink
internal import StillImages

/// All that decides an animation.
public struct AnimationSettings: Hashable, Sendable, Codable {
  /// Frames a second at most; nil: `defaultRate`, and a GIF's own times. A source with fewer keeps its own times.
  public var framesPerSecond: Double?
  /// Columns at most; never enlarged.
  public var width: Int?
  /// Rows at most.
  public var height: Int?
  /// The longer side at most; with neither width nor height given, `defaultLongEdge`, except for a GIF.
  public var longEdge: Int?
  /// Where it begins in the source, seconds.
  public var startInSeconds: Double?
  /// How much of the source it shows, seconds; nil: all behind the start.
  public var lengthInSeconds: Double?
  /// How many times as fast as the source it plays.
  public var speed = 1.0
  /// How often it plays; nil: as often as an animation that it is made of does, else without end.
  public var looping: AnimationLooping?
  /// Whether it plays forth and back.
  public var isBouncing = false
  /// 1...100; nil: `defaultQuality`.
  public var quality: Int?
  /// Colours of a frame at most, 2...256; nil: as many as there are.
  public var colourCount: Int?
  /// How missing colours are made up.
  public var dithering = Dithering.adaptive
  /// The part of the upright picture that is shown; nil: all.
  public var crop: PictureCrop?
  /// The most bytes of the file; quality, then rate and size give way.
  public var maximumByteCount: Int?
  /// What happens to HDR, which a GIF can't hold: unless it must be kept, it is converted.
  public var hdr = HDRPolicy.ask
  /// The most pixels that a frame of a source may have.
  public var maximumPixelCount = DecodingLimits().maximumPixelCount

  /// The defaults.
  public init() {}

  /// The quality that is used where none is asked for.
  public static let defaultQuality = GIFEncodingSettings().quality
  /// Frames a second where nothing else is asked: 8 hundredths each, the unit of a GIF's times, so that none is shorter
  /// than the others.
  public static let defaultRate = 12.5
  /// Browsers show frames of less than 2 hundredths for 10.
  public static let highestRate = 50.0
  /// The longer side where nothing else is asked.
  public static let defaultLongEdge = 480
  /// The side of the largest square that is made: the coder of GIFs needs about 100 bytes for each of its pixels.
  public static let largestSide = 4096

  /// Whether a size was asked for.
  var asksForSize: Bool { width != nil || height != nil || longEdge != nil }

  /// Whether a GIF would become any other.
  var asksForChange: Bool {
    var plain = AnimationSettings()
    plain.hdr = hdr
    plain.maximumPixelCount = maximumPixelCount
    return self != plain
  }

  /// How the encoder is told, of this source.
  func encoding(of source: any AnimationSource) -> GIFEncodingSettings {
    var encoding = GIFEncodingSettings()
    encoding.quality = quality ?? Self.defaultQuality
    encoding.colourCount = colourCount ?? encoding.colourCount
    encoding.dithering = dithering
    encoding.looping = looping(of: source)
    return encoding
  }

  /// How often the animation of this source plays.
  func looping(of source: any AnimationSource) -> AnimationLooping {
    looping ?? source.playCount.map { AnimationLooping(playCount: $0) } ?? .forever
  }

  /// The settings as a recipe. What happens to HDR and the limit on pixels change no byte of a copy that is delivered.
  public var recipe: Recipe {
    var settings = [
      "fps": "\(framesPerSecond ?? Self.defaultRate)", "quality": "\(quality ?? Self.defaultQuality)",
      "loop": looping?.text ?? "source",
    ]
    settings["width"] = width.map(String.init)
    settings["height"] = height.map(String.init)
    settings["longEdge"] = longEdge.map(String.init) ?? (asksForSize ? nil : "\(Self.defaultLongEdge)")
    settings["start"] = startInSeconds.map { "\($0)" }
    settings["length"] = lengthInSeconds.map { "\($0)" }
    if speed != 1 { settings["speed"] = "\(speed)" }
    if isBouncing { settings["bounce"] = "true" }
    settings["colors"] = colourCount.map(String.init)
    if dithering == .none { settings["dither"] = "none" }
    settings["crop"] = crop?.text
    settings["maxSize"] = maximumByteCount.map(String.init)
    return Recipe(form: "gif", settings: settings)
  }
}

extension AnimationLooping {
  /// What a file says; more than a GIF can count to is without end.
  init(playCount: Int) {
    switch playCount {
    case 1: self = .once
    case 2...65_536: self = .times(playCount)
    default: self = .forever
    }
  }

  /// As the command line writes it.
  var text: String {
    switch self {
    case .forever: "forever"
    case .once: "once"
    case .times(let count): "\(count)"
    }
  }
}
