/// The two albums that a library has of its own.
public enum AlbumKind: String, Sendable, Codable, CaseIterable {
  /// Every format copy.
  case conversions
  /// Every collage.
  case creations
}

/// What an asset is.
public enum AssetKind: String, Sendable, Codable, CaseIterable {
  /// A still picture.
  case photo
  /// A Live Photo: still and paired video.
  case live
  /// A video.
  case video
  /// An animation.
  case animation
}

/// What a file is to its asset.
public enum FileRole: String, Sendable, Codable, CaseIterable {
  /// The still of a Live Photo.
  case still
  /// A video, alone or of a Live Photo.
  case video
  /// A photo.
  case photo
  /// An animation.
  case animation
  /// Metadata beside another file.
  case sidecar
}
