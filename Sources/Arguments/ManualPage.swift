public import Messages

/// Renders manual pages of section 1 in mdoc(7) from the descriptions.
public struct ManualPage {
  private let program: ProgramDescription
  private let language: Language
  private let date: String
  private let version: String

  /// Renders in `language`. `date` as mdoc(7) wants it: "November 30, 2026".
  public init(_ program: ProgramDescription, language: Language, date: String, version: String) {
    self.program = program
    self.language = language
    self.date = date
    self.version = version
  }

  /// The page's name, and its file's name without the section: "shiying-convert".
  public static func name(_ program: ProgramDescription, _ command: CommandDescription?) -> String {
    command.map { "\(program.name)-\($0.name)" } ?? program.name
  }

  /// The page of a command, or of the program where that is nil; ends with a line feed.
  public func text(_ command: CommandDescription?) -> String {
    let name = Self.name(program, command)
    var lines = [
      ".\\\" Made by 'shiying documentation' from the descriptions of the commands; do not edit.",
      ".Dd \(date)", ".Dt \(name.uppercased()) 1", ".Os \(program.name) \(version)", ".Sh NAME",
      ".Nm \(name)",
      ".Nd \(ManualText.lines((command?.summary ?? program.summary)[language], language).joined(separator: " "))",
      ".Sh SYNOPSIS",
    ]
    lines += command.map(synopsis) ?? programSynopsis
    lines.append(".Sh DESCRIPTION")
    lines += command.map(description) ?? programDescription
    lines.append(".Sh OPTIONS")
    lines += command.map(options) ?? list(program.options)
    for section in command?.sections ?? program.sections { lines += self.section(section) }
    lines.append(".Sh ENVIRONMENT")
    lines += entries(program.environment, macro: "Ev")
    lines.append(".Sh FILES")
    lines += entries(program.files, macro: "Pa")
    lines.append(".Sh EXIT STATUS")
    lines += entries(command?.exitStatus ?? program.exitStatus, macro: nil)
    lines += examples(command?.examples ?? program.examples)
    lines.append(".Sh SEE ALSO")
    lines += references(command?.seeAlso ?? program.seeAlso)
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: - Parts

  private var programSynopsis: [String] {
    [
      ".Nm", ".Ar \(argument(LocalizedText("COMMAND", zh: "命令")))",
      ".Op Ar \(argument(LocalizedText("options", zh: "選項")))",
      ".Op Ar \(argument(LocalizedText("PATH", zh: "路徑"))) ...", ".Nm", ".Fl -help | Fl -version",
    ]
  }

  private func synopsis(_ command: CommandDescription) -> [String] {
    var lines = [".Nm \(program.name) \(command.name)"]
    lines += command.usageOptions.compactMap(command.option).map {
      ".Fl \(flag($0.spelling)) Ar \(argument($0.metavar))"
    }
    lines.append(".Op Ar \(argument(LocalizedText("options", zh: "選項")))")
    lines += command.positionals.map { positional in
      let name = "Ar \(argument(positional.metavar))" + (positional.count.upperBound > 1 ? " ..." : "")
      return positional.synopsis(language).hasPrefix("[") ? ".Op \(name)" : ".\(name)"
    }
    return lines
  }

  private var programDescription: [String] {
    var lines = paragraphs(program.discussion)
    lines += [".Pp"] + ManualText.lines(phrase("The commands are:", "命令有："), language)
    lines.append(".Bl -tag -width Ds")
    for command in program.shownCommands {
      lines.append(".It Cm \(command.name)")
      lines += ManualText.lines(command.summary[language] + phrase(";", "；"), language)
      lines += [phrase("see", "見"), ".Xr \(program.name)-\(command.name) 1 ."]
    }
    return lines + [".El"]
  }

  private func description(_ command: CommandDescription) -> [String] {
    var lines = paragraphs(command.discussion)
    if !command.positionals.isEmpty {
      lines.append(".Bl -tag -width Ds")
      for positional in command.positionals {
        lines.append(
          ".It Ar \(argument(positional.metavar))" + (positional.count.upperBound > 1 ? " ..." : "")
        )
        lines += ManualText.lines(positional.help[language], language)
      }
      lines.append(".El")
    }
    return lines
  }

  private func options(_ command: CommandDescription) -> [String] {
    command.shownGroups.flatMap { group, options in
      (group == .main ? [] : [".Ss \(group.title[language])"]) + list(options)
    }
  }

  private func list(_ options: [OptionDescription]) -> [String] {
    [".Bl -tag -width Ds"] + options.flatMap(item) + [".El"]
  }

  private func item(_ option: OptionDescription) -> [String] {
    var spellings = option.short.map { ["Fl \($0)"] } ?? []
    spellings.append("Fl \(flag(option.spelling))")
    if option.isNegatable { spellings.append("Fl -no-\(option.longNames.first ?? "")") }
    var head = ".It " + spellings.joined(separator: " , ")
    if option.value.takesValue { head += " Ar \(argument(option.metavar))" }
    var text = option.help[language]
    if let standard = option.defaultText?[language] {
      text += phrase(" Default: \(standard).", "預設：\(standard)。")
    }
    if option.isRepeatable { text += phrase(" May be given several times.", "可以給好幾次。") }
    return [head] + ManualText.lines(text, language)
      + option.details.flatMap { [".Pp"] + ManualText.lines($0[language], language) }
  }

  private func section(_ section: ManualSection) -> [String] {
    [".Sh \(section.title[language])"] + paragraphs(section.paragraphs)
      + (section.entries.isEmpty ? [] : entries(section.entries, macro: "Li"))
  }

  private func entries(_ entries: [DescribedName], macro: String?) -> [String] {
    [".Bl -tag -width Ds"]
      + entries.flatMap { entry in
        let name = ManualText.argument(entry.name)
        return [".It \(macro.map { "\($0) " } ?? "")\(name)"]
          + ManualText.lines(entry.meaning[language], language)
      } + [".El"]
  }

  private func examples(_ examples: [CommandExample]) -> [String] {
    if examples.isEmpty { return [] }
    return [".Sh EXAMPLES"]
      + examples.enumerated().flatMap { index, example in
        (index == 0 ? [] : [".Pp"]) + ManualText.lines(example.purpose[language] + phrase(":", "："), language)
          + [".Bd -literal -offset 2n", ManualText.literal(example.line), ".Ed"]
      }
  }

  private func references(_ pages: [String]) -> [String] {
    pages.enumerated().map { index, page in
      let parts = page.split(whereSeparator: { $0 == "(" || $0 == ")" })
      let separator = index == pages.count - 1 ? "" : " ,"
      return ".Xr \(parts.first ?? "") \(parts.dropFirst().first ?? "1")\(separator)"
    }
  }

  private func paragraphs(_ texts: [LocalizedText]) -> [String] {
    texts.enumerated().flatMap { index, text in
      (index == 0 ? [] : [".Pp"]) + ManualText.lines(text[language], language)
    }
  }

  private func argument(_ text: LocalizedText) -> String { ManualText.argument(text[language]) }

  /// "--quality" without its first dash, which `.Fl` sets.
  private func flag(_ spelling: String) -> String { String(spelling.dropFirst()) }

  private func phrase(_ english: String, _ chinese: String) -> String {
    LocalizedText(english, zh: chinese)[language]
  }
}
