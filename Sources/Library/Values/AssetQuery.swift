public import Metadata

/// Which assets are wanted; every condition that is given must hold.
public struct AssetQuery: Hashable, Sendable {
  /// Members of the album of this name.
  public var album: String?
  /// With this tag or one below it.
  public var tag: Tag?
  /// With, or without, the heart.
  public var favourite: Bool?
  /// Of this kind.
  public var kind: AssetKind?
  /// Taken then or later.
  ///
  /// Compared as points in time where both dates have an offset, otherwise as local times. Assets without a
  /// date never match.
  public var since: CaptureDate?
  /// Taken then or earlier, to the second: sub-seconds do not count.
  public var until: CaptureDate?
  /// Only members of the creations album.
  public var creations = false

  /// Every asset.
  public init() {}
}
