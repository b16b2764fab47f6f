public import Metadata

/// What `set` changes; nil and empty leave things as they are.
public struct AssetChange: Hashable, Sendable {
  /// A rating, or none.
  public enum Rating: Hashable, Sendable {
    /// Stars, -1 (rejected) to 5.
    case set(Int)
    /// No rating, which is not 0.
    case none
  }

  /// A place, or none.
  public enum Location: Hashable, Sendable {
    /// Where it was taken.
    case set(Place)
    /// Nowhere that anybody should know.
    case none
  }

  /// The heart.
  public var favourite: Bool?
  /// Tags to add; one that is there already stays where it is.
  public var addTags: [Tag] = []
  /// Tags to take away, exactly these, not those below them.
  public var removeTags: [Tag] = []
  /// Albums to join; made where they are missing.
  public var addAlbums: [AlbumReference] = []
  /// Albums to leave. A copy stays in the library's own album that it was made into.
  public var removeAlbums: [AlbumReference] = []
  /// The rating.
  public var rating: Rating?
  /// When it was taken.
  public var date: CaptureDate?
  /// Where it was taken.
  public var place: Location?

  /// No change.
  public init() {}
}
