/// The content of a JSON file of a Google Takeout export.
public struct TakeoutJSON: Sendable {
  /// What it says of a picture; empty for an album's.
  public private(set) var sidecar = SidecarMetadata()
  /// The album that it describes; nil for a picture's.
  public private(set) var album: AlbumReference?
  /// The picture's own file name, which the export's may be a cut form of.
  private let title: String?

  /// Reads a file.
  /// - Returns: nil where it is JSON, but not of Takeout.
  /// - Throws: `decode.damaged`.
  public init?(_ bytes: [UInt8]) throws {
    guard let document = Self.fields(try JSONValue(json: bytes)) else { return nil }
    title = document["title"]?.text.map(Self.withoutEntities)
    if let moment = Self.moment(document["photoTakenTime"]) {
      sidecar = Self.picture(document, moment: moment)
    } else if let name = Self.albumName(document, title) {
      album = AlbumReference(name: name)
    } else if document["url"] != nil || document["googlePhotosOrigin"] != nil {
      // A picture without a date.
      sidecar = Self.picture(document, moment: nil)
    } else {
      return nil
    }
  }

  /// Older exports wrap an album's fields.
  private static func fields(_ value: JSONValue) -> JSONValue? {
    guard case .object = value else { return nil }
    return value["albumData"] ?? value
  }

  private static func picture(_ document: JSONValue, moment: CaptureDate?) -> SidecarMetadata {
    var sidecar = SidecarMetadata()
    sidecar.moment = moment
    // geoDataExif is what the file said; geoData may be a guess of Google's.
    sidecar.metadata.place = place(document["geoDataExif"]) ?? place(document["geoData"])
    // An absent heart is not "no heart": a picture that a partner shared has none of its own.
    if document["favorited"]?.flag == true { sidecar.metadata.favourite = true }
    sidecar.metadata.description = document["description"]?.text.map(withoutEntities)?.carriedText
    sidecar.metadata.tags = People.tags(
      (document["people"]?.items ?? []).compactMap { $0["name"]?.text.map(withoutEntities) }
    )
    return sidecar
  }

  /// Seconds since 1970-01-01T00:00:00Z, in quotes; Google writes 0 for "unknown". Dates before 1970 are negative.
  private static func moment(_ time: JSONValue?) -> CaptureDate? {
    guard let seconds = time?["timestamp"]?.number, seconds != 0, abs(seconds) < 1e12 else { return nil }
    return CaptureDate(unixTime: Int64(seconds))
  }

  private static func place(_ value: JSONValue?) -> Place? {
    guard let latitude = value?["latitude"]?.number, let longitude = value?["longitude"]?.number else {
      return nil
    }
    var place = Place(latitude: latitude, longitude: longitude)
    // Zero metres stand for "unknown" too.
    if let altitude = value?["altitude"]?.number, altitude != 0 { place.altitude = altitude }
    return place.isKnown ? place : nil
  }

  /// Members of an album's JSON; which of them are there depends on the export's year.
  private static let albumMembers: Set<String> = [
    "title", "description", "access", "date", "location", "geoData", "geoInfo", "enrichments",
    "sharedAlbumComments",
    "albumData", "autoAddRules",
  ]

  /// An album's JSON has a title and next to nothing else. The folders by year, and in old exports by day, are no albums.
  private static func albumName(_ document: JSONValue, _ title: String?) -> String? {
    guard case .object(let members) = document, Set(members.keys).isSubset(of: albumMembers),
      let name = title?.carriedName, !isDay(name),
      !(name.hasPrefix("Photos from ") && Int(name.dropFirst(12)) != nil)
    else { return nil }
    return name
  }

  /// "2019-05-01", "2019-05-01 #2".
  private static func isDay(_ name: String) -> Bool {
    let day = name.split(separator: " ", maxSplits: 1).first ?? ""
    return name.utf8.allSatisfy { CaptureDate.isDigit($0) || "- #".utf8.contains($0) } && day.utf8.count == 10
      && CaptureDate(iso8601: String(day)) != nil
  }

  /// Some exports write titles and texts as for a web page.
  static func withoutEntities(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    let entities = [("&#39;", "'"), ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
    return entities.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }

  /// Whether the title is the name of that file, as Takeout names files: characters that some system forbids are "_", and
  /// long names are cut and numbered.
  public func isTitle(of picture: [UInt8]) -> Bool {
    guard let title, let text = String(validating: picture, as: UTF8.self) else { return false }
    let name = TakeoutName(text)
    let whole = String(title.composed.map { "%&*:?<>|\"'/\\".contains($0) ? "_" : $0 })
    return [name, name.original].compactMap(\.self).contains { candidate in
      [candidate.plain, candidate.whole, candidate.stem].contains { $0.lowercased() == whole.lowercased() }
        || Self.isCut(candidate, from: whole)
    }
  }

  private static func isCut(_ name: TakeoutName, from title: String) -> Bool {
    let (stem, ending) = TakeoutName.divided(title)
    return name.stem.utf16.count >= TakeoutJSONName.leastCutLength && stem.utf8.starts(with: name.stem.utf8)
      && ending.lowercased() == name.ending.lowercased()
  }
}

/// People in pictures, as tags.
enum People {
  /// `People/NAME` for each; a name that means nobody is left out.
  static func tags(_ names: [String]) -> [Tag] {
    Tag.join([names.filter { $0 != "_UNKNOWN_" }.compactMap { Tag(readLevels: ["People", $0]) }])
  }
}
