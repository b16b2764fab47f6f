/// Which frames of a source an animation shows, and when: on a clock that ticks evenly each tick takes the last frame that
/// has begun by then, or begins within half a tick; without ticks every frame keeps its own time. A frame is never counted,
/// only its time is.
struct FrameClock: Hashable {
  /// Seconds between two ticks; nil: none.
  var tick: Double?
  /// Seconds of the source before the animation.
  var start = 0.0
  /// Seconds of the source that the animation ends after; nil: with the source.
  var end: Double?
  /// How many times as fast as the source it plays.
  var speed = 1.0
  /// When the last frame of the source ends, where that is known before.
  var sourceEnd: Double?

  /// Browsers show a frame for 0.02 seconds at least.
  private static let shortest = 0.02

  /// A moment of the source as one of the animation, before the clock moves it.
  func moment(_ source: Double) -> Double {
    let bounded = min(source, end ?? .infinity)
    return max(0, bounded - start) / speed
  }

  /// A moment of the source as one of the animation: the tick that shows what begins then.
  func shown(_ source: Double) -> Double {
    let moment = moment(source)
    guard let tick else { return moment }
    // What lies a rounding error behind half a tick lies on it.
    return max(0, (moment / tick - 0.5 - 1e-6).rounded(.up)) * tick
  }

  /// When a frame of the source is shown; empty where the next one takes its place at once.
  func shown(_ source: Range<Double>) -> Range<Double> {
    let start = shown(source.lowerBound)
    return start..<max(start, shownEnd(source.upperBound))
  }

  /// When what ends then is no longer shown. Behind the last frame nothing takes the place at a tick: it has every tick that
  /// lies so long before its end that it can be seen.
  func shownEnd(_ source: Double) -> Double {
    guard let tick, let last = [sourceEnd, end].compactMap(\.self).min(), source >= last - 1e-6 else {
      return shown(source)
    }
    let moment = moment(source)
    let ticks = ((moment - Self.shortest) / tick + 1e-6).rounded(.down) + 1
    return max(moment > 0 ? 1 : 0, ticks) * tick
  }
}
