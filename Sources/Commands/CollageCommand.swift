internal import Arguments
internal import Batch
internal import Collages
internal import ConversionSink
internal import Files
internal import Library
internal import Messages
internal import Metadata

/// `shiying collage`: options become a value, the value becomes a collage.
struct CollageCommand {
  let arguments: ParsedArguments
  let console: Console

  func run() throws -> Int32 {
    let inputs = try InputList.read(arguments)
    let library = try LibraryLocation.find(
      arguments,
      environment: console.environment,
      isNeeded: !arguments.has(.output) && !arguments.flag(.plan)
    )
    var options = try CollageArguments(arguments).options(inputs, library: library)
    if options.output == .library {
      options.albumNames = try LibraryLocation.albumNames(arguments, environment: console.environment)
      // It holds copies of single originals, and is no album of anybody's.
      if let album = options.album?.name, album == options.albumNames.conversions {
        throw arguments.problem(
          .invalidValue(
            option: "--to-album",
            value: album,
            expected: LocalizedText("an album of your own", zh: "自己的相簿")
          )
        )
      }
    }
    if arguments.flag(.plan) { return try plan(options).rawValue }
    if options.output == .standardOutput, try !StandardOutput.takesFile(console) {
      return ExitCode.usage.rawValue
    }
    let result: CollageResult
    if case .file(let path) = options.output, let refusal = OutputFile.refusal(path, source: FilePath("-")) {
      result = CollageResult(status: .failed, problem: refusal)
    } else {
      let isQuiet = arguments.flag(.quiet)
      let reporter = CollageReporter(console, isShown: !isQuiet && !arguments.flag(.json))
      var run = CollageRun(options)
      run.progress = reporter.report
      if !isQuiet {
        run.say = { [console] message in
          reporter.clear()
          console.say(message)
        }
      }
      result = run.run()
      reporter.clear()
    }
    tell(result, options)
    return exitCode(result).rawValue
  }

  private func plan(_ options: CollageRunOptions) throws -> ExitCode {
    let plan = try CollageRun(options).plan()
    for source in plan.sources {
      if let problem = source.problem { console.problem(problem, subject: source.shown.shownText) }
    }
    let text = JSONLine.text(
      CollagePlan(plan.layout, motion: plan.motion) { index in
        let source = plan.sources[index]
        return PlanSource(
          path: PathRecord(source.shown),
          status: source.problem == nil ? "used" : "missing"
        )
      }
    )
    StandardOutput.write(line: text)
    return Self.exitCode(plan.sources)
  }

  // MARK: - What is said

  private func tell(_ result: CollageResult, _ options: CollageRunOptions) {
    let isQuiet = arguments.flag(.quiet)
    if let library = result.newLibrary, !isQuiet { console.say(.libraryCreated(path: library.lossyString)) }
    for source in result.sources {
      let subject = source.shown.shownText
      if let problem = source.problem { console.problem(problem, subject: subject) }
      for note in source.notes where !isQuiet { console.note(note, subject: subject) }
    }
    let subject = result.outputs.first?.path.lossyString ?? ""
    for note in result.notes where !isQuiet { console.note(note, subject: subject) }
    if let problem = result.problem { console.problem(problem, subject: problem.values["path"] ?? "") }
    if options.output != .standardOutput { write(result) }
    guard result.status != .failed, !isQuiet, let tier = result.tier else { return }
    if tier == .live, let motion = result.motion {
      console.say(.collageMotion(motion.rawValue, hasSound: result.hasSound))
    }
    if options.output != .library, let poster = result.poster.first {
      console.say(.collagePoster(path: poster.path.lossyString))
    }
    console.say(
      .collageDone(
        CollageSummary(
          tier: tier.rawValue,
          count: result.sources.count,
          missing: result.missing.count,
          isUnchanged: result.status == .unchanged,
          folder: result.folder?.lossyString
        )
      )
    )
  }

  private func write(_ result: CollageResult) {
    let output = StandardOutput(arguments)
    if arguments.flag(.json) {
      output.write(line: JSONLine.text(CollageRecord(result)))
      return
    }
    let isPair = result.outputs.contains { $0.role == .still }
    let printsAll = arguments.text(.print) == "all"
    for file in result.outputs {
      let isShown = file.role != .sidecar && !(isPair && file.role == .video)
      if isShown || printsAll { output.write(path: file.path) }
    }
    for file in result.poster where printsAll { output.write(path: file.path) }
  }

  private func exitCode(_ result: CollageResult) -> ExitCode {
    if let problem = result.problem, problem.code != .collageUnreadable {
      return ExitCode(stoppingProblem: problem)
    }
    return Self.exitCode(result.sources)
  }

  /// Where no source is there at all, that is what a script wants to know.
  private static func exitCode(_ sources: [CollageResult.Source]) -> ExitCode {
    let problems = sources.compactMap(\.problem)
    if problems.isEmpty { return .done }
    let areGone = problems.count == sources.count && problems.allSatisfy { $0.code == .inputMissing }
    return areGone ? .noInput : .someFailed
  }
}

/// A source in a plan.
private struct PlanSource: Encodable {
  let path: PathRecord
  let status: String
}
