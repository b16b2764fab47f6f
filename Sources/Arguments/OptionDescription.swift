public import Messages

/// Names an option in the code, so that a misspelt one does not compile.
public struct OptionIdentifier: Hashable, Sendable {
  /// The name; the first long name of the option, as a rule.
  public let name: String

  /// Names an option.
  public init(_ name: String) { self.name = name }
}

/// What an option takes.
public enum OptionValue: Hashable, Sendable {
  /// Nothing: a switch.
  case none
  /// One of these.
  case choice([Choice])
  /// A whole number.
  case integer(ClosedRange<Int>)
  /// A decimal number.
  case number(ClosedRange<Double>)
  /// A number of bytes, with K, M, G or T (also KiB, kB...: always powers of 1024) behind it.
  case size(ClosedRange<Int>)
  /// A moment or length within a video, in seconds: "1.5", "0:01.5", "1:02:03"; or, where there is one, a word.
  case time(ClosedRange<Double>, word: String? = nil)
  /// Text, in UTF-8. `form` says what kind of, for the message where the command refuses it.
  case text(form: LocalizedText)
  /// A file or folder; any bytes.
  case path(PathKind)
  /// Asks for help.
  case help
  /// Asks for the version.
  case version

  /// Whether the option is followed by a value.
  public var takesValue: Bool {
    switch self {
    case .none, .help, .version: false
    case .choice, .integer, .number, .size, .time, .text, .path: true
    }
  }
}

/// What a path stands for, for completions.
public enum PathKind: Hashable, Sendable {
  case file
  case folder
}

/// One value of an option.
public struct Choice: Hashable, Sendable {
  /// The value, in small letters; capitals are understood.
  public let name: String
  /// Other spellings that mean the same; not shown.
  public let aliases: [String]

  /// Makes a choice.
  public init(_ name: String, aliases: [String] = []) {
    self.name = name
    self.aliases = aliases
  }
}

/// Groups of options in help and manual, in this order.
public enum OptionGroup: Int, Hashable, Sendable, CaseIterable {
  /// What the command does or makes.
  case main
  /// How a collage lies.
  case layout
  /// How a collage moves.
  case motion
  /// How an animation is made.
  case animation
  /// Where copies go.
  case destination
  /// Which files are taken.
  case input
  /// How a run works.
  case run
  /// What is said.
  case output
  /// Help and version.
  case common

  /// The group's heading.
  public var title: LocalizedText {
    switch self {
    case .main: LocalizedText("Options", zh: "選項")
    case .layout: LocalizedText("The layout", zh: "版面")
    case .motion: LocalizedText("What moves", zh: "動態")
    case .animation: LocalizedText("GIFs (--to gif)", zh: "GIF（--to gif）")
    case .destination: LocalizedText("Where copies go", zh: "副本放哪裡")
    case .input: LocalizedText("Input", zh: "輸入")
    case .run: LocalizedText("The run", zh: "執行")
    case .output: LocalizedText("Output", zh: "輸出")
    case .common: LocalizedText("Help", zh: "說明")
    }
  }
}

/// One option, described once: parsing, help, manual and completions are made from it.
public struct OptionDescription: Hashable, Sendable {
  /// Its name in the code.
  public let identifier: OptionIdentifier
  /// Long names without the dashes; the first is shown, the others are understood.
  public let longNames: [String]
  /// The short name.
  public let short: Character?
  /// What it takes.
  public let value: OptionValue
  /// How the value is called in help ("FILE"); empty for a switch.
  public let metavar: LocalizedText
  /// Whether it may be given several times, every value counting; otherwise the last one counts.
  public let isRepeatable: Bool
  /// Whether `--no-NAME` says the opposite.
  public let isNegatable: Bool
  /// Whether it is left out of help, manual and completions.
  public let isHidden: Bool
  /// What it does: a sentence for help.
  public let help: LocalizedText
  /// What more there is to know, for the manual alone: whole sentences.
  public let details: [LocalizedText]
  /// Where it stands in help.
  public let group: OptionGroup
  /// What holds where it is not given, if that is worth saying.
  public let defaultText: LocalizedText?

  /// Describes an option. `long` is its first name and its name in the code.
  public init(
    _ identifier: OptionIdentifier,
    long: String? = nil,
    aliases: [String] = [],
    short: Character? = nil,
    value: OptionValue = .none,
    metavar: LocalizedText? = nil,
    isRepeatable: Bool = false,
    isNegatable: Bool = false,
    isHidden: Bool = false,
    group: OptionGroup,
    help: LocalizedText,
    details: [LocalizedText] = [],
    defaultText: LocalizedText? = nil
  ) {
    self.identifier = identifier
    longNames = [long ?? identifier.name] + aliases
    self.short = short
    self.value = value
    self.metavar = metavar ?? Self.metavar(of: value)
    self.isRepeatable = isRepeatable
    self.isNegatable = isNegatable
    self.isHidden = isHidden
    self.group = group
    self.help = help
    self.details = details
    self.defaultText = defaultText
  }

  /// How the option is written in messages: "--quality".
  public var spelling: String { "--" + (longNames.first ?? identifier.name) }

  /// All spellings that mean the option, and whether each says yes.
  var spellings: [(text: String, isPositive: Bool)] {
    longNames.map { ("--" + $0, true) } + (isNegatable ? longNames.map { ("--no-" + $0, false) } : [])
  }

  /// What values it takes, as a message says it.
  public var form: LocalizedText {
    switch value {
    case .none, .help, .version: LocalizedText("nothing", zh: "空的")
    case .choice(let choices):
      LocalizedText(
        Self.list(choices.map(\.name), "or"),
        zh: Self.chineseList(choices.map(\.name))
      )
    case .integer(let range): Self.whole(range)
    case .number(let range):
      LocalizedText(
        "a number from \(range.lowerBound) to \(range.upperBound)",
        zh: "\(range.lowerBound) 到 \(range.upperBound) 的數"
      )
    case .size(let range): Self.size(range)
    case .time(let range, let word): Self.time(range, word)
    case .text(let form): form
    case .path(.file): LocalizedText("a file", zh: "檔案")
    case .path(.folder): LocalizedText("a folder", zh: "資料夾")
    }
  }

  private static func size(_ range: ClosedRange<Int>) -> LocalizedText {
    let form = LocalizedText("a number of bytes such as 800M or 4G", zh: "位元組數，例如 800M 或 4G")
    guard range.lowerBound > 1 else { return form }
    let least = SizeText.text(range.lowerBound)
    return LocalizedText("\(form.english), at least \(least)", zh: "\(form.chinese)，至少 \(least)")
  }

  private static func time(_ range: ClosedRange<Double>, _ word: String?) -> LocalizedText {
    let least = range.lowerBound > 0 ? range.lowerBound : nil
    return LocalizedText(
      "a time such as 1.5 (seconds) or 1:02.5" + (least.map { ", at least \($0)" } ?? "")
        + (word.map { ", or \($0)" } ?? ""),
      zh: "時間，例如 1.5（秒）或 1:02.5" + (least.map { "，至少 \($0)" } ?? "") + (word.map { "，或 \($0)" } ?? "")
    )
  }

  private static func whole(_ range: ClosedRange<Int>) -> LocalizedText {
    if range.upperBound == Int.max {
      return LocalizedText("a whole number from \(range.lowerBound) on", zh: "\(range.lowerBound) 以上的整數")
    }
    return LocalizedText(
      "a whole number from \(range.lowerBound) to \(range.upperBound)",
      zh: "\(range.lowerBound) 到 \(range.upperBound) 的整數"
    )
  }

  private static func metavar(of value: OptionValue) -> LocalizedText {
    switch value {
    case .none, .help, .version: LocalizedText("", zh: "")
    case .choice(let choices):
      LocalizedText(
        choices.map(\.name).joined(separator: "|"),
        zh: choices.map(\.name).joined(separator: "|")
      )
    case .integer, .number: LocalizedText("N", zh: "N")
    case .size: LocalizedText("SIZE", zh: "大小")
    case .time: LocalizedText("TIME", zh: "時間")
    case .text: LocalizedText("TEXT", zh: "文字")
    case .path(.file): LocalizedText("FILE", zh: "檔案")
    case .path(.folder): LocalizedText("DIR", zh: "資料夾")
    }
  }

  private static func list(_ names: [String], _ word: String) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " \(word) " + last
  }

  private static func chineseList(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: "、") + " 或 " + last
  }
}
