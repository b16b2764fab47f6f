internal import Arguments
internal import Batch
internal import CSystem
internal import Glibc
internal import Messages

/// The program: command line in, exit code out.
public enum Commands {
  /// Runs the program with this process's arguments and environment.
  public static func run() -> Int32 {
    var environment: [String: String] = [:]
    var entry = shiying_environment()
    while let pointer = entry?.pointee {
      let text = String(cString: pointer)
      if let equals = text.firstIndex(of: "=") {
        environment[String(text[..<equals])] = String(text[text.index(after: equals)...])
      }
      entry = entry?.advanced(by: 1)
    }
    prepareDescriptors()
    let code = run(arguments: ArgumentBytes.ofProcess(), environment: environment)
    guard code == ExitCode.done.rawValue, let problem = StandardOutput.problem else { return code }
    let console = Console(language: Language.from(environment: environment), environment: environment)
    console.problem(problem, subject: problem.values["path"] ?? "")
    return ExitCode(stoppingProblem: problem).rawValue
  }

  /// A standard stream that the caller closed must not become the number of the catalogue's file, which messages would
  /// then be written into. In place of standard output stands a device that refuses, so that lost data is noticed.
  private static func prepareDescriptors() {
    for (number, device, flags) in [
      (0, "/dev/null", O_RDONLY), (1, "/dev/full", O_WRONLY), (2, "/dev/null", O_WRONLY),
    ]
    where lseek(Int32(number), 0, SEEK_CUR) < 0 && errno == EBADF {
      if number == 1 { StandardOutput.noteClosed() }
      _ = shiying_open(device, flags, 0)
    }
    // Past a limit on file size, write(2) then says so instead of ending the program.
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Runs one command line.
  ///
  /// - Parameters:
  ///   - arguments: the arguments behind the program's name, as bytes: paths need not be UTF-8.
  /// - Returns: the exit code; the policy is `ExitCode`'s.
  public static func run(arguments: [[UInt8]], environment: [String: String]) -> Int32 {
    let language = Language.from(environment: environment)
    let console = Console(language: language, environment: environment)
    switch CommandLineParser.parse(arguments, program: Descriptions.program) {
    case .help(let command):
      let help = HelpText(
        Descriptions.program,
        language: language,
        width: Terminal.helpWidth(environment: environment)
      )
      console.output(help.text(command))
      return ExitCode.done.rawValue
    case .version:
      console.output(ProgramVersion.nameAndVersion + "\n")
      return ExitCode.done.rawValue
    case .failure(let problem):
      if problem.fact == .noCommand {
        // Whoever types the bare name wants to know what there is.
        let width = Terminal.helpWidth(environment: environment)
        console.raw(HelpText(Descriptions.program, language: language, width: width).text(nil))
      } else {
        console.usage(problem)
      }
      return ExitCode.usage.rawValue
    case .run(let command, let parsed):
      return run(command, parsed, console)
    }
  }

  private static func run(_ command: CommandDescription, _ parsed: ParsedArguments, _ console: Console)
    -> Int32
  {
    do {
      switch command.name {
      case "worker": return Worker.serve()
      case "convert": return try ConvertCommand(arguments: parsed, console: console).run()
      case "collage": return try CollageCommand(arguments: parsed, console: console).run()
      case "verify": return try VerifyCommand(arguments: parsed, console: console).run().rawValue
      case "register": return try RegisterCommand(arguments: parsed, console: console).run().rawValue
      case "set": return try SetCommand(arguments: parsed, console: console).run().rawValue
      case "list": return try ListCommand(arguments: parsed, console: console).run().rawValue
      case "info": return try InfoCommand(arguments: parsed, console: console).run().rawValue
      case "check": return try CheckCommand(arguments: parsed, console: console).run().rawValue
      case "documentation":
        try DocumentationCommand.run(parsed)
        return ExitCode.done.rawValue
      default: throw Problem(.internalError, ["detail": "command \(command.name)"])
      }
    } catch let problem as UsageProblem {
      console.usage(problem)
      return ExitCode.usage.rawValue
    } catch let problem as Problem {
      console.problem(problem, subject: problem.values["path"] ?? "")
      return ExitCode(stoppingProblem: problem).rawValue
    } catch {
      console.problem(Problem(.internalError, ["detail": "\(error)"]), subject: "")
      return ExitCode.software.rawValue
    }
  }
}
