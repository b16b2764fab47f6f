public import Movies

/// What one frame of a moving collage shows.
public struct CollageFrame: Hashable, Sendable {
  /// What each cell shows, in the order of `CollageLayout.cells`.
  public let contents: [CollageCellContent]
  /// The cell that stands above all others, larger than it is; drawn last.
  public let enlarged: CollageEnlargement?
}

/// What a cell shows.
public enum CollageCellContent: Hashable, Sendable {
  /// The key photo, as in the still.
  case still
  /// The clip's last frame that is not later than this moment of it.
  case video(MediaTime)
  /// The same, with so much (0...1) of the key photo over it.
  case fading(MediaTime, still: Double)
}

/// A cell on its way to the middle of the canvas, or back.
public struct CollageEnlargement: Hashable, Sendable {
  /// Its position in `CollageLayout.cells`.
  public let cell: Int
  /// Where it is drawn; edges are even.
  public let rectangle: CollageRectangle
  /// What of the upright picture is seen, 0...1; of the rectangle's shape.
  public let window: CollageView
  /// Radius of its corners in pixels.
  public let radius: Double
  /// How far it has grown, 0...1.
  public let progress: Double
  /// How much darker the rest of the canvas is, 0...1.
  public var dimming: Double { 0.35 * progress }
}

/// A part of a picture in fractions of its sides, while it moves.
public struct CollageView: Hashable, Sendable {
  /// The left and upper edge.
  public var x, y: Double
  /// The sides; `x + width` and `y + height` are at most 1, but for rounding.
  public var width, height: Double
}

/// One clip's sound in a moving collage.
public struct CollageSound: Hashable, Sendable {
  /// The cell's position in `CollageLayout.cells`.
  public let cell: Int
  /// When it begins to be heard.
  public let start: MediaTime
  /// The moment of the clip with which it begins.
  public let sourceStart: MediaTime
  /// How long it is heard.
  public let duration: MediaTime
  /// What its samples are multiplied by.
  public let gain: Double
}
