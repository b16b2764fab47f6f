/// Compares what a copy should say with what was read from it.
public enum MetadataComparison {
  /// A field that differs.
  public struct Difference: Hashable, Sendable {
    /// The field: "date", "place", "favourite", "rating", "tags", "albums", "title", "description".
    public var what: String
    /// What it should be; "none" for nothing.
    public var expected: String
    /// What it is.
    public var found: String
  }

  /// All fields that differ. Tolerant only where a format rounds (positions 1e-6 degrees, altitudes 1 cm), where a copy
  /// holds a tag under another name (`Tag.writable`), and in two cases that mean the same: no heart and "not said";
  /// no rating, and the 5 stars that stand for a favourite that has none.
  public static func differences(expected: SourceMetadata, found: SourceMetadata) -> [Difference] {
    var result: [Difference] = []
    func compare(_ what: String, _ isSame: Bool, _ expected: String?, _ found: String?) {
      if !isSame {
        result.append(Difference(what: what, expected: expected ?? "none", found: found ?? "none"))
      }
    }
    compare(
      "date",
      isSame(expected.captureDate, found.captureDate),
      expected.captureDate?.iso8601,
      found.captureDate?.iso8601
    )
    compare("place", isSame(expected.place, found.place), text(expected.place), text(found.place))
    compare(
      "favourite",
      (expected.favourite ?? false) == (found.favourite ?? false),
      expected.favourite?.description,
      found.favourite?.description
    )
    let isStandIn = expected.rating == nil && expected.favourite == true && found.rating == 5
    compare(
      "rating",
      expected.rating == found.rating || isStandIn,
      expected.rating?.description,
      found.rating?.description
    )
    let tags = (Set(expected.tags.map(\.writable)), Set(found.tags.map(\.writable)))
    compare("tags", tags.0 == tags.1, text(tags.0), text(tags.1))
    let albums = (albums(expected.albums), albums(found.albums))
    compare("albums", albums.0 == albums.1, text(albums.0), text(albums.1))
    compare(
      "title",
      expected.title?.carriedText == found.title?.carriedText,
      expected.title,
      found.title
    )
    compare(
      "description",
      expected.description?.carriedText == found.description?.carriedText,
      expected.description,
      found.description
    )
    return result
  }

  static func isSame(_ expected: CaptureDate?, _ found: CaptureDate?) -> Bool {
    guard let expected, let found else { return expected == found }
    return expected.isEquivalent(to: found)
  }

  static func isSame(_ expected: Place?, _ found: Place?) -> Bool {
    guard let expected, let found else { return expected == found }
    let isSameAltitude =
      if let left = expected.altitude, let right = found.altitude { abs(left - right) <= 0.01 } else {
        expected.altitude == found.altitude
      }
    return isSameAltitude && abs(expected.latitude - found.latitude) <= 1e-6
      && abs(expected.longitude - found.longitude) <= 1e-6
  }

  private static func text(_ place: Place?) -> String? {
    place.map { "\($0.latitude), \($0.longitude)" + ($0.altitude.map { ", \($0) m" } ?? "") }
  }

  private static func text(_ tags: Set<Tag>) -> String? {
    tags.isEmpty ? nil : tags.map { $0.levels.joined(separator: "/") }.sorted().joined(separator: ", ")
  }

  private static func albums(_ albums: [AlbumReference]) -> Set<String> {
    Set(albums.map { ($0.name.carriedName ?? "") + ($0.identifier.map { " (\($0.lowercased()))" } ?? "") })
  }

  private static func text(_ albums: Set<String>) -> String? {
    albums.isEmpty ? nil : albums.sorted().joined(separator: ", ")
  }
}
