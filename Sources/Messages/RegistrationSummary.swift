/// The counts of a registration.
public struct RegistrationSummary: Hashable, Sendable {
  /// Originals that the library did not know, or that had changed.
  public var new: Int
  /// Originals that it knew.
  public var known: Int
  /// Files of other kinds.
  public var ignored: Int
  /// Ignored files by kind of content, where it is known.
  public var ignoredKinds: [String: Int]
  /// Inputs that could not be registered.
  public var failed: Int

  /// Makes a summary.
  public init(
    new: Int,
    known: Int = 0,
    ignored: Int = 0,
    ignoredKinds: [String: Int] = [:],
    failed: Int = 0
  ) {
    self.new = new
    self.known = known
    self.ignored = ignored
    self.ignoredKinds = ignoredKinds
    self.failed = failed
  }

  /// Ignored kinds, as those of a run.
  var kindsByCount: [(kind: String, count: Int)] {
    RunSummary(ignored: ignored, ignoredKinds: ignoredKinds).kindsByCount
  }
}
