import Arguments
import Messages
import Testing

@Suite("Command line")
struct CommandLineParserTests {
  // MARK: - A small program

  static let quality = OptionIdentifier("quality")
  static let format = OptionIdentifier("format")
  static let library = OptionIdentifier("library")
  static let jobs = OptionIdentifier("jobs")
  static let memory = OptionIdentifier("memory")
  static let scale = OptionIdentifier("scale")
  static let tag = OptionIdentifier("tag")
  static let noTag = OptionIdentifier("no-tag")
  static let heart = OptionIdentifier("heart")
  static let quiet = OptionIdentifier("quiet")
  static let verbose = OptionIdentifier("verbose")
  static let list = OptionIdentifier("files-from")
  static let secret = OptionIdentifier("secret")

  private static func text(_ text: String) -> LocalizedText { LocalizedText(text, zh: text) }

  static let command = CommandDescription(
    "make",
    summary: text("make"),
    positionals: [PositionalDescription(text("PATH"), unless: list, help: text("paths"))],
    options: [
      OptionDescription(quality, value: .integer(1...100), group: .main, help: text("q")),
      OptionDescription(
        format,
        value: .choice([Choice("jpeg", aliases: ["jpg"]), Choice("png")]),
        group: .main,
        help: text("f")
      ),
      OptionDescription(library, short: "L", value: .path(.folder), group: .main, help: text("l")),
      OptionDescription(jobs, short: "j", value: .integer(1...64), group: .main, help: text("j")),
      OptionDescription(memory, value: .size(1...Int.max), group: .main, help: text("m")),
      OptionDescription(scale, value: .number(-1...2.5), group: .main, help: text("s")),
      OptionDescription(
        tag,
        value: .text(form: text("tag")),
        isRepeatable: true,
        group: .main,
        help: text("t")
      ),
      OptionDescription(
        noTag,
        value: .text(form: text("tag")),
        isRepeatable: true,
        group: .main,
        help: text("t")
      ),
      OptionDescription(heart, aliases: ["love"], isNegatable: true, group: .main, help: text("h")),
      OptionDescription(quiet, short: "q", group: .output, help: text("q")),
      OptionDescription(verbose, short: "v", group: .output, help: text("v")),
      OptionDescription(list, value: .path(.file), group: .input, help: text("l")),
      OptionDescription(secret, isHidden: true, group: .main, help: text("s")),
      OptionDescription(OptionIdentifier("help"), short: "h", value: .help, group: .common, help: text("h")),
      OptionDescription(OptionIdentifier("version"), value: .version, group: .common, help: text("v")),
    ],
    exclusive: [[quality, scale]]
  )

  static let other = CommandDescription("rest", summary: text("r"), options: [])
  static let hidden = CommandDescription("worker", summary: text("w"), options: [], isHidden: true)

  static let program = ProgramDescription(
    "toy",
    summary: text("toy"),
    discussion: [],
    commands: [command, other, hidden],
    options: command.options.filter { $0.group == .common }
  )

  private func parse(_ arguments: String...) -> CommandLineRequest {
    CommandLineParser.parse(arguments.map { Array($0.utf8) }, program: Self.program)
  }

  private func parsed(_ arguments: String...) throws -> ParsedArguments {
    let request = CommandLineParser.parse(
      (["make"] + arguments).map { Array($0.utf8) },
      program: Self.program
    )
    guard case .run(_, let parsed) = request else {
      Issue.record("\(request)")
      throw CancellationError()
    }
    return parsed
  }

  private func fact(_ arguments: String...) -> UsageProblem.Fact? {
    let request = CommandLineParser.parse(
      (["make"] + arguments).map { Array($0.utf8) },
      program: Self.program
    )
    if case .failure(let problem) = request { return problem.fact }
    return nil
  }

  // MARK: - What is understood

  @Test("Values stand behind a space or an equals sign, short ones also at once")
  func values() throws {
    for arguments in [["--quality", "80"], ["--quality=80"]] {
      let request = CommandLineParser.parse(
        (["make", "a"] + arguments).map { Array($0.utf8) },
        program: Self.program
      )
      guard case .run(_, let parsed) = request else {
        Issue.record("\(request)")
        continue
      }
      #expect(parsed.integer(Self.quality) == 80)
    }
    #expect(try parsed("-j4", "a").integer(Self.jobs) == 4)
    #expect(try parsed("-j", "4", "a").integer(Self.jobs) == 4)
    #expect(try parsed("-Ldir", "a").path(Self.library) == Array("dir".utf8))
    #expect(try parsed("--format=jpg", "a").text(Self.format) == "jpeg")
    #expect(try parsed("--format=JPG", "a").text(Self.format) == "jpeg")
    #expect(try parsed("--format", "Png", "a").text(Self.format) == "png")
    #expect(try parsed("--scale", "-0.5", "a").number(Self.scale) == -0.5)
    #expect(try parsed("--tag=c=d", "a").texts(Self.tag) == ["c=d"])
  }

  @Test("Short options are bundled, the last one may take a value")
  func bundles() throws {
    let parsed = try parsed("-qvj8", "a")
    #expect(parsed.flag(Self.quiet) && parsed.flag(Self.verbose))
    #expect(parsed.integer(Self.jobs) == 8)
  }

  @Test("Options and operands in any order; -- ends the options; - is an operand")
  func order() throws {
    let parsed = try parsed("a", "-q", "-", "--", "-v", "--quality")
    #expect(parsed.operands == ["a", "-", "-v", "--quality"].map { Array($0.utf8) })
    #expect(parsed.flag(Self.quiet) && !parsed.flag(Self.verbose))
  }

  @Test("Switches say yes, no or nothing; aliases too")
  func negation() throws {
    #expect(try parsed("a").choice(ofFlag: Self.heart) == nil)
    #expect(try parsed("--heart", "a").choice(ofFlag: Self.heart) == true)
    #expect(try parsed("--no-heart", "a").choice(ofFlag: Self.heart) == false)
    #expect(try parsed("--no-love", "a").choice(ofFlag: Self.heart) == false)
    #expect(try parsed("--heart", "--no-heart", "a").choice(ofFlag: Self.heart) == false)
    #expect(try parsed("a").flag(Self.heart) == false)
  }

  @Test("Repeatable options collect, of the others the last one counts")
  func repetition() throws {
    let parsed = try parsed(
      "--tag",
      "a",
      "--tag=b/c",
      "--quality",
      "1",
      "--quality",
      "2",
      "x",
      "--no-tag",
      "d"
    )
    #expect(parsed.texts(Self.tag) == ["a", "b/c"])
    #expect(parsed.texts(Self.noTag) == ["d"])
    #expect(parsed.integer(Self.quality) == 2)
    #expect(parsed.has(Self.tag) && !parsed.has(Self.scale))
  }

  @Test("Names that are not UTF-8 survive as bytes")
  func bytes() {
    let name: [UInt8] = [0x2F, 0xFF, 0xFE, 0x0A]
    let arguments = [Array("make".utf8), name, Array("--library=".utf8) + name, Array("-L".utf8) + name]
    guard case .run(_, let parsed) = CommandLineParser.parse(arguments, program: Self.program) else {
      Issue.record("not parsed")
      return
    }
    #expect(parsed.operands == [name])
    #expect(parsed.path(Self.library) == name)
  }

  @Test(
    "Sizes",
    arguments: [
      ("65536", 65_536), ("1K", 1024), ("800M", 838_860_800), ("4G", 4 << 30), ("4GiB", 4 << 30),
      ("4gb", 4 << 30),
      ("1.5k", 1536), ("2 M", 2 << 20), ("1T", 1 << 40), ("", nil), ("G", nil), ("-1", nil), ("1.5", nil),
      ("1X", nil),
      ("99999999999999999999", nil), ("9999999999T", nil), ("0", nil), (".5M", nil), ("1e3M", nil),
      ("nan", nil),
    ]
  )
  func sizes(text: String, bytes: Int?) {
    let request = CommandLineParser.parse(
      ["make", "a", "--memory=\(text)"].map { Array($0.utf8) },
      program: Self.program
    )
    if case .run(_, let parsed) = request {
      #expect(parsed.integer(Self.memory) == bytes)
    } else {
      #expect(bytes == nil, "\(request)")
    }
  }

  // MARK: - Help and version

  @Test("Help and version, wherever they stand and whatever else is wrong")
  func help() {
    #expect(parse("--help") == .help(nil))
    #expect(parse("-h") == .help(nil))
    #expect(parse("help") == .help(nil))
    #expect(parse("help", "make") == .help(Self.command))
    #expect(parse("make", "--help") == .help(Self.command))
    #expect(parse("make", "--wrong", "-qh") == .help(Self.command))
    #expect(parse("--version") == .version)
    #expect(parse("make", "--version") == .version)
    #expect(parse("make", "--", "--help") != .help(Self.command))
  }

  // MARK: - What is wrong

  @Test("No command, and unknown ones")
  func commands() {
    #expect(parse() == .failure(UsageProblem(.noCommand)))
    #expect(parse("mkae") == .failure(UsageProblem(.unknownCommand("mkae", suggestion: "make"))))
    #expect(parse("qqqqqq") == .failure(UsageProblem(.unknownCommand("qqqqqq", suggestion: nil))))
    #expect(parse("workr") == .failure(UsageProblem(.unknownCommand("workr", suggestion: nil))))
    #expect(parse("--hlep") == .failure(UsageProblem(.unknownOption("--hlep", suggestion: "--help"))))
    if case .run(let command, _) = parse("worker") {
      #expect(command == Self.hidden)
    } else {
      Issue.record("worker")
    }
  }

  @Test("Unknown options, with what was meant")
  func unknownOptions() {
    #expect(fact("--qualty", "80") == .unknownOption("--qualty", suggestion: "--quality"))
    #expect(fact("--qual=80") == .unknownOption("--qual", suggestion: "--quality"))
    // A word that was cut short means what it begins, however near another is.
    #expect(fact("--fil", "x") == .unknownOption("--fil", suggestion: "--files-from"))
    #expect(fact("--qui") == .unknownOption("--qui", suggestion: "--quiet"))
    #expect(fact("--no-haert") == .unknownOption("--no-haert", suggestion: "--no-heart"))
    #expect(fact("--zzzzzzzz") == .unknownOption("--zzzzzzzz", suggestion: nil))
    #expect(fact("--secre") == .unknownOption("--secre", suggestion: nil))
    #expect(fact("-x") == .unknownOption("-x", suggestion: nil))
    #expect(fact("-quality", "80") == .unknownOption("-u", suggestion: "--quality"))
    #expect(fact("--no-quiet") != nil)
  }

  @Test("Values that are missing, too much or wrong")
  func wrongValues() {
    if case .missingValue("--quality", _, nil) = fact("--quality") {
    } else {
      Issue.record("\(fact("--quality") as Any)")
    }
    if case .missingValue("--tag", _, "--quiet") = fact("--tag", "--quiet", "a") {
    } else {
      Issue.record("--tag --quiet")
    }
    #expect(fact("--tag", "--unlike-any", "a") == nil, "only an option of this command is taken for one")
    #expect(fact("--tag=--quiet", "a") == nil)
    #expect(fact("--quiet=yes", "a") == .unexpectedValue(option: "--quiet"))
    for (option, value) in [
      ("--quality", "0"), ("--quality", "101"), ("--quality", "x"), ("--quality", "9999999999999999999999"),
      ("--format", "gif"), ("--format", ""), ("--scale", "nan"), ("--scale", "3"), ("--tag", ""),
      ("--library", ""),
    ] {
      if case .invalidValue(option, value, _) = fact("\(option)=\(value)", "a") {
      } else {
        Issue.record("\(option)=\(value): \(fact("\(option)=\(value)", "a") as Any)")
      }
    }
  }

  @Test("Operands: too few, too many, or replaced by an option")
  func operands() {
    if case .missingOperand = fact() {} else { Issue.record("no operand") }
    #expect(fact("--files-from", "-") == nil)
    let request = parse("rest", "a", "b")
    #expect(request == .failure(UsageProblem(.unexpectedOperand("a"), command: "rest")))
  }

  @Test("Options that exclude each other")
  func conflicts() {
    #expect(fact("a", "--quality", "1", "--scale", "1") == .conflict("--quality", "--scale"))
  }

  @Test("The first problem is the one that is said")
  func first() {
    #expect(fact("--zzzzzzzz", "--quality=0") == .unknownOption("--zzzzzzzz", suggestion: nil))
  }

  @Test("Every problem has words and says where help is")
  func words() {
    let facts: [UsageProblem.Fact] = [
      .noCommand, .unknownCommand("x", suggestion: nil), .unknownCommand("x", suggestion: "y"),
      .unknownOption("--x", suggestion: "--y"),
      .missingValue(option: "--x", form: Self.text("a file"), next: nil),
      .missingValue(option: "--x", form: Self.text("a file"), next: "--y"), .unexpectedValue(option: "--x"),
      .invalidValue(option: "--x", value: "v", expected: Self.text("a file")),
      .missingOperand(Self.text("PATH")),
      .unexpectedOperand("x"), .missingOption("--x"), .conflict("--x", "--y"),
      .requires(option: "--x", other: "--y"),
      .severalInputs(option: "--x"), .nothingToChange,
    ]
    for language in Language.allCases {
      for fact in facts {
        let lines = Wording(language).usage(UsageProblem(fact, command: "make")).split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.last?.contains("shiying make --help") == true)
      }
      #expect(Wording(language).usage(UsageProblem(.noCommand)).contains("shiying --help"))
    }
  }
}
