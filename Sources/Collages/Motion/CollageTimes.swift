internal import Movies

/// Which moment of a clip a cell shows, so long after it began.
struct CollageTimes {
  /// The clip's length in ticks, at least 1.
  let duration: Int64
  let short: CollageShortClip
  /// How long the last frame fades into the key photo: 0.2 s.
  static let fade = Int64(CollageClip.timescale) / 5

  init(_ duration: MediaTime, _ short: CollageShortClip) {
    self.duration = max(1, CollageClip.ticks(duration))
    self.short = short
  }

  /// What is shown at a moment (ticks, at least 0) of the cell's own time.
  func content(at moment: Int64) -> CollageCellContent {
    guard moment >= duration else { return .video(Self.time(moment)) }
    switch short {
    case .hold: return .video(Self.time(duration))
    case .loop: return .video(Self.time(moment % duration))
    case .bounce:
      let phase = moment % (2 * duration)
      return .video(Self.time(min(phase, 2 * duration - phase)))
    case .key:
      let late = moment - duration
      return late >= Self.fade
        ? .still : .fading(Self.time(duration), still: Double(late) / Double(Self.fade))
    }
  }

  private static func time(_ ticks: Int64) -> MediaTime {
    MediaTime(value: ticks, timescale: CollageClip.timescale)
  }
}
