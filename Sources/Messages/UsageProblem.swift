/// What is wrong with a command line: facts only. `Wording.usage` words it.
public struct UsageProblem: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Fact: Hashable, Sendable {
    /// No command was given.
    case noCommand
    /// There is no such command. `suggestion` is one that is spelt nearly so.
    case unknownCommand(String, suggestion: String?)
    /// The command has no such option.
    case unknownOption(String, suggestion: String?)
    /// An option's value is missing. `next`: the option that stands where the value should be.
    case missingValue(option: String, form: LocalizedText, next: String?)
    /// A value was given to an option that has none.
    case unexpectedValue(option: String)
    /// A value is not what the option takes.
    case invalidValue(option: String, value: String, expected: LocalizedText)
    /// An operand is missing; the form is its name in the synopsis.
    case missingOperand(LocalizedText)
    /// More operands than the command takes.
    case unexpectedOperand(String)
    /// An option that must be given is not.
    case missingOption(String)
    /// Two options that exclude each other.
    case conflict(String, String)
    /// `--at` lies outside of the part that `--start` and `--length` say.
    case momentOutside
    /// An option makes no sense without another.
    case requires(option: String, other: String)
    /// An option fits only one input.
    case severalInputs(option: String)
    /// A line of the configuration file can't be used.
    case configuration(file: String, line: String)
    /// No option of `set` was given: nothing would change.
    case nothingToChange
    /// A name template gives no usable name; `fault` as the problem `write.bad-name` states it.
    case unusableTemplate(option: String, template: String, fault: String)
    /// The person's home folder can't be found out, and with it no library. `found`: what HOME says, where that is no
    /// whole path.
    case noHome(found: String?)
  }

  /// What is wrong.
  public var fact: Fact
  /// The command that was given, where there is one.
  public var command: String?

  /// States a problem.
  public init(_ fact: Fact, command: String? = nil) {
    self.fact = fact
    self.command = command
  }
}

/// The English wording of a wrong command line.
enum EnglishUsage {
  static func help(_ problem: UsageProblem) -> String {
    let help = problem.command.map { "shiying \($0) --help" } ?? "shiying --help"
    return "Try '\(help)'."
  }

  private static let configurationForm =
    "what fits is library = DIR with a whole path, or one that begins with ~/; conversions-album = NAME; creations-album = NAME"

  static func fact(_ fact: UsageProblem.Fact) -> String {
    switch fact {
    case .noCommand: "no command given"
    case .unknownCommand(let name, let suggestion): "there is no command '\(name)'" + hint(suggestion)
    case .unknownOption(let name, let suggestion): "there is no option \(name)" + hint(suggestion)
    case .missingValue(let option, let form, let next):
      if let next {
        "\(option) needs a value (\(form.english)), but \(next) follows; write \(option)=\(next) if that is the value"
      } else {
        "\(option) needs a value: \(form.english)"
      }
    case .unexpectedValue(let option): "\(option) takes no value"
    case .invalidValue(let option, let value, let expected):
      "\(option) can't be '\(value)': it takes \(expected.english)"
    case .missingOperand(let name): "\(name.english) is missing"
    case .unexpectedOperand(let text): "'\(text)' is one too many"
    case .missingOption(let option): "\(option) is missing"
    case .momentOutside: "--at lies outside of the part of the video that --start and --length say"
    case .conflict(let first, let second): "\(first) and \(second) can't go together"
    case .requires(let option, let other): "\(option) needs \(other)"
    case .severalInputs(let option): "\(option) takes exactly one input file"
    case .configuration(let file, let line):
      "\(file) has a line that can't be used: '\(line)'; \(configurationForm)"
    case .nothingToChange: "nothing to change: no option says what"
    case .unusableTemplate(let option, let template, let fault):
      "\(option) can't be '\(template)': \(Terms.templateFault(fault, .english))"
    case .noHome(let found):
      (found.map { "HOME is '\($0)', which is no whole path" }
        ?? "HOME is not set, and the system knows no home folder of this user")
        + "; set it, or name the library with -L or SHIYING_LIBRARY"
    }
  }

  private static func hint(_ suggestion: String?) -> String {
    suggestion.map { "; did you mean \($0)?" } ?? ""
  }
}

/// The Traditional Chinese wording of a wrong command line.
enum ChineseUsage {
  private static let configurationForm =
    "要寫成 library = 資料夾（完整路徑，或以 ~/ 開頭）、conversions-album = 名稱、creations-album = 名稱"

  static func help(_ problem: UsageProblem) -> String {
    let help = problem.command.map { "shiying \($0) --help" } ?? "shiying --help"
    return "請看「\(help)」。"
  }

  static func fact(_ fact: UsageProblem.Fact) -> String {
    switch fact {
    case .noCommand: "沒有指定命令"
    case .unknownCommand(let name, let suggestion): "沒有「\(name)」這個命令" + hint(suggestion)
    case .unknownOption(let name, let suggestion): "沒有 \(name) 這個選項" + hint(suggestion)
    case .missingValue(let option, let form, let next):
      if let next {
        "\(option) 需要一個值（\(form.chinese)），但後面接著 \(next)；如果那就是它的值，請寫成 \(option)=\(next)"
      } else {
        "\(option) 需要一個值：\(form.chinese)"
      }
    case .unexpectedValue(let option): "\(option) 不接受值"
    case .invalidValue(let option, let value, let expected):
      "\(option) 不能是「\(value)」：應為\(spaced(expected.chinese))"
    case .missingOperand(let name): "缺少\(spaced(name.chinese))"
    case .unexpectedOperand(let text): "多了「\(text)」"
    case .missingOption(let option): "缺少 \(option)"
    case .momentOutside: "--at 不在 --start 與 --length 指定的那一段影片裡"
    case .conflict(let first, let second): "\(first) 和 \(second) 不能一起用"
    case .requires(let option, let other): "\(option) 要和 \(other) 一起用"
    case .severalInputs(let option): "\(option) 只能用在單一輸入檔"
    case .configuration(let file, let line): "\(file) 有一行無法使用：「\(line)」；\(configurationForm)"
    case .nothingToChange: "沒有要更改的：沒有選項說明要改什麼"
    case .unusableTemplate(let option, let template, let fault):
      "\(option) 不能是「\(template)」：\(Terms.templateFault(fault, .traditionalChinese))"
    case .noHome(let found):
      (found.map { "HOME 是「\($0)」，不是完整路徑" } ?? "沒有設定 HOME，系統也不知道這個使用者的家目錄")
        + "；請設定 HOME，或用 -L 或 SHIYING_LIBRARY 指定圖庫"
    }
  }

  private static func hint(_ suggestion: String?) -> String { suggestion.map { "；是不是要 \($0)？" } ?? "" }

  /// A space between Chinese and Latin letters or digits.
  private static func spaced(_ text: String) -> String { text.first?.isASCII == true ? " \(text)" : text }
}
