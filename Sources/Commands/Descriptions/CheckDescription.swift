internal import Arguments
internal import Messages

extension CommandDescription {
  /// `shiying check`
  static let check = CommandDescription(
    "check",
    summary: LocalizedText("compare the library with its files", zh: "比對圖庫與檔案"),
    discussion: [
      LocalizedText(
        """
        Finds files that are gone, changed, unreadable or damaged, files in the album folders that \
        the catalogue does not know, and what interrupted runs left behind, and prints the path of \
        each. What an interrupted run had begun is finished or undone first; nothing else is changed \
        without --repair.
        """,
        zh: "找出不見、改過、讀不了或損壞的檔案，相簿資料夾裡資料庫不認得的檔案，以及中斷的執行留下的東西，並印出路徑。中斷的執行做到一半的工作會先做完或還原；沒有 --repair 就不會更動其他東西。"
      )
    ],
    options: [
      OptionDescription(
        .deep,
        group: .main,
        help: LocalizedText("Read every file: compare its contents and decode it.", zh: "讀過每個檔案：比對內容並解碼。")
      ),
      OptionDescription(
        .repair,
        group: .main,
        help: LocalizedText("Put right what needs no decision.", zh: "修好不需要由人決定的部分。"),
        details: [
          LocalizedText(
            """
            Copies of which a file is gone are forgotten, so that the next run makes them again; \
            leftovers of dead runs are removed. Originals are never forgotten: their disk may be \
            away for a while. No file that a person may want is deleted.
            """,
            zh: "檔案不見的副本會被忘掉，下次執行就會重做；已結束的執行留下的東西會清掉。原檔絕不會被忘掉，因為它的磁碟可能只是暫時不在。不會刪除任何人可能要的檔案。"
          )
        ]
      ),
      CommonOptions.library(), CommonOptions.nullOutput, CommonOptions.json, CommonOptions.quiet,
    ] + CommonOptions.common,
    examples: [
      CommandExample("shiying check", LocalizedText("A quick look, by sizes and times", zh: "快速檢查大小與時間")),
      CommandExample(
        "shiying check --deep --repair",
        LocalizedText("Read everything and put right what can be", zh: "全部讀過一遍，能修的就修")
      ),
    ],
    exitStatus: [
      DescribedName("0", LocalizedText("All is well, or was put right.", zh: "一切正常，或都修好了。")),
      DescribedName("1", LocalizedText("Something is not as it should be.", zh: "有不對的地方。")),
    ] + CommonOptions.exitStatus.dropFirst(2),
    seeAlso: ["shiying(1)", "shiying-convert(1)", "shiying-library(5)"]
  )
}
