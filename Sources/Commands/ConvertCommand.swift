internal import Arguments
internal import Batch
internal import Conversions
internal import ConversionSink
internal import Files
internal import Glibc
internal import Library
internal import Messages
internal import Pixels
internal import StillImages

/// `shiying convert`: options become a value, the value goes to the batch.
struct ConvertCommand {
  let arguments: ParsedArguments
  let console: Console

  func run() throws -> Int32 {
    let inputs = try InputList.read(arguments)
    let options = try options(inputs)
    if let output = arguments.path(.output) {
      return try single(inputs, options, FilePath(bytes: output)).rawValue
    }
    if inputs.contains(FilePath("-")) { throw arguments.problem(.requires(option: "-", other: "--output")) }
    return try batch(options)
  }

  // MARK: - Many files

  private func batch(_ options: BatchOptions) throws -> Int32 {
    let reporter = try RunReporter(arguments, console, isDryRun: options.isDryRun)
    let canAsk =
      Terminal.isTerminal(.input) && Terminal.isTerminal(.errors) && !arguments.flag(.noInput)
      && !options.isDryRun && options.settings.hdr == .ask
    let batch = Batch(
      options: options,
      executable: FilePath("/proc/self/exe"),
      askAboutHDR: canAsk ? { reporter.askAboutHDR($0, target: options.settings.targetName) } : nil,
      report: reporter.report
    )
    let summary = try batch.run()
    try reporter.finish(summary)
    if let number = summary.signal {
      // Whoever started this sees that it was a signal, not an exit code of ours.
      signal(number, SIG_DFL)
      raise(number)
    }
    if let problem = summary.stoppedBy { return ExitCode(stoppingProblem: problem).rawValue }
    return reporter.exitCode(summary).rawValue
  }

  // MARK: - One file

  private func single(_ inputs: [FilePath], _ options: BatchOptions, _ output: FilePath) throws -> ExitCode {
    guard let input = inputs.first, inputs.count == 1,
      input == FilePath("-") || (try? FileStatus.of(input))?.kind != .directory
    else {
      throw arguments.problem(.severalInputs(option: "--output"))
    }
    let isStandardOutput = output == FilePath("-")
    if isStandardOutput, try !StandardOutput.takesFile(console) { return .usage }
    let isStandardInput = input == FilePath("-")
    if isStandardInput && Terminal.isTerminal(.input) { console.say(.readingFromTerminal) }
    var conversion = SingleConversion(options: options)
    if options.settings.hdr == .ask, Terminal.isTerminal(.input), Terminal.isTerminal(.errors),
      !arguments.flag(.noInput)
    {
      let target = options.settings.targetName
      conversion.askAboutHDR = { HDRQuestion(console: console).ask(file: input.shownText, target: target) }
    }
    let isQuiet = arguments.flag(.quiet)
    if !isQuiet { conversion.say = { console.note($0, subject: input.shownText) } }
    let result: ItemResult
    if let refusal = isStandardOutput ? nil : OutputFile.refusal(output, source: input) {
      result = ItemResult(source: input, status: .failed, problem: refusal)
    } else {
      result = conversion.run(
        isStandardInput ? .standardInput : .file(input),
        to: isStandardOutput ? nil : output
      )
    }
    let subject = result.source.shownText
    for note in result.notes where !isQuiet && note.code != .animationLarge {
      console.note(note, subject: subject)
    }
    if let problem = result.problem { console.problem(problem, subject: subject) }
    if !isStandardOutput {
      if arguments.flag(.json) {
        StandardOutput.write(line: JSONLine.text(ItemRecord(result, isDryRun: options.isDryRun)))
      } else {
        for file in result.outputs where file.role != .sidecar {
          StandardOutput(arguments).write(path: file.path)
        }
      }
    }
    guard let problem = result.problem else { return .done }
    return ExitCode(stoppingProblem: problem)
  }

  // MARK: - Options

  private func options(_ inputs: [FilePath]) throws -> BatchOptions {
    var options = BatchOptions(
      inputs: inputs,
      settings: try ConvertSettings(arguments).settings(),
      // -o needs no library; here there is none that could know the original.
      library: try LibraryLocation.find(
        arguments,
        environment: console.environment,
        isNeeded: !arguments.has(.output)
      )
    )
    if arguments.path(.output) == nil {
      options.albumNames = try LibraryLocation.albumNames(arguments, environment: console.environment)
    }
    if let folder = arguments.path(.into) {
      options.placement = .into(try FilePath(bytes: folder).absolute())
    }
    if arguments.flag(.beside) { options.placement = .beside }
    options.keepsFolders = arguments.flag(.keepFolders)
    options.nameTemplate = arguments.text(.nameTemplate)
    if let template = options.nameTemplate { try check(template) }
    // Exactly the file that is named, unless more is asked for.
    let unasked = arguments.has(.output) ? SidecarPolicy.never : .auto
    options.sidecar = arguments.text(.sidecar).flatMap(SidecarPolicy.init) ?? unasked
    options.jobs = arguments.integer(.jobs) ?? options.jobs
    options.shard = try shard()
    options.isDryRun = arguments.flag(.dryRun)
    options.hashesExisting = arguments.flag(.verify)
    options.timeLimitInSeconds =
      arguments.integer(.timeLimit) ?? options.settings.usualTimeLimitInSeconds ?? options.timeLimitInSeconds
    options.memoryLimitInBytes = arguments.integer(.memoryLimit) ?? options.memoryLimitInBytes
    options.isVerbose = arguments.flag(.verbose)
    return options
  }

  private func shard() throws -> Shard? {
    guard let text = arguments.text(.shard) else { return nil }
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1],
      let shard = Shard(number: number, count: count)
    else { throw arguments.unusable(.shard, text) }
    return shard
  }

  /// A template with a mistake is a mistake of the command line, not of each file.
  private func check(_ template: String) throws {
    let date = CopyName.Date(year: 2000, month: 1, day: 1, hour: 0, minute: 0, second: 0)
    let fields = CopyName.Fields(source: FilePath("IMG_0001.HEIC"), format: "jpg", date: date)
    do { _ = try CopyName(template: template, fields: fields, fileExtension: "jpg") } catch {
      let fault = (error as? Problem)?.values["detail"] ?? ""
      throw arguments.problem(.unusableTemplate(option: "--name", template: template, fault: fault))
    }
  }
}
