public import Messages

/// Renders help for a terminal from the descriptions.
public struct HelpText {
  private let program: ProgramDescription
  private let language: Language
  private let width: Int
  /// The column at which explanations of options begin.
  private let indentation = 26

  /// Renders in `language`, in lines of at most `width` columns.
  public init(_ program: ProgramDescription, language: Language, width: Int = 80) {
    self.program = program
    self.language = language
    self.width = max(60, width)
  }

  /// Help of a command, or of the program where that is nil; ends with a line feed.
  public func text(_ command: CommandDescription?) -> String {
    let blocks = command.map(blocks) ?? programBlocks
    return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  // MARK: - The program

  private var programBlocks: [[String]] {
    var result: [[String]] = [
      TextLayout.wrapped("\(program.name) - \(program.summary[language])", width: width),
      [phrase("Usage: \(program.name) COMMAND [options] PATH...", "用法：\(program.name) 命令 [選項] 路徑...")],
    ]
    result += program.discussion.map { TextLayout.wrapped($0[language], width: width) }
    result.append(examples(program.examples))
    let commands = program.shownCommands.map { (command: $0.name, summary: $0.summary[language]) }
    result.append(
      [phrase("Commands:", "命令：")] + commands.flatMap { entry("  \($0.command)", $0.summary, column: 14) }
    )
    result.append(
      [phrase("Options:", "選項：")] + program.options.flatMap { entry(specification($0), $0.help[language]) }
    )
    let name = program.name
    result.append(
      TextLayout.wrapped(
        phrase(
          "'\(name) COMMAND --help' tells about a command, 'man \(name)' everything.",
          "「\(name) 命令 --help」說明一個命令，「man \(name)」有全部的說明。"
        ),
        width: width
      )
    )
    return result
  }

  // MARK: - A command

  private func blocks(_ command: CommandDescription) -> [[String]] {
    var result: [[String]] = [
      TextLayout.wrapped("\(program.name) \(command.name) - \(command.summary[language])", width: width),
      [phrase("Usage: ", "用法：") + usage(command)],
    ]
    result += command.discussion.map { TextLayout.wrapped($0[language], width: width) }
    result.append(examples(command.examples))
    for (group, options) in command.shownGroups {
      let heading = group.title[language] + phrase(":", "：")
      result.append([heading] + options.flatMap { entry(specification($0), help($0)) })
    }
    let page = "\(program.name)-\(command.name)"
    result.append([phrase("The manual: man \(page)", "手冊：man \(page)")])
    return result
  }

  /// "shiying convert --to FORMAT [options] PATH..."
  private func usage(_ command: CommandDescription) -> String {
    var parts = ["\(program.name) \(command.name)"]
    parts += command.usageOptions.compactMap(command.option).map { "\($0.spelling) \($0.metavar[language])" }
    parts.append(phrase("[options]", "[選項]"))
    parts += command.positionals.map { $0.synopsis(language) }
    return parts.joined(separator: " ")
  }

  private func help(_ option: OptionDescription) -> String {
    guard let standard = option.defaultText?[language] else { return option.help[language] }
    return option.help[language] + phrase(" [default: \(standard)]", "（預設：\(standard)）")
  }

  /// "  -j, --jobs N"
  private func specification(_ option: OptionDescription) -> String {
    let short = option.short.map { "-\($0), " } ?? "    "
    let long = option.isNegatable ? "--[no-]\(option.longNames.first ?? "")" : option.spelling
    let metavar = option.metavar[language]
    return "  \(short)\(long)\(metavar.isEmpty ? "" : " \(metavar)")"
  }

  private func examples(_ examples: [CommandExample]) -> [String] {
    if examples.isEmpty { return [] }
    return [phrase("Examples:", "範例：")]
      + examples.flatMap { example in
        ["  \(example.line)"]
          + TextLayout.wrapped(example.purpose[language], width: width - 6).map { "      \($0)" }
      }
  }

  /// A name with its explanation beside it, or below it where it is too long for that.
  private func entry(_ name: String, _ text: String, column: Int? = nil) -> [String] {
    let column = column ?? indentation
    var lines = TextLayout.wrapped(text, width: width - column)
    let margin = String(repeating: " ", count: column)
    guard DisplayWidth.columns(of: name) <= column - 2 else { return [name] + lines.map { margin + $0 } }
    let first = lines.removeFirst()
    return [DisplayWidth.padded(name, to: column) + first] + lines.map { margin + $0 }
  }

  private func phrase(_ english: String, _ chinese: String) -> String {
    LocalizedText(english, zh: chinese)[language]
  }
}
