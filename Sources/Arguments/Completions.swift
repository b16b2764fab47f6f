internal import Messages

/// Renders completions for shells from the descriptions.
public enum Completions {
  /// The shells.
  public enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish

    /// The file's name; zsh and fish look for it under that name.
    public func fileName(_ program: String) -> String {
      switch self {
      case .bash: "\(program).bash"
      case .zsh: "_\(program)"
      case .fish: "\(program).fish"
      }
    }
  }

  /// The completion file of a shell. Explanations in it are English: it is read before a language is known.
  public static func text(_ program: ProgramDescription, for shell: Shell) -> String {
    switch shell {
    case .bash: BashCompletion(program: program).text
    case .zsh: ZshCompletion(program: program).text
    case .fish: FishCompletion(program: program).text
    }
  }
}

extension OptionDescription {
  /// All spellings that are shown.
  var shownSpellings: [String] {
    (short.map { ["-\($0)"] } ?? []) + [spelling]
      + (isNegatable ? ["--no-\(longNames.first ?? identifier.name)"] : [])
  }
}

/// What may follow an option that takes a value.
enum Completable {
  case words([String])
  case files
  case folders
  case nothing

  init(_ value: OptionValue) {
    switch value {
    case .choice(let choices): self = .words(choices.map(\.name))
    case .path(.file): self = .files
    case .path(.folder): self = .folders
    default: self = .nothing
    }
  }
}
