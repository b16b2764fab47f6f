/// What a collage becomes.
public enum CollageTier: String, Hashable, Sendable, Codable, CaseIterable {
  /// A still and a video that pair.
  case live
  /// An MP4 without anything that makes it half of a Live Photo; a still collage is its poster.
  case video
  /// A picture.
  case still
}
