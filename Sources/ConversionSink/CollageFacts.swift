internal import Containers
internal import Files
internal import FoundationEssentials
internal import Glibc
internal import Messages
public import Metadata

/// What a collage says of itself. Of its sources it inherits nothing: neither place nor albums, favourite, rating or tags.
public struct CollageFacts: Sendable {
  /// Its title.
  public var title: String?
  /// Its tags.
  public var tags: [Tag]
  /// Albums that it joins, besides the library's own.
  public var albums: [AlbumReference]
  /// When it is made.
  public var date: CaptureDate

  /// States what is known; the date is now, by this machine's clock and zone.
  public init(title: String? = nil, tags: [Tag] = [], albums: [AlbumReference] = []) {
    // A title of nothing is none.
    self.title = title.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    self.tags = tags
    self.albums = albums
    date = Self.now
  }

  /// What of it decides the collage's bytes: with another title it is another collage. Albums are not part of it: joining one
  /// more makes no second collage.
  func added(to recipe: Recipe) -> Recipe {
    var settings = recipe.settings
    settings["title"] = title
    if !tags.isEmpty {
      settings["tags"] = tags.map { $0.levels.joined(separator: "/") }.joined(separator: "\n")
    }
    return Recipe(form: recipe.form, settings: settings)
  }

  /// The same as what belongs to an original: made, not read.
  var carried: CarriedOver {
    var metadata = SourceMetadata()
    metadata.captureDate = date
    metadata.title = title
    metadata.tags = tags
    metadata.albums = albums
    return CarriedOver(
      metadata: metadata,
      blocks: MetadataBlocks(),
      identity: CarryOver.freshIdentity(),
      sourceName: "",
      modification: FileTimes.modification(of: date, source: nil)
    )
  }

  private static var now: CaptureDate {
    var seconds = time(nil)
    var fields = tm()
    localtime_r(&seconds, &fields)
    return CaptureDate(
      year: Int(fields.tm_year) + 1900,
      month: Int(fields.tm_mon) + 1,
      day: Int(fields.tm_mday),
      hour: Int(fields.tm_hour),
      minute: Int(fields.tm_min),
      second: Int(fields.tm_sec),
      offsetMinutes: fields.tm_gmtoff / 60
    )
  }
}
