internal import Arguments
internal import Batch
internal import Files
internal import Library
internal import Messages

/// `shiying register`: originals into the catalogue, where they lie.
struct RegisterCommand {
  let arguments: ParsedArguments
  let console: Console

  func run() throws -> ExitCode {
    let inputs = try InputList.read(arguments)
    let library = try Library.open(
      at: LibraryLocation.find(arguments, environment: console.environment),
      create: true,
      albumNames: LibraryLocation.albumNames(arguments, environment: console.environment)
    )
    library.notes.forEach { console.note($0, subject: "") }
    let output = StandardOutput(arguments)
    var counts: [ItemStatus: Int] = [:]
    var ignoredKinds: [String: Int] = [:]
    var failures: [ProblemCode: Int] = [:]
    try Registration(library: library).run(inputs: inputs) { result in
      counts[result.status, default: 0] += 1
      if result.status == .ignored, let kind = result.kind { ignoredKinds[kind, default: 0] += 1 }
      if let problem = result.problem {
        failures[problem.code, default: 0] += 1
        console.problem(problem, subject: result.source.shownText)
      }
      if arguments.flag(.json) {
        output.write(line: JSONLine.text(ItemRecord(result, isDryRun: false)))
      } else if result.asset != nil {
        output.write(path: result.source)
      }
    }
    if !arguments.flag(.quiet) {
      console.say(
        .registered(
          RegistrationSummary(
            new: counts[.delivered] ?? 0,
            known: counts[.unchanged] ?? 0,
            ignored: counts[.ignored] ?? 0,
            ignoredKinds: ignoredKinds,
            failed: counts[.failed] ?? 0
          )
        )
      )
    }
    return ExitCode(
      failures: failures,
      of: counts[.failed] ?? 0,
      succeeded: (counts[.delivered] ?? 0) + (counts[.unchanged] ?? 0)
    )
  }
}
