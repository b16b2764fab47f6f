internal import Messages

/// Says whether work on a video has to end early.
final class MovieWatch {
  let limits: MovieLimits
  private let end: ContinuousClock.Instant?

  /// The clock begins to run.
  init(_ limits: MovieLimits) {
    self.limits = limits
    end = limits.seconds.map { ContinuousClock.now + .seconds($0) }
  }

  /// Why the work has to end now; nil: it may go on.
  var reason: Problem? {
    if let isStopped = limits.isStopped, isStopped() { return Problem(.cancelled) }
    if let end, ContinuousClock.now >= end {
      return Problem(.workerTimedOut, ["seconds": "\(Int((limits.seconds ?? 0).rounded()))"])
    }
    return nil
  }

  /// - Throws: `cancelled` or `workerTimedOut` where the work has to end.
  func check() throws { if let reason { throw reason } }
}
