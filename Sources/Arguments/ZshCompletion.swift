internal import Messages

/// Completion for zsh, by `_arguments`.
struct ZshCompletion {
  let program: ProgramDescription

  var text: String {
    let name = program.name
    let commands = program.shownCommands.map { "    '\($0.name):\(quoted($0.summary.english))'" }
    let programOptions = program.options.flatMap { specifications($0) }.map { "    \($0) \\" }
    return """
      #compdef \(name)
      # zsh completion for \(name); made by '\(name) documentation'.

      _\(name)() {
        local curcontext="$curcontext" state line
        typeset -A opt_args
        local -a commands
        commands=(
      \(commands.joined(separator: "\n"))
          'help:Explain a command'
        )
        _arguments -C \\
      \(programOptions.joined(separator: "\n"))
          '1: :->command' \\
          '*:: :->arguments'
        case $state in
          command) _describe -t commands command commands ;;
          arguments)
            case $words[1] in
              help) _describe -t commands command commands ;;
      \(program.shownCommands.map(command).joined())      esac ;;
        esac
      }

      _\(name) "$@"

      """
  }

  private func command(_ command: CommandDescription) -> String {
    let options = command.options.filter { !$0.isHidden }.flatMap { specifications($0) }
    let lines = options.map { "            \($0) \\\n" }.joined()
    return "        \(command.name))\n          _arguments -s -S \\\n\(lines)            '*:path:_files' ;;\n"
  }

  /// One specification a spelling; spellings of one option exclude each other unless it may be repeated.
  private func specifications(_ option: OptionDescription) -> [String] {
    let spellings = option.shownSpellings
    let exclusion =
      option.isRepeatable ? "*" : spellings.count > 1 ? "(\(spellings.joined(separator: " ")))" : ""
    return spellings.map { spelling in
      let isLong = spelling.hasPrefix("--")
      let joint = option.value.takesValue ? (isLong ? "=" : "+") : ""
      let text = quoted(option.help.english).replacing("[", with: "(").replacing("]", with: ")")
      return "'\(exclusion)\(spelling)\(joint)[\(text)]\(action(option))'"
    }
  }

  private func action(_ option: OptionDescription) -> String {
    guard option.value.takesValue else { return "" }
    let name = quoted(option.metavar.english.lowercased())
    return switch Completable(option.value) {
    case .words(let words): ":\(name):(\(words.joined(separator: " ")))"
    case .files: ":\(name):_files"
    case .folders: ":\(name):_files -/"
    case .nothing: ":\(name):"
    }
  }

  /// Harmless inside single quotes and inside a specification, where colons separate.
  private func quoted(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("'", with: "'\\''").replacing(":", with: "\\:")
  }
}
