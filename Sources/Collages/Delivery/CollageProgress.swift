/// How far the making of a collage is. Stages come in this order; where a collage has several files, or a source turns out
/// unreadable, some come again.
public enum CollageProgress: Hashable, Sendable {
  /// Addresses that are fetched.
  case fetching(done: Int, of: Int)
  /// Sources that are opened.
  case reading(done: Int, of: Int)
  /// Rows of the still that are drawn.
  case drawing(done: Int, of: Int)
  /// Frames of the video that are drawn.
  case moving(done: Int, of: Int)
  /// What is finished is read back.
  case checking
}
