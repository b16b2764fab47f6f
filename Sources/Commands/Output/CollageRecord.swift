internal import Batch
internal import Collages
internal import Files
internal import Library
internal import Messages

/// A collage, as shiying-events(5) describes it.
struct CollageRecord: Encodable {
  struct Source: Encodable {
    let path: PathRecord
    let status: String
    let notes: [ItemRecord.Remark]?
    let error: ItemRecord.Remark?
  }

  let v = 1
  let type = "collage"
  let status: String
  let tier: String?
  let motion: String?
  let sources: [Source]
  let outputs: [ItemRecord.Output]
  let poster: [ItemRecord.Output]?
  let asset: String?
  let notes: [ItemRecord.Remark]
  let error: ItemRecord.Remark?

  /// Messages in machine output are English, whatever the user's language.
  init(_ result: CollageResult) {
    let wording = Wording(.english)
    func detail(_ values: [String: String]) -> String? { values["reason"] == nil ? nil : values["detail"] }
    func remark(_ problem: Problem, _ subject: String) -> ItemRecord.Remark {
      ItemRecord.Remark(
        code: problem.code.rawValue,
        message: wording.problem(problem, subject: subject),
        detail: detail(problem.values)
      )
    }
    func remarks(_ notes: [Note], _ subject: String) -> [ItemRecord.Remark] {
      notes.map {
        ItemRecord.Remark(
          code: $0.code.rawValue,
          message: wording.note($0, subject: subject),
          detail: detail($0.values)
        )
      }
    }
    status = result.status.rawValue
    tier = result.tier?.rawValue
    motion = result.motion?.rawValue
    sources = result.sources.map { source in
      let subject = source.shown.shownText
      return Source(
        path: PathRecord(source.shown),
        status: source.problem == nil ? "used" : "missing",
        notes: source.notes.isEmpty ? nil : remarks(source.notes, subject),
        error: source.problem.map { remark($0, subject) }
      )
    }
    func files(_ outputs: [ItemOutput]) -> [ItemRecord.Output] {
      outputs.map {
        ItemRecord.Output(path: PathRecord($0.path), role: $0.role.rawValue, bytes: $0.byteCount)
      }
    }
    outputs = files(result.outputs)
    poster = result.poster.isEmpty ? nil : files(result.poster)
    asset = result.asset
    notes = remarks(result.notes, result.outputs.first?.path.lossyString ?? "")
    error = result.problem.map { remark($0, $0.values["path"] ?? "") }
  }
}
