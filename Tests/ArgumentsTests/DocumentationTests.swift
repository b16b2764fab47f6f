import Arguments
import Messages
import Testing

@testable import Commands

@Suite("What the program says of itself")
struct DocumentationTests {
  static let commands = Descriptions.program.shownCommands.map(\.name)

  @Test("Help of the program", arguments: Language.allCases)
  func programHelp(language: Language) throws {
    try Golden.expect(
      HelpText(Descriptions.program, language: language).text(nil),
      at: "Tests/ArgumentsTests/Golden/\(language.rawValue)/shiying.txt"
    )
  }

  @Test("Help of every command", arguments: commands, Language.allCases)
  func commandHelp(command: String, language: Language) throws {
    let description = try #require(Descriptions.all.first { $0.name == command })
    try Golden.expect(
      HelpText(Descriptions.program, language: language).text(description),
      at: "Tests/ArgumentsTests/Golden/\(language.rawValue)/\(command).txt"
    )
  }

  @Test(
    "The manual in the repository is the one that the program writes",
    arguments: DocumentationFiles.pages.map(\.path)
  )
  func page(path: String) throws {
    let text = try #require(DocumentationFiles.pages.first { $0.path == path }?.text)
    try Golden.expect(text, at: "man/\(path)")
  }

  @Test("Help keeps to the width that it is given", arguments: [60, 72, 80], Language.allCases)
  func width(columns: Int, language: Language) {
    let help = HelpText(Descriptions.program, language: language, width: columns)
    for command in [nil] + Descriptions.program.shownCommands {
      for line in help.text(command).split(separator: "\n")
      where !line.hasPrefix("  shiying") && !line.hasPrefix("  find") {
        #expect(DisplayWidth.columns(of: line) <= columns, "\(line)")
      }
    }
  }

  @Test("Hidden commands and options never appear")
  func hidden() {
    var texts = DocumentationFiles.completions.map(\.text) + DocumentationFiles.pages.map(\.text)
    for language in Language.allCases {
      texts.append(HelpText(Descriptions.program, language: language).text(nil))
    }
    for text in texts {
      #expect(!text.contains("worker"))
      // The first line names the command that made the file.
      #expect(
        !text.split(separator: "\n").dropFirst().contains {
          $0.contains("shiying documentation") && !$0.hasPrefix("#")
        }
      )
    }
  }

  @Test("No two options of a command share a spelling, and all are explained in both languages")
  func consistency() {
    for command in Descriptions.all {
      let spellings = command.options.flatMap { option in
        option.longNames + (option.isNegatable ? option.longNames.map { "no-\($0)" } : [])
      }
      #expect(Set(spellings).count == spellings.count, "\(command.name): \(spellings)")
      let shorts = command.options.compactMap(\.short)
      #expect(Set(shorts).count == shorts.count, "\(command.name): \(shorts)")
      for option in command.options {
        #expect(!option.help.english.isEmpty && !option.help.chinese.isEmpty)
        #expect(option.value.takesValue != option.metavar.english.isEmpty, "\(option.spelling)")
      }
      for name in command.exclusive.joined() + command.usageOptions {
        #expect(command.option(name) != nil, "\(command.name) has no \(name.name)")
      }
    }
  }
}
