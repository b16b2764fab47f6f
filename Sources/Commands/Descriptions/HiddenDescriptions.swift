internal import Arguments
internal import Messages

extension CommandDescription {
  /// `shiying worker`: the other side of the batch's pipes.
  static let worker = CommandDescription(
    "worker",
    summary: LocalizedText("convert files for a run", zh: "替一次執行轉換檔案"),
    options: [],
    isHidden: true
  )

  /// `shiying documentation`: the manual pages and completions of this version.
  static let documentation = CommandDescription(
    "documentation",
    summary: LocalizedText("write manual pages and completions", zh: "寫出手冊與補全檔"),
    options: [
      OptionDescription(
        .output,
        short: "o",
        value: .path(.folder),
        group: .main,
        help: LocalizedText(
          "The folder that gets man1, zh_TW and completions.",
          zh: "放 man1、zh_TW 與 completions 的資料夾。"
        )
      ),
      OptionDescription(
        .only,
        value: .choice([Choice("pages"), Choice("completions"), Choice("desktop")]),
        group: .main,
        help: LocalizedText("Write only these.", zh: "只寫這一類。")
      ),
      CommonOptions.help,
    ],
    isHidden: true
  )
}
