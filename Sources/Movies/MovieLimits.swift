/// What reading a video may cost.
public struct MovieLimits: Sendable {
  /// The most pixels of a frame; checked before memory is taken. 2^26 holds 8K in any shape.
  public var maximumPixelCount = 1 << 26
  /// The most threads a decoder or encoder may use, at least 1. More take more memory.
  public var threads = 1
  /// Seconds after which reading ends with `worker.timed-out`; nil: never. A pass over frames has as many anew.
  public var seconds: Double?
  /// Asked often; true ends reading with `run.cancelled`.
  public var isStopped: (@Sendable () -> Bool)?

  /// The limits that fit videos of today's cameras.
  public init() {}
}
