public import Messages

/// An operand of a command.
public struct PositionalDescription: Hashable, Sendable {
  /// How it is called ("PATH").
  public let metavar: LocalizedText
  /// What it is.
  public let help: LocalizedText
  /// How many there may be.
  public let count: ClosedRange<Int>
  /// An option with which there need be none.
  public let replacement: OptionIdentifier?

  /// Describes an operand.
  public init(
    _ metavar: LocalizedText,
    count: ClosedRange<Int> = 1...Int.max,
    unless replacement: OptionIdentifier? = nil,
    help: LocalizedText
  ) {
    self.metavar = metavar
    self.count = count
    self.replacement = replacement
    self.help = help
  }

  /// How it stands in a synopsis: "PATH...", "[PATH...]".
  public func synopsis(_ language: Language) -> String {
    let name = metavar[language] + (count.upperBound > 1 ? "..." : "")
    return count.lowerBound == 0 ? "[\(name)]" : name
  }
}

/// A command line worth showing.
public struct CommandExample: Hashable, Sendable {
  /// What it does.
  public let purpose: LocalizedText
  /// The line, without a prompt.
  public let line: String

  /// Makes an example.
  public init(_ line: String, _ purpose: LocalizedText) {
    self.line = line
    self.purpose = purpose
  }
}

/// A name with what it means: an exit code, a variable, a file.
public struct DescribedName: Hashable, Sendable {
  /// The code, variable or path.
  public let name: String
  /// What it means.
  public let meaning: LocalizedText

  /// Makes an entry.
  public init(_ name: String, _ meaning: LocalizedText) {
    self.name = name
    self.meaning = meaning
  }
}

/// Paragraphs of the manual under a heading of their own.
public struct ManualSection: Hashable, Sendable {
  /// The heading.
  public let title: LocalizedText
  /// The paragraphs.
  public let paragraphs: [LocalizedText]
  /// A list of names behind them.
  public let entries: [DescribedName]

  /// Makes a section.
  public init(_ title: LocalizedText, _ paragraphs: [LocalizedText], entries: [DescribedName] = []) {
    self.title = title
    self.paragraphs = paragraphs
    self.entries = entries
  }
}

/// A command, described once as data: parsing, help, manual and completions are made from it.
public struct CommandDescription: Hashable, Sendable {
  /// Its name.
  public let name: String
  /// What it does: a phrase without a full stop.
  public let summary: LocalizedText
  /// What there is to know before using it, for help: few, short paragraphs.
  public let discussion: [LocalizedText]
  /// Operands in order; only the last may have an open count.
  public let positionals: [PositionalDescription]
  /// Options; those of one group stand together.
  public let options: [OptionDescription]
  /// Groups of options of which only one can be given.
  public let exclusive: [[OptionIdentifier]]
  /// Options that stand in the usage line, before "[options]".
  public let usageOptions: [OptionIdentifier]
  /// Examples, the most useful first.
  public let examples: [CommandExample]
  /// Sections of the manual besides the ones that every page has.
  public let sections: [ManualSection]
  /// Exit codes.
  public let exitStatus: [DescribedName]
  /// Other pages of the manual: "shiying-set(1)".
  public let seeAlso: [String]
  /// Whether it is the program's own business: never shown.
  public let isHidden: Bool

  /// Describes a command.
  public init(
    _ name: String,
    summary: LocalizedText,
    discussion: [LocalizedText] = [],
    positionals: [PositionalDescription] = [],
    options: [OptionDescription],
    exclusive: [[OptionIdentifier]] = [],
    usageOptions: [OptionIdentifier] = [],
    examples: [CommandExample] = [],
    sections: [ManualSection] = [],
    exitStatus: [DescribedName] = [],
    seeAlso: [String] = [],
    isHidden: Bool = false
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.positionals = positionals
    self.options = options
    self.exclusive = exclusive
    self.usageOptions = usageOptions
    self.examples = examples
    self.sections = sections
    self.exitStatus = exitStatus
    self.seeAlso = seeAlso
    self.isHidden = isHidden
  }

  /// The description of an option.
  public func option(_ identifier: OptionIdentifier) -> OptionDescription? {
    options.first { $0.identifier == identifier }
  }

  /// The options that people are shown, by group, in the order of the groups.
  public var shownGroups: [(group: OptionGroup, options: [OptionDescription])] {
    OptionGroup.allCases.compactMap { group in
      let members = options.filter { $0.group == group && !$0.isHidden }
      return members.isEmpty ? nil : (group, members)
    }
  }
}

/// The whole program as its command line shows it.
public struct ProgramDescription: Hashable, Sendable {
  /// Its name.
  public let name: String
  /// What it is: a phrase without a full stop.
  public let summary: LocalizedText
  /// What there is to know: for help.
  public let discussion: [LocalizedText]
  /// Its commands.
  public let commands: [CommandDescription]
  /// Options that stand before a command, or alone.
  public let options: [OptionDescription]
  /// Examples, the most useful first.
  public let examples: [CommandExample]
  /// Sections of its manual page.
  public let sections: [ManualSection]
  /// Variables that it reads.
  public let environment: [DescribedName]
  /// Files that it reads and writes.
  public let files: [DescribedName]
  /// Exit codes.
  public let exitStatus: [DescribedName]
  /// Other pages of the manual.
  public let seeAlso: [String]

  /// Describes a program.
  public init(
    _ name: String,
    summary: LocalizedText,
    discussion: [LocalizedText],
    commands: [CommandDescription],
    options: [OptionDescription],
    examples: [CommandExample] = [],
    sections: [ManualSection] = [],
    environment: [DescribedName] = [],
    files: [DescribedName] = [],
    exitStatus: [DescribedName] = [],
    seeAlso: [String] = []
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.commands = commands
    self.options = options
    self.examples = examples
    self.sections = sections
    self.environment = environment
    self.files = files
    self.exitStatus = exitStatus
    self.seeAlso = seeAlso
  }

  /// The commands that people are shown.
  public var shownCommands: [CommandDescription] { commands.filter { !$0.isHidden } }
}
