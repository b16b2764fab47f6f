/// The English wording of the command line's own sentences.
enum EnglishMessages {
  static func sentence(_ message: Message) -> String {
    switch message {
    case .summary(let summary): self.summary(summary)
    case .stoppedEarly: "stopped early; run the same command again to go on, what is finished stays"
    case .interrupted: "interrupted; run the same command again to go on, what is finished stays"
    case .furtherNotes(let count, let note, let differ):
      "\(English.count(count, "file", "files")) more\(differ ? ", with details of their own, as" : ""): \(note); -v names each"
    case .nothingToDo: "nothing to convert there"
    case .listHasLineFeeds(let list, let count):
      "\(list): \(English.count(count, "name has", "names have")) a line feed, and so more than one line; "
        + "with -0 the list can be read again"
    case .hdrQuestion(let file, let format):
      """
      \(file.isEmpty ? "this photo" : file) is HDR, and \(format.isEmpty ? "the copy" : FormatName.written(format)) would lose that. \
      For this and all further HDR files of this run:
        1  make the copies in standard dynamic range
        2  skip these files and count them as failed
        3  stop here
      Answer (1, 2 or 3):\u{20}
      """
    case .hdrAnswerUnclear: "please answer 1, 2 or 3: "
    case .hdrUndecided(let count):
      "\(English.count(count, "HDR file was", "HDR files were")) not converted; "
        + "--hdr sdr makes copies in standard dynamic range"
    case .libraryCreated(let path): "made a new library in \(path)"
    case .nothingFound: "nothing found"
    case .creations(let count): "my creations (\(count))"
    case .sourceMissing: "could not be read"
    case .registered(let summary): registration(summary)
    case .copiesKeepTheirs(let count):
      count == 1
        ? "a copy made before keeps what it had; to have it anew, remove it and convert again"
        : "\(count) copies made before keep what they had; to have one anew, remove it and convert again"
    case .changed(let count, let failed):
      joined(["\(English.count(count, "asset")) changed", failed > 0 ? "\(failed) failed" : ""])
    case .finding(let kind, let path, let detail, let isOriginal):
      "\(path): \(finding(kind))\(detail.isEmpty ? "" : ": \(detail)"); "
        + (isOriginal ? remedyOfOriginal(kind) : remedy(kind))
    case .repaired(let kind, let path): "\(path): \(repair(kind))"
    case .checked(let files, let findings, let repaired):
      joined([
        "\(English.count(files, "file")) checked",
        findings == 0 ? "all is well" : English.count(findings, "problem") + " found",
        repaired > 0 ? "\(repaired) put right" : "",
      ])
    case .verified(let pairs, let failed, let timedOut):
      pairs + failed + timedOut == 0
        ? "there are no Live Photos"
        : joined([
          pairs > 0 ? "\(English.count(pairs, "Live Photo")) \(pairs == 1 ? "pairs" : "pair")" : "",
          failed > 0 ? "\(failed) \(failed == 1 ? "does" : "do") not" + (pairs == 0 ? " pair" : "") : "",
          timedOut > 0 ? "\(timedOut) could not be checked in time" : "",
        ])
    case .yes: "yes"
    case .withoutEnd: "forever"
    case .no: "no"
    case .unknown: "unknown"
    case .dynamicRange(let kind, let headroom, let carriers):
      Terms.dynamicRange(kind, headroom, carriers, .english)
    case .kind(let kind): Terms.kind(kind, .english)
    case .collageWaiting: "another collage is being made in this library; waiting for it"
    case .collageDone(let summary): collage(summary)
    case .collagePoster(let path): "the poster of the video is kept as \(path)"
    case .collageMotion(let kind, let hasSound): Terms.collageMotion(kind, hasSound: hasSound, .english)
    case .readingFromTerminal: "reading from the terminal; end with Ctrl-D"
    case .refusingTerminalOutput: "a picture does not go to a terminal; send it to a file or a pipe"
    }
  }

  private static func collage(_ summary: CollageSummary) -> String {
    let what =
      switch summary.tier {
      case "live": "Live Photo collage"
      case "video": "video collage"
      default: "collage"
      }
    let grey = summary.missing > 0 ? " (\(summary.missing) of them grey)" : ""
    let folder = summary.folder.map { ", in \($0)" } ?? ""
    return "\(what) of \(English.count(summary.count, "photo"))\(grey)"
      + (summary.isUnchanged ? " was there already" : " made") + folder
  }

  private static func summary(_ summary: RunSummary) -> String {
    let delivered =
      summary.isDryRun
      ? English.count(summary.delivered, "copy would be made", "copies would be made")
      : English.count(summary.delivered, "copy", "copies") + " made"
    let folder = summary.folder.map { " in \($0)" } ?? ""
    let kinds = summary.kindsByCount.map { Terms.skipped($0.count, $0.kind, .english) }
    return joined([
      delivered + folder, withoutCopy(summary),
      counted(summary.copiedBefore, "unchanged", unchanged(summary)),
      counted(summary.ignored, "skipped", kinds), summary.failed > 0 ? "\(summary.failed) failed" : "",
    ])
  }

  private static func registration(_ summary: RegistrationSummary) -> String {
    let kinds = summary.kindsByCount.map { Terms.skipped($0.count, $0.kind, .english) }
    return joined([
      "\(summary.new) registered", summary.known > 0 ? "\(summary.known) known already" : "",
      counted(summary.ignored, "skipped", kinds), summary.failed > 0 ? "\(summary.failed) failed" : "",
    ])
  }

  /// "3 already JPEG, not copied": they are not among the copies, which who looks for them there has to know.
  private static func withoutCopy(_ summary: RunSummary) -> String {
    let formats = summary.formatsByCount
    if formats.isEmpty { return "" }
    let parts = formats.enumerated().map { index, format in
      "\(format.count) \(index == 0 ? "already " : "")\(FormatName.written(format.kind))"
    }
    return parts.joined(separator: " and ") + ", not copied"
  }

  /// "3 skipped (2 MP4, 1 pipe)"; nothing where there are none.
  private static func counted(_ count: Int, _ word: String, _ parts: [String]) -> String {
    guard count > 0 else { return "" }
    return "\(count) \(word)" + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
  }

  /// Why the unchanged are; nothing where all simply have their copy.
  private static func unchanged(_ summary: RunSummary) -> [String] {
    if summary.sameContent == 0 { return [] }
    let own = summary.copiedBefore - summary.sameContent
    return [English.count(summary.sameContent, "has", "have") + " the same content as another"]
      + (own > 0 ? [English.count(own, "has its copy", "have their copies") + " already"] : [])
  }

  private static func finding(_ kind: FindingKind) -> String {
    switch kind {
    case .missing: "a registered file is gone"
    case .changed: "differs from what was registered"
    case .unreadable: "can't be read"
    case .damaged: "can't be decoded"
    case .orphan: "lies in an album's folder, but the catalogue does not know it"
    case .openIntent: "was begun by a run that ended before it was finished"
    case .withoutFiles: "the catalogue has an asset without files"
    case .remains: "was left by a run that has ended"
    }
  }

  private static func remedy(_ kind: FindingKind) -> String {
    switch kind {
    case .missing: "put it back, or let check --repair forget the copy"
    case .changed: "move it away and convert again to have the copy as it was"
    case .unreadable: "check its permissions and the disk"
    case .damaged: "move it away and convert again"
    case .orphan: "move it elsewhere, or add it with shiying register"
    case .openIntent: "the next shiying convert finishes or undoes it"
    case .withoutFiles, .remains: "check --repair removes it"
    }
  }

  private static func remedyOfOriginal(_ kind: FindingKind) -> String {
    switch kind {
    case .missing: "put it back; its place in the library is kept"
    case .changed: "if the change is meant, run shiying register on it"
    case .damaged: "copy it again from where it came from"
    default: remedy(kind)
    }
  }

  private static func repair(_ kind: FindingKind) -> String {
    switch kind {
    case .missing: "forgotten; convert the original again to have the copy back"
    case .withoutFiles: "the asset without files was forgotten"
    case .remains: "removed"
    case .changed, .unreadable, .damaged, .orphan, .openIntent: "put right"
    }
  }

  private static func joined(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
