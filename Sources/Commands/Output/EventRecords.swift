internal import Batch
internal import Files
internal import FoundationEssentials
internal import Library
internal import Messages

/// A path in machine output: a string where it is UTF-8, else `{"base64": ...}`.
struct PathRecord: Encodable {
  let path: FilePath

  init(_ path: FilePath) { self.path = path }

  private enum Key: CodingKey { case base64 }

  func encode(to encoder: any Encoder) throws {
    if let text = path.utf8 {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    } else {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(Data(path.bytes).base64EncodedString(), forKey: .base64)
    }
  }
}

extension FilePath {
  /// The path for messages, where an empty one is seen too.
  var shownText: String { bytes.isEmpty ? "''" : lossyString }
}

/// One input of a run, as shiying-events(5) describes it.
struct ItemRecord: Encodable {
  struct Source: Encodable { let path: PathRecord }
  struct Output: Encodable {
    let path: PathRecord
    let role: String
    let bytes: Int64
  }
  struct Remark: Encodable {
    let code: String
    let message: String
    /// A library's own words, where the message has others.
    var detail: String?
  }

  let v = 1
  let type = "item"
  let status: String
  let source: Source
  let outputs: [Output]
  let asset: String?
  let notes: [Remark]
  let error: Remark?
  let dry_run: Bool?

  /// Messages in machine output are English, whatever the user's language.
  init(_ result: ItemResult, isDryRun: Bool) {
    let wording = Wording(.english)
    let subject = result.source.shownText
    status = result.status.rawValue
    source = Source(path: PathRecord(result.source))
    outputs = result.outputs.map {
      Output(path: PathRecord($0.path), role: $0.role.rawValue, bytes: $0.byteCount)
    }
    asset = result.asset
    notes = result.notes.map { Remark(code: $0.code.rawValue, message: wording.note($0, subject: subject)) }
    error = result.problem.map {
      Remark(code: $0.code.rawValue, message: wording.problem($0, subject: subject))
    }
    dry_run = isDryRun ? true : nil
  }
}

/// The last record of a run.
struct SummaryRecord: Encodable {
  let v = 1
  let type = "summary"
  let delivered: Int
  let copies: Int
  let unchanged: Int
  let already_in_format: Int
  let same_content: Int
  let ignored: Int
  let ignored_kinds: [String: Int]?
  let failed: Int
  let folder: PathRecord?
  let stopped: String?
  let dry_run: Bool?

  init(_ summary: BatchSummary, isDryRun: Bool) {
    delivered = summary.delivered
    copies = summary.copies
    unchanged = summary.unchanged
    already_in_format = summary.alreadyInFormat.values.reduce(0, +)
    same_content = summary.sameContent
    ignored = summary.ignored
    ignored_kinds = summary.ignoredKinds.isEmpty ? nil : summary.ignoredKinds
    failed = summary.failed
    folder = summary.folder.map(PathRecord.init)
    stopped = summary.stoppedBy?.code.rawValue ?? summary.signal.map { _ in ProblemCode.cancelled.rawValue }
    dry_run = isDryRun ? true : nil
  }
}

/// Machine output: one JSON object a line.
enum JSONLine {
  static func text(_ record: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(record) else { return "{}" }
    return String(decoding: data, as: UTF8.self)
  }
}
