internal import Arguments
internal import Messages

/// Options and operands that several commands share, word for word.
enum CommonOptions {
  /// `-L`. Where a command has copies to place, it stands with their destination.
  static func library(in group: OptionGroup = .main) -> OptionDescription {
    OptionDescription(
      .library,
      short: "L",
      value: .path(.folder),
      group: group,
      help: LocalizedText("The library to use.", zh: "要用的圖庫。"),
      details: [
        LocalizedText(
          """
          Without it the library is the one that SHIYING_LIBRARY names, else the one of the \
          configuration file, else the folder 拾映 in the folder for pictures.
          """,
          zh: "沒有給時，依序採用 SHIYING_LIBRARY 指定的、設定檔裡的圖庫，再不然就是圖片資料夾裡的「拾映」資料夾。"
        )
      ]
    )
  }

  /// `-o`. Commands differ in what they write, and in what follows from the file's name.
  static func output(_ help: LocalizedText, details: LocalizedText) -> OptionDescription {
    OptionDescription(
      .output,
      short: "o",
      value: .path(.file),
      group: .destination,
      help: help,
      details: [details]
    )
  }

  /// `--quality` of what a command writes.
  static func quality(
    _ help: LocalizedText,
    details: [LocalizedText] = [],
    default defaultText: LocalizedText
  ) -> OptionDescription {
    OptionDescription(
      .quality,
      value: .integer(1...100),
      group: .main,
      help: help,
      details: details,
      defaultText: defaultText
    )
  }

  /// `--max-pixels`: the limit of the readers, whatever is made of the pictures.
  static func maxPixels(_ help: LocalizedText) -> OptionDescription {
    OptionDescription(
      .maxPixels,
      value: .integer(1...Int.max),
      group: .input,
      help: help,
      defaultText: LocalizedText("268435456", zh: "268435456")
    )
  }

  /// `--print` of a command that delivers copies.
  static func print(_ help: LocalizedText) -> OptionDescription {
    OptionDescription(
      .print,
      value: .choice([Choice("still"), Choice("all")]),
      group: .output,
      help: help,
      defaultText: LocalizedText("still", zh: "still")
    )
  }

  static let filesFrom = OptionDescription(
    .filesFrom,
    value: .path(.file),
    metavar: LocalizedText("FILE", zh: "檔案"),
    group: .input,
    help: LocalizedText(
      "Take the paths in FILE too, one a line; - is standard input.",
      zh: "也處理檔案裡列出的路徑，一行一個；- 表示標準輸入。"
    ),
    details: [
      LocalizedText(
        "Empty lines are passed over. Nothing in the list is expanded: a path is taken byte by byte.",
        zh: "空行略過。清單裡的路徑照位元組採用，不做任何展開。"
      )
    ]
  )

  static let null = null(
    LocalizedText(
      "Paths end with NUL instead of a line feed: those of --files-from.",
      zh: "路徑以 NUL 而不是換行結尾：指 --files-from 的清單。"
    ),
    details: [nullElsewhere]
  )

  /// Where there is a list of failures too.
  static let nullLists = null(
    LocalizedText(
      "Paths end with NUL instead of a line feed: those of --files-from and of --failed-to.",
      zh: "路徑以 NUL 而不是換行結尾：指 --files-from 與 --failed-to 的清單。"
    ),
    details: [nullElsewhere]
  )

  private static let nullElsewhere = LocalizedText(
    "Without --files-from it speaks of the paths on standard output, as --print0 always does.",
    zh: "沒有 --files-from 時，指標準輸出上的路徑，和 --print0 一樣。"
  )

  private static func null(
    _ help: LocalizedText,
    details: [LocalizedText] = [],
    group: OptionGroup = .input
  ) -> OptionDescription {
    OptionDescription(.null, short: "0", group: group, help: help, details: details)
  }

  static let printNull = OptionDescription(
    .printNull,
    group: .output,
    help: LocalizedText(
      "End the paths on standard output with NUL instead of a line feed.",
      zh: "標準輸出上的路徑以 NUL 而不是換行結尾。"
    ),
    details: [
      LocalizedText("For xargs -0, which takes names with line feeds too.", zh: "給 xargs -0 用，檔名裡有換行也不會出錯。")
    ]
  )

  static let nullInput = null(
    LocalizedText(
      "Paths in --files-from end with NUL instead of a line feed.",
      zh: "--files-from 裡的路徑以 NUL 而不是換行結尾。"
    )
  )

  static let nullOutput = null(
    LocalizedText("End paths with NUL instead of a line feed.", zh: "路徑以 NUL 而不是換行結尾。"),
    group: .output
  )

  static let json = OptionDescription(
    .json,
    group: .output,
    help: LocalizedText("Write JSON to standard output, one object a line.", zh: "在標準輸出寫 JSON，一行一個物件。"),
    details: [
      LocalizedText(
        "The format is described in shiying-events(5). It is never translated.",
        zh: "格式見 shiying-events(5)。內容一律不翻譯。"
      )
    ]
  )

  static let quiet = OptionDescription(
    .quiet,
    short: "q",
    group: .output,
    help: LocalizedText("Say only what failed.", zh: "只說失敗的。")
  )

  static let verbose = OptionDescription(
    .verbose,
    short: "v",
    group: .output,
    help: LocalizedText(
      """
      Say more: every remark, also on files that need no copy.
      """,
      zh: "多說一些：每項備註，也包括不需要副本的檔案。"
    )
  )

  static let progress = OptionDescription(
    .progress,
    value: .choice([Choice("auto"), Choice("always"), Choice("never")]),
    metavar: LocalizedText("WHEN", zh: "何時"),
    group: .output,
    help: LocalizedText("Show a progress bar: auto, always or never.", zh: "何時顯示進度列：auto、always 或 never。"),
    details: [
      LocalizedText(
        "auto shows it when standard error is a terminal and --quiet is not given.",
        zh: "auto 是在標準錯誤為終端機、又沒有 --quiet 時顯示。"
      )
    ],
    defaultText: LocalizedText("auto", zh: "auto")
  )

  static let help = OptionDescription(
    .help,
    short: "h",
    value: .help,
    group: .common,
    help: LocalizedText("Show this help.", zh: "顯示這份說明。")
  )

  static let version = OptionDescription(
    .version,
    value: .version,
    group: .common,
    help: LocalizedText("Show the version.", zh: "顯示版本。")
  )

  /// Help and version: every command has them.
  static let common = [help, version]
}
