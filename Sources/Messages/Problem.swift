/// Why something could not be done: facts only. `Wording` alone turns it into a sentence.
///
/// Every room below `Commands` throws this one type, so that a failure can cross a process border (a worker
/// reports it to the batch as JSON) and be worded once, in the user's language.
public struct Problem: Error, Hashable, Sendable, Codable {
  /// What went wrong; stable, part of the machine output.
  public var code: ProblemCode
  /// The facts of this case by name ("limit", "found", "detail", ...); texts of C libraries are copied at once.
  public var values: [String: String]

  /// States a problem; `values` are the facts its wording mentions.
  public init(_ code: ProblemCode, _ values: [String: String] = [:]) {
    self.code = code
    self.values = values
  }
}
