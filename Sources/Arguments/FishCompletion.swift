internal import Messages

/// Completion for fish.
struct FishCompletion {
  let program: ProgramDescription

  var text: String {
    let name = program.name
    var lines = ["# fish completion for \(name); made by '\(name) documentation'."]
    for command in program.shownCommands {
      lines.append(
        "complete -c \(name) -n __fish_use_subcommand -f -a \(command.name) -d '\(quoted(command.summary.english))'"
      )
    }
    lines.append("complete -c \(name) -n __fish_use_subcommand -f -a help -d 'Explain a command'")
    lines += program.options.flatMap { self.lines($0, condition: "__fish_use_subcommand") }
    for command in program.shownCommands {
      let condition = "'__fish_seen_subcommand_from \(command.name)'"
      for option in command.options where !option.isHidden {
        lines += self.lines(option, condition: condition)
      }
    }
    let names = program.shownCommands.map(\.name).joined(separator: " ")
    lines.append("complete -c \(name) -n '__fish_seen_subcommand_from help' -f -a '\(names)'")
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(_ option: OptionDescription, condition: String) -> [String] {
    var line = "complete -c \(program.name) -n \(condition)"
    if let short = option.short { line += " -s \(short)" }
    line += " -l \(option.longNames.first ?? option.identifier.name)"
    if option.value.takesValue {
      switch Completable(option.value) {
      case .words(let words): line += " -x -a '\(words.joined(separator: " "))'"
      case .files: line += " -r -F"
      case .folders: line += " -x -a '(__fish_complete_directories)'"
      case .nothing: line += " -x"
      }
    }
    let explanation = " -d '\(quoted(option.help.english))'"
    let opposite =
      option.isNegatable
      ? ["complete -c \(program.name) -n \(condition) -l no-\(option.longNames.first ?? "")\(explanation)"]
      : []
    return [line + explanation] + opposite
  }

  private func quoted(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
  }
}
