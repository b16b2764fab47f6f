internal import Messages

/// Completion for bash, without the bash-completion package.
struct BashCompletion {
  let program: ProgramDescription

  var text: String {
    let name = program.name
    let commands = program.shownCommands.map(\.name).joined(separator: " ")
    let programOptions = program.options.flatMap(\.shownSpellings).joined(separator: " ")
    let cases = program.shownCommands.map(command).joined()
    return """
      # bash completion for \(name); made by '\(name) documentation'.
      _\(name)() {
        local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" options=""
        # Readline splits words at "=", so the option of --option=value stands two words back.
        if [[ $current == = ]]; then
          current=""
        elif [[ $previous == = ]]; then
          previous="${COMP_WORDS[COMP_CWORD-2]}"
        fi
        COMPREPLY=()
        if (( COMP_CWORD == 1 )); then
          COMPREPLY=($(compgen -W "\(commands) help \(programOptions)" -- "$current"))
          return
        fi
        case "${COMP_WORDS[1]}" in
          help) COMPREPLY=($(compgen -W "\(commands)" -- "$current")); return ;;
      \(cases)    *) return ;;
        esac
        if [[ $current == -* ]]; then
          COMPREPLY=($(compgen -W "$options" -- "$current"))
        else
          local IFS=$'\\n'
          compopt -o filenames
          COMPREPLY=($(compgen -f -- "$current"))
        fi
      }
      complete -F _\(name) \(name)

      """
  }

  private func command(_ command: CommandDescription) -> String {
    let options = command.options.filter { !$0.isHidden }
    let words = options.flatMap(\.shownSpellings).joined(separator: " ")
    let values = options.filter(\.value.takesValue).map { option in
      "        \(pattern(option))) \(reply(Completable(option.value))); return ;;\n"
    }
    return """
          \(command.name))
            options="\(words)"
            case "$previous" in
      \(values.joined())      esac ;;

      """
  }

  private func pattern(_ option: OptionDescription) -> String { option.shownSpellings.joined(separator: "|") }

  private func reply(_ values: Completable) -> String {
    switch values {
    case .words(let words): "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$current\"))"
    case .files: "local IFS=$'\\n'; compopt -o filenames; COMPREPLY=($(compgen -f -- \"$current\"))"
    case .folders: "local IFS=$'\\n'; compopt -o filenames; COMPREPLY=($(compgen -d -- \"$current\"))"
    case .nothing: ":"
    }
  }
}
