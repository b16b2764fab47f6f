import Foundation
import Testing

/// Texts that are kept in the repository and compared with what the program makes.
///
/// With SHIYING_RECORD=1 they are written anew, and the test fails all the same: a recording is to be read before it
/// is believed.
enum Golden {
  /// The repository's top folder.
  static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Compares `text` with the file at `path` below the repository.
  static func expect(_ text: String, at path: String, sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    let file = repository.appendingPathComponent(path)
    if ProcessInfo.processInfo.environment["SHIYING_RECORD"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: file)
      Issue.record(
        "recorded \(path); read it, then run without SHIYING_RECORD",
        sourceLocation: sourceLocation
      )
      return
    }
    let kept = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    if kept == text { return }
    let (old, new) = (kept.components(separatedBy: "\n"), text.components(separatedBy: "\n"))
    let index = zip(old, new).prefix { $0 == $1 }.count
    Issue.record(
      """
      \(path), line \(index + 1), differs:
        kept: \(index < old.count ? old[index] : "(end)")
        made: \(index < new.count ? new[index] : "(end)")
      SHIYING_RECORD=1 writes it anew.
      """,
      sourceLocation: sourceLocation
    )
  }
}
