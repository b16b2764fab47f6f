internal import Messages

/// What was found out about a source once.
struct TrackDescription {
  var video: MovieVideoTrack
  /// When the first frame is shown, in the track's time base.
  var firstTime: Int64
}

/// A source opened for one pass over its frames.
struct OpenedTrack {
  let description: TrackDescription
  let input: MovieInput
  let limits: MovieLimits
  let watch: MovieWatch

  init(
    _ source: MovieSource,
    _ description: TrackDescription,
    _ limits: MovieLimits,
    isKnown: Bool = false
  ) throws {
    self.description = description
    self.limits = limits
    watch = MovieWatch(limits)
    input = try MovieInput(try MovieBytes(source), watch, isKnown: isKnown)
  }
}
