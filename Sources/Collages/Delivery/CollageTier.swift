/// What is made of a collage.
public enum CollageTier: String, Hashable, Sendable, Codable, CaseIterable {
  /// A Live Photo.
  case live
  /// A video of its own, with a still collage as its poster.
  case video
  /// A still.
  case still
}
