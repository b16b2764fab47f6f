import Files
import Foundation
import Pixels
import TestSupport
import Testing

/// Every file of the corpus, to every format, by the program as people run it; the table beside this file says what is expected.
///
/// Copies are at most 1,600 pixels along the long edge, those in JPEG of the full size: so each file is written in full
/// once, and a hundred pictures of up to 45 million pixels do not take half an hour.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct CorpusTableTests {
  private static let table = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("CorpusTable.tsv")
  private static let longEdge = 1600

  /// What became of a file in a format, and what is to be said of it.
  private struct Fate: Sendable {
    var cell: String
    var details: [String]
  }

  @Test func everyFileToEveryFormat() async throws {
    let samples = try Samples()
    defer { samples.remove() }
    let root = try #require(Corpus.folder).appending("still")
    let files = Corpus.files(below: "still").compactMap(\.utf8).filter { !$0.hasSuffix(".tsv") }.sorted()
    #expect(files.count > 90)
    let originals = await Self.originals(files)
    var fates: [String: [String: Fate]] = [:]
    for format in CorpusRow.formats {
      let records = try Self.convert(files, to: format, samples)
      fates[format] = await Self.judge(records, originals, format)
    }
    let kept = try Self.keptRows()
    var details: [String: [String]] = [:]
    let rows = files.map { file in
      let name = String(file.dropFirst((root.utf8 ?? "").count + 1))
      let found = CorpusRow.formats.map { fates[$0]?[file] ?? Fate(cell: "missing", details: []) }
      details[name] = zip(CorpusRow.formats, found).flatMap { format, fate in
        fate.details.map { "\(format) \($0)" }
      }
      return CorpusRow(
        file: name,
        facts: originals[file],
        cells: found.map(\.cell),
        reason: kept[name]?.reason ?? ""
      )
    }
    try Self.compare(rows, with: kept, details)
  }

  private static func compare(
    _ rows: [CorpusRow],
    with kept: [String: CorpusRow],
    _ details: [String: [String]]
  ) throws {
    if ProcessInfo.processInfo.environment["SHIYING_RECORD"] == "1" {
      let text = CorpusRow.head + rows.map { $0.text + "\n" }.joined()
      try Data(text.utf8).write(to: table)
      Issue.record("recorded \(table.lastPathComponent); read it, then run without SHIYING_RECORD")
    }
    for row in rows where row != kept[row.file] || (row.needsReason && row.reason.isEmpty) {
      let words = details[row.file, default: []].joined(separator: "\n  ")
      Issue.record(
        """
        \(row.file):
          kept: \(kept[row.file]?.text ?? "(no row)")
          made: \(row.text)\(row.needsReason && row.reason.isEmpty ? " (and no reason is given)" : "")
          \(words)
        """
      )
    }
    let gone = Set(kept.keys).subtracting(rows.map(\.file))
    #expect(gone.isEmpty, "rows without a file")
  }

  private static func keptRows() throws -> [String: CorpusRow] {
    let text = (try? String(contentsOf: table, encoding: .utf8)) ?? ""
    let rows = text.split(separator: "\n").compactMap { CorpusRow(line: String($0)) }
    return Dictionary(rows.map { ($0.file, $0) }) { first, _ in first }
  }

  /// The originals' facts by path, of those that can be read.
  private static func originals(_ files: [String]) async -> [String: PictureFacts] {
    await withTaskGroup(of: (String, PictureFacts?).self) { group in
      for file in files { group.addTask { (file, try? PictureFacts(of: FilePath(file))) } }
      var facts: [String: PictureFacts] = [:]
      for await (file, found) in group { facts[file] = found }
      return facts
    }
  }

  /// The program's own report on each file. A quality is asked for so that what is in the format already is coded anew.
  private static func convert(_ files: [String], to format: String, _ samples: Samples) throws -> [Record] {
    let limit = format == "jpeg" ? [] : ["--long-edge", "\(longEdge)"]
    let words = ["convert", "--to", format, "--quality", "90", "-L", format, "--hdr", "sdr", "--json"]
    let outcome = try samples.program.run(
      words + limit + ["--no-input", "-j", "2", "--files-from", "-", "-0"],
      input: Data(files.joined(separator: "\0").utf8)
    )
    #expect(outcome.exitCode == 1, "\(outcome.errors.suffix(2000))")
    return try outcome.records().compactMap(Record.init)
  }

  /// What the program says of a file.
  private struct Record: Sendable {
    var source: String
    var status: String
    var code: String?
    var message: String?
    var copy: String?

    init?(_ record: [String: Any]) {
      guard record["type"] as? String == "item", let status = record["status"] as? String,
        let source = (record["source"] as? [String: Any])?["path"] as? String
      else { return nil }
      self.source = source
      self.status = status
      let error = record["error"] as? [String: Any]
      code = error?["code"] as? String
      message = error?["message"] as? String
      let outputs = record["outputs"] as? [[String: Any]] ?? []
      copy = outputs.first { $0["role"] as? String != "sidecar" }?["path"] as? String
    }
  }

  private static func judge(
    _ records: [Record],
    _ originals: [String: PictureFacts],
    _ format: String
  ) async -> [String: Fate] {
    await withTaskGroup(of: (String, Fate).self) { group in
      for record in records {
        group.addTask { (record.source, fate(record, originals[record.source], format)) }
      }
      var fates: [String: Fate] = [:]
      for await (source, fate) in group { fates[source] = fate }
      return fates
    }
  }

  /// A file that has the content of another one is "unchanged" too, but has a copy: the other one's.
  private static func fate(_ record: Record, _ original: PictureFacts?, _ format: String) -> Fate {
    guard let copy = record.copy else {
      return Fate(cell: record.code ?? record.status, details: record.message.map { [$0] } ?? [])
    }
    guard let original else { return Fate(cell: "delivered unread", details: ["the original can't be read"]) }
    do {
      let facts = try PictureFacts(of: FilePath(copy), previewSize: original.preview.size)
      let judgement = CopyJudgement(
        of: facts,
        original: original,
        format: format,
        longEdge: format == "jpeg" ? nil : longEdge
      )
      return Fate(
        cell: (["delivered"] + (judgement.kinds.isEmpty ? [] : [judgement.kinds.joined(separator: ", ")]))
          .joined(separator: " but "),
        details: judgement.details
      )
    } catch {
      return Fate(cell: "delivered unreadable", details: ["\(error)"])
    }
  }
}
