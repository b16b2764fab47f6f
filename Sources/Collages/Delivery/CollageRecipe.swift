public import ConversionSink
public import Pixels
public import StillImages
internal import Movies

extension Recipe {
  /// The recipe of a collage: all that decides its bytes but its sources, its title and its tags.
  ///
  /// The poster of a video is a still like any other, so that it is there already where somebody had that.
  ///
  /// - Parameters:
  ///   - format: the still's; a video has none.
  ///   - quality: the still's, 1...100; nil for formats that have none.
  ///   - motion: how it moves; nil of a still.
  ///   - colour: in which light it moves.
  ///   - page: its number, of a collage of several pages.
  public static func collage(
    _ tier: CollageTier,
    _ settings: CollageSettings,
    format: StillFormat,
    quality: Int?,
    motion: CollageMotionSettings?,
    colour: VideoColour = .standard,
    page: Int = 1
  ) -> Recipe {
    var values = settings.recipeValues
    // Sides that are even anyway are the same whether a video is made too: so is the picture.
    var resting = settings
    resting.moves = false
    if (resting.width, resting.height) == (settings.width, settings.height) { values["moves"] = nil }
    values[tierName] = tier.rawValue
    values["format"] = tier == .video ? "mp4" : format.rawValue
    if tier != .video { values["quality"] = quality.map { "\($0)" } }
    if tier != .still, let motion {
      values.merge(motion.recipeValues) { $1 }
      if colour != .standard { values["\(motionPrefix).hdr"] = HDRKind(colour).rawValue }
    }
    if page > 1 { values["page"] = "\(page)" }
    return Recipe(form: collageForm, settings: values)
  }
}

extension CollageMotionSettings {
  /// The settings by name, as they stand in a recipe: equal settings, equal values.
  public var recipeValues: [String: String] {
    let prefix = Recipe.motionPrefix
    var values = [
      prefix: kind.rawValue, "\(prefix).short": short.rawValue, "\(prefix).audio": audio.rawValue,
    ]
    values["\(prefix).turn"] = longestTurn.map { "\($0.value)/\($0.timescale)" }
    values["\(prefix).hero"] = hero.map { "\($0 + 1)" }
    return values
  }
}
