public import Messages

/// What a command line asks for.
public enum CommandLineRequest: Hashable, Sendable {
  /// To run a command.
  case run(CommandDescription, ParsedArguments)
  /// To show help: of a command, or of the program (nil).
  case help(CommandDescription?)
  /// To show the version.
  case version
  /// Nothing that can be done.
  case failure(UsageProblem)
}

/// Reads a command line by the descriptions of the commands, by the POSIX guidelines with long options: `--opt value`,
/// `--opt=value`, `-jN`, `-j N`, `-qv`; options and operands in any order; `--` ends the options; `-` is an operand.
/// Long options are never abbreviated: what is short today would be ambiguous tomorrow.
public struct CommandLineParser {
  /// Reads the arguments behind the program's name.
  public static func parse(_ arguments: [[UInt8]], program: ProgramDescription) -> CommandLineRequest {
    guard let first = arguments.first else { return .failure(UsageProblem(.noCommand)) }
    let name = String(decoding: first, as: UTF8.self)
    if name == "help" { return help(on: arguments.dropFirst().first, program: program) }
    if let command = program.commands.first(where: { $0.name == name }) {
      return CommandArguments(command, Array(arguments.dropFirst())).parse()
    }
    if first.first == UInt8(ascii: "-") { return programOption(name, program) }
    let names = program.shownCommands.map(\.name) + ["help"]
    return .failure(
      UsageProblem(.unknownCommand(name, suggestion: EditDistance.nearest(to: name, among: names)))
    )
  }

  private static func help(on argument: [UInt8]?, program: ProgramDescription) -> CommandLineRequest {
    guard let argument else { return .help(nil) }
    let name = String(decoding: argument, as: UTF8.self)
    if let command = program.shownCommands.first(where: { $0.name == name }) { return .help(command) }
    let suggestion = EditDistance.nearest(to: name, among: program.shownCommands.map(\.name))
    return .failure(UsageProblem(.unknownCommand(name, suggestion: suggestion)))
  }

  private static func programOption(_ text: String, _ program: ProgramDescription) -> CommandLineRequest {
    for option in program.options {
      let isMeant = option.spellings.contains { $0.text == text } || option.short.map { "-\($0)" } == text
      guard isMeant else { continue }
      switch option.value {
      case .help: return .help(nil)
      case .version: return .version
      default: break
      }
    }
    let names = program.options.flatMap { $0.spellings.map(\.text) }
    return .failure(
      UsageProblem(.unknownOption(text, suggestion: EditDistance.nearest(to: text, among: names)))
    )
  }
}

/// Reads the arguments of one command.
struct CommandArguments {
  private let command: CommandDescription
  private var rest: ArraySlice<[UInt8]>
  private var result: ParsedArguments
  private var problem: UsageProblem?
  private var request: CommandLineRequest?

  init(_ command: CommandDescription, _ arguments: [[UInt8]]) {
    self.command = command
    rest = arguments[...]
    result = ParsedArguments(command)
  }

  /// A request for help counts wherever it stands, whatever else is wrong.
  consuming func parse() -> CommandLineRequest {
    readAll()
    if let request { return request }
    if problem == nil { checkWhole() }
    if let problem { return .failure(problem) }
    return .run(command, result)
  }

  private mutating func readAll() {
    while let argument = rest.popFirst() {
      if argument == Array("--".utf8) {
        result.operands += rest
        return
      }
      if argument.starts(with: "--".utf8) {
        readLong(argument)
      } else if argument.first == UInt8(ascii: "-"), argument.count > 1 {
        readShorts(argument.dropFirst())
      } else {
        result.operands.append(argument)
      }
    }
  }

  // MARK: - Options

  private mutating func readLong(_ argument: [UInt8]) {
    let end = argument.firstIndex(of: UInt8(ascii: "=")) ?? argument.endIndex
    let spelling = String(decoding: argument[..<end], as: UTF8.self)
    let attached = end < argument.endIndex ? Array(argument[(end + 1)...]) : nil
    guard let (option, isPositive) = option(spelt: spelling) else {
      fail(.unknownOption(spelling, suggestion: suggestion(for: spelling)))
      return
    }
    read(option, spelling: spelling, isPositive: isPositive, attached: attached)
  }

  private mutating func readShorts(_ all: ArraySlice<UInt8>) {
    var letters = all
    while let letter = letters.popFirst() {
      let name = Character(Unicode.Scalar(letter))
      guard letter < 0x80, let option = command.options.first(where: { $0.short == name }) else {
        let shown = letter < 0x80 ? String(name) : String(decoding: [letter] + letters, as: UTF8.self)
        // "-quality" is a long option with a dash too few.
        let long = "--" + String(decoding: all.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
        fail(.unknownOption("-\(shown)", suggestion: self.option(spelt: long).map { _ in long }))
        return
      }
      let attached = option.value.takesValue && !letters.isEmpty ? Array(letters) : nil
      read(option, spelling: "-\(name)", isPositive: true, attached: attached)
      if option.value.takesValue { return }
    }
  }

  private mutating func read(
    _ option: OptionDescription,
    spelling: String,
    isPositive: Bool,
    attached: [UInt8]?
  ) {
    guard option.value.takesValue else {
      if attached != nil { fail(.unexpectedValue(option: spelling)) }
      switch option.value {
      case .help: request = request ?? .help(command)
      case .version: request = request ?? .version
      default: set(option, .flag(isPositive))
      }
      return
    }
    guard let bytes = attached ?? nextValue(of: option, spelling: spelling) else { return }
    guard let value = value(bytes, of: option) else {
      let shown = ControlCharacters.escaped(bytes: bytes)
      fail(.invalidValue(option: spelling, value: shown, expected: option.form))
      return
    }
    set(option, value)
  }

  /// The next argument, unless it is an option of this command: then the value was forgotten. A value that does look
  /// like one is written with "=".
  private mutating func nextValue(of option: OptionDescription, spelling: String) -> [UInt8]? {
    let form = option.form
    guard let next = rest.first else {
      fail(.missingValue(option: spelling, form: form, next: nil))
      return nil
    }
    let text = String(decoding: next.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
    if self.option(spelt: text) != nil {
      fail(.missingValue(option: option.spelling, form: form, next: String(decoding: next, as: UTF8.self)))
      return nil
    }
    return rest.popFirst()
  }

  private mutating func set(_ option: OptionDescription, _ value: ParsedArguments.Value) {
    if option.isRepeatable {
      result.values[option.identifier, default: []].append(value)
    } else {
      result.values[option.identifier] = [value]
    }
  }

  private func value(_ bytes: [UInt8], of option: OptionDescription) -> ParsedArguments.Value? {
    if case .path = option.value { return bytes.isEmpty ? nil : .path(bytes) }
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    switch option.value {
    case .choice(let choices):
      let word = text.lowercased()
      return choices.first { $0.name == word || $0.aliases.contains(word) }.map { .text($0.name) }
    case .integer(let range): return Int(text).flatMap { range.contains($0) ? .integer($0) : nil }
    case .number(let range):
      return Double(text).flatMap { $0.isFinite && range.contains($0) ? .number($0) : nil }
    case .time(let range, let word):
      if let word, text.lowercased() == word { return .text(word) }
      return TimeText.seconds(text).flatMap { range.contains($0) ? .number($0) : nil }
    case .size(let range): return SizeText.byteCount(text).flatMap { range.contains($0) ? .integer($0) : nil }
    case .text: return text.isEmpty ? nil : .text(text)
    case .none, .path, .help, .version: return nil
    }
  }

  private func option(spelt spelling: String) -> (OptionDescription, Bool)? {
    for option in command.options {
      if let match = option.spellings.first(where: { $0.text == spelling }) {
        return (option, match.isPositive)
      }
    }
    return nil
  }

  private func suggestion(for spelling: String) -> String? {
    let candidates = command.options.filter { !$0.isHidden }.flatMap { $0.spellings.map(\.text) }
    return EditDistance.nearest(to: spelling, among: candidates)
  }

  // MARK: - The whole

  private mutating func checkWhole() {
    for group in command.exclusive {
      let given = group.filter(result.has).compactMap(command.option)
      if given.count > 1 { fail(.conflict(given[0].spelling, given[1].spelling)) }
    }
    var count = result.operands.count
    for positional in command.positionals {
      let isReplaced = positional.replacement.map(result.has) ?? false
      if count < positional.count.lowerBound && !isReplaced { fail(.missingOperand(positional.metavar)) }
      count -= min(count, positional.count.upperBound)
    }
    if count > 0, let extra = result.operands.suffix(count).first {
      fail(.unexpectedOperand(ControlCharacters.escaped(bytes: extra)))
    }
  }

  /// Keeps the first problem.
  private mutating func fail(_ fact: UsageProblem.Fact) {
    if problem == nil { problem = UsageProblem(fact, command: command.isHidden ? nil : command.name) }
  }
}
