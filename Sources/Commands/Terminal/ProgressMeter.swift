internal import Glibc

/// Measures how fast a run goes, over its last half minute: a run that begins with a thousand unchanged files would
/// otherwise promise its end much too early.
struct ProgressMeter: Sendable {
  private static let window = 30.0
  private var samples: [(time: Double, done: Int)] = []

  /// Seconds of a clock that only runs forward.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Notes how many inputs are done.
  ///
  /// - Parameter time: seconds of a clock that only runs forward.
  mutating func note(done: Int, at time: Double) {
    if let last = samples.last, time - last.time < 0.2, samples.count > 1 { samples.removeLast() }
    samples.append((time, done))
    // One sample older than the window stays, so that the window is whole.
    while samples.count > 2, time - samples[1].time >= Self.window { samples.removeFirst() }
  }

  /// Files a second; nil until two seconds are known.
  var rate: Double? {
    guard let first = samples.first, let last = samples.last, last.time - first.time >= 2,
      last.done > first.done
    else { return nil }
    return Double(last.done - first.done) / (last.time - first.time)
  }
}
