/// The counts of a run.
public struct RunSummary: Hashable, Sendable {
  /// New copies.
  public var delivered: Int
  /// Copies that were there already, or originals that need none.
  public var unchanged: Int
  /// Of the unchanged, originals that have the format already, by the format's name.
  public var alreadyInFormat: [String: Int]
  /// Of the unchanged, originals whose content was converted before under another name.
  public var sameContent: Int
  /// Files of other kinds.
  public var ignored: Int
  /// Ignored files by kind of content, where it is known.
  public var ignoredKinds: [String: Int]
  /// Inputs without a copy.
  public var failed: Int
  /// The folder of the copies, where it is one folder.
  public var folder: String?
  /// Whether nothing was delivered but only looked at.
  public var isDryRun: Bool

  /// Makes a summary.
  public init(
    delivered: Int = 0,
    unchanged: Int = 0,
    alreadyInFormat: [String: Int] = [:],
    sameContent: Int = 0,
    ignored: Int = 0,
    ignoredKinds: [String: Int] = [:],
    failed: Int = 0,
    folder: String? = nil,
    isDryRun: Bool = false
  ) {
    self.delivered = delivered
    self.unchanged = unchanged
    self.alreadyInFormat = alreadyInFormat
    self.sameContent = sameContent
    self.ignored = ignored
    self.ignoredKinds = ignoredKinds
    self.failed = failed
    self.folder = folder
    self.isDryRun = isDryRun
  }

  /// Ignored kinds, the most frequent first; behind them those of which the kind is not known, as "".
  var kindsByCount: [(kind: String, count: Int)] {
    let rest = ignored - ignoredKinds.values.reduce(0, +)
    return Self.byCount(ignoredKinds) + (rest > 0 ? [("", rest)] : [])
  }

  /// Formats of what needs no copy, the most frequent first.
  var formatsByCount: [(kind: String, count: Int)] { Self.byCount(alreadyInFormat) }

  /// What needs no copy, and has none.
  var withoutCopy: Int { alreadyInFormat.values.reduce(0, +) }

  /// The unchanged of which there is a copy.
  var copiedBefore: Int { max(0, unchanged - withoutCopy) }

  private static func byCount(_ counts: [String: Int]) -> [(kind: String, count: Int)] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }
}
