internal import Arguments
internal import Messages

/// The manual pages of section 1 and the completions, as files.
enum DocumentationFiles {
  /// The date on the pages: of the last change to what they describe.
  static let date = "November 30, 2026"

  /// The folder of a language's pages, below the folder of all pages.
  static func folder(_ language: Language) -> String {
    switch language {
    case .english: "man1"
    case .traditionalChinese: "zh_TW/man1"
    }
  }

  /// Every page in every language by its path below the manual's folder: "zh_TW/man1/shiying-set.1".
  static var pages: [(path: String, text: String)] {
    let program = Descriptions.program
    return Language.allCases.flatMap { language in
      let renderer = ManualPage(program, language: language, date: date, version: ProgramVersion.number)
      return ([nil] + program.shownCommands).map { command in
        ("\(folder(language))/\(ManualPage.name(program, command)).1", renderer.text(command))
      }
    }
  }

  /// The completions of every shell by their path: "completions/_shiying".
  static var completions: [(path: String, text: String)] {
    Completions.Shell.allCases.map { shell in
      (
        "completions/\(shell.fileName(Descriptions.program.name))",
        Completions.text(Descriptions.program, for: shell)
      )
    }
  }
}
