/// A place on Earth (WGS 84).
public struct Place: Hashable, Sendable, Codable {
  /// Degrees north, -90...90.
  public var latitude: Double
  /// Degrees east, -180...180.
  public var longitude: Double
  /// Metres above sea level, where known.
  public var altitude: Double?

  /// Makes a place.
  public init(latitude: Double, longitude: Double, altitude: Double? = nil) {
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
  }
}

/// A tag with its place in a hierarchy: `["Places", "Tokyo"]`. Levels are NFC.
public struct Tag: Hashable, Sendable, Codable {
  /// The levels from the root; never empty, no level is empty.
  public var levels: [String]

  /// Makes a tag.
  public init(levels: [String]) { self.levels = levels }
}

/// An album that an asset is a member of.
public struct AlbumReference: Hashable, Sendable, Codable {
  /// The name as people see it, NFC.
  public var name: String
  /// The album's UUID in its library, lower case, where known.
  public var identifier: String?

  /// Makes a reference.
  public init(name: String, identifier: String? = nil) {
    self.name = name
    self.identifier = identifier
  }
}

/// What belongs to an original besides its pixels; nil or empty means "not said by this source".
public struct SourceMetadata: Hashable, Sendable, Codable {
  /// When it was taken.
  public var captureDate: CaptureDate?
  /// Where it was taken.
  public var place: Place?
  /// The heart. nil: not said.
  public var favourite: Bool?
  /// Stars, -1 (rejected) to 5. nil: no rating, which is not 0.
  public var rating: Int?
  /// All tags, flat ones as one level; in order, without repeats.
  public var tags: [Tag] = []
  /// All albums.
  public var albums: [AlbumReference] = []
  /// dc:title, IPTC 2:05.
  public var title: String?
  /// dc:description, IPTC 2:120, Exif ImageDescription.
  public var description: String?

  /// Nothing known.
  public init() {}
}
