public import Movies

/// How a collage moves.
public enum CollageMotionKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// All cells at once.
  case together
  /// One cell after the other, with its sound.
  case relay
  /// The hero grows while it plays, then returns to its cell.
  case focus
}

/// What a cell shows whose clip is over before the collage is.
public enum CollageShortClip: String, Hashable, Sendable, Codable, CaseIterable {
  /// Its last frame.
  case hold
  /// The clip again from its start.
  case loop
  /// The clip backwards, then forwards again.
  case bounce
  /// The key photo, into which the last frame fades.
  case key
}

/// Whose sound is heard.
public enum CollageAudio: String, Hashable, Sendable, Codable, CaseIterable {
  /// That of the main clip; in a relay, of each clip in its turn.
  case main
  /// That of all clips that move at the time.
  case mix
  /// Nobody's.
  case none
}

/// All that decides how a collage moves.
public struct CollageMotionSettings: Hashable, Sendable {
  /// The kind.
  public var kind: CollageMotionKind
  /// What becomes of clips that end early.
  public var short: CollageShortClip
  /// Whose sound is heard.
  public var audio: CollageAudio
  /// The longest that a cell plays in a relay, around its key photo's moment; nil: to its end.
  public var longestTurn: MediaTime?
  /// The main clip: an index into the items as they were given. Nil, or where it does not move: the first that does.
  public var hero: Int?

  /// Makes settings.
  public init(
    kind: CollageMotionKind = .together,
    short: CollageShortClip = .hold,
    audio: CollageAudio = .main,
    longestTurn: MediaTime? = nil,
    hero: Int? = nil
  ) {
    self.kind = kind
    self.short = short
    self.audio = audio
    self.longestTurn = longestTurn
    self.hero = hero
  }
}
