internal import Files
internal import FoundationEssentials

/// Everything that decides a copy's content: the form it takes and all settings that change a byte of it.
///
/// Two recipes with equal settings have the same hash in every run, on every machine, so "already made" can be
/// answered from the catalogue alone. What does not change the content (where the copy goes, how it is named, how many
/// threads work) is not part of it.
public struct Recipe: Hashable, Sendable, Codable {
  /// The form of the copy: "photo" here; Live Photos, animations and collages have their own.
  public let form: String
  /// Settings by name; only those that were chosen or have a default stand here.
  public let settings: [String: String]

  /// Makes a recipe.
  public init(form: String, settings: [String: String]) {
    self.form = form
    self.settings = settings
  }

  /// Whether the copy is a Live Photo.
  var isPair: Bool { form == "live" || (form == Self.collageForm && settings[Self.tierName] == "live") }

  /// The form of collages.
  public static let collageForm = "collage"
  /// The setting of a collage that says whether it is a Live Photo ("live"), a video or a still.
  public static let tierName = "as"

  /// What a plain still is filed under that was delivered because a pair could not be checked in time: the pair is still to
  /// be made, and the still is none of its files.
  var forWantOfTime: Recipe {
    if form != Self.collageForm { return Recipe(form: "still", settings: settings) }
    return Recipe(form: form, settings: settings.merging([Self.tierName: "still"]) { $1 })
  }

  /// What decides a collage's picture, whatever is made of it: not the tier, the still's format, nor how it moves.
  private var pictureSettings: [String: String] {
    settings.filter { name, _ in
      ![Self.tierName, "format", "quality", "moves"].contains(name) && !name.hasPrefix(Self.motionPrefix)
    }
  }

  /// What the names of settings begin with that decide how a collage moves.
  public static let motionPrefix = "motion"

  /// Whether the copy of another recipe, of the same originals, may have this one's base name: programs take files of one
  /// name for one thing, and a collage of another layout is another.
  func sharesNames(withRecipe text: String) -> Bool {
    if form != Self.collageForm { return true }
    let other = try? JSONDecoder().decode(Recipe.self, from: Data(text.utf8))
    return other?.form == form && other?.pictureSettings == pictureSettings
  }

  /// The recipe as one line of JSON with sorted keys: what is hashed, and what the catalogue keeps.
  public var canonicalText: String {
    let pairs = settings.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      .map { "\(Self.quoted($0.key)):\(Self.quoted($0.value))" }
    return "{\"form\":\(Self.quoted(form)),\"settings\":{\(pairs.joined(separator: ","))}}"
  }

  /// XXH3-128 of `canonicalText`, 32 hexadecimal digits.
  public var hash: String { ContentHash(of: Array(canonicalText.utf8)).hex }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\u{0}"..<" ":
        // A title may hold a tab.
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
