internal import Arguments
internal import Batch
internal import Files
internal import FoundationEssentials
internal import Library
internal import Messages
internal import StillImages

/// Tells what a run does: data to standard output, messages and the progress bar to standard error.
final class RunReporter {
  private let console: Console
  private let output: StandardOutput
  private let isJSON: Bool
  private let printsAll: Bool
  private let isQuiet: Bool
  private let isVerbose: Bool
  private let isDryRun: Bool
  private let failedList: FailedList?
  private let showsProgress: Bool
  private var bar = ProgressBar(done: 0, total: 0)
  private var meter = ProgressMeter()
  private var isBarDrawn = false
  private var lastDrawing = 0.0
  private var undecidedCount = 0
  private var saidNotes: [NoteCode: FoldedNotes] = [:]

  /// Notes of one code of which only the first few are said one by one.
  private struct FoldedNotes {
    var count = 0
    /// The first of those that are not said, and whether others of them have other facts.
    var first: Note?
    var differ = false
  }

  /// Files of which something was said before their work.
  private var saidBefore: Set<FilePath> = []
  /// Files that are named before the others are only counted.
  private static let namedNotes = 3
  private var failures: [ProblemCode: Int] = [:]

  init(_ arguments: ParsedArguments, _ console: Console, isDryRun: Bool) throws {
    self.console = console
    output = StandardOutput(arguments)
    isJSON = arguments.flag(.json)
    printsAll = arguments.text(.print) == "all"
    isQuiet = arguments.flag(.quiet)
    isVerbose = arguments.flag(.verbose)
    self.isDryRun = isDryRun
    failedList = try arguments.path(.failedTo).map {
      try FailedList(FilePath(bytes: $0), isNullSeparated: arguments.flag(.null))
    }
    switch arguments.text(.progress) {
    case "always": showsProgress = true
    case "never": showsProgress = false
    default: showsProgress = !isQuiet && Terminal.canRedraw(.errors, environment: console.environment)
    }
  }

  func report(_ event: BatchEvent) {
    switch event {
    case .libraryCreated(let path): if !isQuiet { say { $0.say(.libraryCreated(path: path.lossyString)) } }
    case .libraryNote(let note): say { $0.note(note, subject: "") }
    case .planned(let count):
      bar.total = count
      draw(force: true)
    case .notice(let path, let note):
      if isQuiet { break }
      saidBefore.insert(path)
      say { $0.note(note, subject: path.shownText) }
    case .item(let result):
      item(result)
      draw(force: false)
    case .tick(let current):
      bar.current = current?.lastComponentText ?? ""
      draw(force: false)
    }
  }

  private func item(_ result: ItemResult) {
    bar.done += 1
    let subject = result.source.shownText
    if result.status == .failed {
      bar.failed += 1
      failedList?.append(result.source)
      if result.problem?.code == .hdrUndecided { undecidedCount += 1 }
      if let problem = result.problem {
        failures[problem.code, default: 0] += 1
        say { $0.problem(problem, subject: subject) }
      }
    }
    if !isQuiet {
      for note in result.notes where isWorthSaying(note, result.status) {
        if note.code == .animationLarge, saidBefore.contains(result.source) { continue }
        self.note(note, subject)
      }
    }
    if isJSON {
      clearBar()
      output.write(line: JSONLine.text(ItemRecord(result, isDryRun: isDryRun)))
      return
    }
    for file in result.outputs where printsAll || file.isShown(among: result.outputs) {
      clearBar()
      output.write(path: file.path)
    }
  }

  /// In a run of thousands nobody reads a line for each photo that had a gain map: the first few are named, the others
  /// counted.
  private func note(_ note: Note, _ subject: String) {
    var folded = saidNotes[note.code] ?? FoldedNotes()
    folded.count += 1
    if isVerbose || folded.count <= Self.namedNotes {
      say { $0.note(note, subject: subject) }
    } else {
      if let first = folded.first, first != note { folded.differ = true }
      folded.first = folded.first ?? note
    }
    saidNotes[note.code] = folded
  }

  private func sayFurtherNotes() {
    for (_, said) in saidNotes.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where !isVerbose {
      guard let first = said.first else { continue }
      console.say(
        .furtherNotes(
          count: said.count - Self.namedNotes,
          note: console.wording.note(first, subject: ""),
          differ: said.differ
        )
      )
    }
  }

  /// A photo that has the format already, or one that was made to fit as asked, is no news in a run of thousands; what was
  /// lost otherwise is.
  private func isWorthSaying(_ note: Note, _ status: ItemStatus) -> Bool {
    switch note.code {
    case .alreadyInFormat, .sameContent: isVerbose
    default: status != .unchanged || isVerbose
    }
  }

  /// The last lines of a run.
  func finish(_ summary: BatchSummary) throws {
    clearBar()
    // A dry run writes nothing, not even this.
    if let failedList, !isDryRun {
      try failedList.close()
      let count = failedList.brokenNameCount
      if count > 0 { console.say(.listHasLineFeeds(list: failedList.shownPath, count: count)) }
    }
    if isJSON { output.write(line: JSONLine.text(SummaryRecord(summary, isDryRun: isDryRun))) }
    if undecidedCount > 0 { console.say(.hdrUndecided(count: undecidedCount)) }
    if summary.signal != nil { console.say(.interrupted) }
    if let problem = summary.stoppedBy {
      if problem.code != .cancelled { console.problem(problem, subject: problem.values["path"] ?? "") }
      console.say(.stoppedEarly)
    }
    if isQuiet { return }
    sayFurtherNotes()
    if summary.signal == nil, summary.delivered + summary.unchanged + summary.failed + summary.ignored == 0 {
      console.say(.nothingToDo)
      return
    }
    console.say(
      .summary(
        RunSummary(
          delivered: summary.copies,
          unchanged: summary.unchanged,
          alreadyInFormat: summary.alreadyInFormat,
          sameContent: summary.sameContent,
          ignored: summary.ignored,
          ignoredKinds: summary.ignoredKinds,
          failed: summary.failed,
          folder: summary.folder?.lossyString,
          isDryRun: isDryRun
        )
      )
    )
  }

  /// The exit code of a run.
  func exitCode(_ summary: BatchSummary) -> ExitCode {
    ExitCode(failures: failures, of: summary.failed, succeeded: summary.delivered + summary.unchanged)
  }

  func askAboutHDR(_ file: FilePath, target: String?) -> HDRDecision? {
    clearBar()
    return HDRQuestion(console: console).ask(file: file.shownText, target: target)
  }

  // MARK: - Standard error

  private func say(_ body: (Console) -> Void) {
    clearBar()
    body(console)
  }

  private func clearBar() {
    guard isBarDrawn else { return }
    console.raw("\r\u{1B}[K")
    isBarDrawn = false
  }

  private func draw(force: Bool) {
    guard showsProgress, bar.total > 0 else { return }
    let now = ProgressMeter.now
    meter.note(done: bar.done, at: now)
    guard force || now - lastDrawing > 0.1 || !isBarDrawn && now - lastDrawing > 0.05 else { return }
    lastDrawing = now
    bar.rate = meter.rate
    let columns = Terminal.columns(.errors, environment: console.environment)
    var shown = bar
    shown.current = ControlCharacters.escaped(bar.current)
    console.raw("\r" + shown.line(columns: columns, language: console.language) + "\u{1B}[K")
    isBarDrawn = true
  }
}

extension ItemOutput {
  /// Whether a copy is known by this file: not a sidecar, nor the video of a Live Photo.
  fileprivate func isShown(among files: [ItemOutput]) -> Bool {
    role != .sidecar && !(role == .video && files.contains { $0.role == .still })
  }
}
