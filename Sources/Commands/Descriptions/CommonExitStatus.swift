internal import Arguments
internal import Messages

extension CommonOptions {
  /// What every command's exit status means.
  static let exitStatus = [
    DescribedName("0", LocalizedText("Done, or nothing was left to do.", zh: "完成，或沒有事情要做。")),
    DescribedName(
      "1",
      LocalizedText("Finished, but some inputs failed.", zh: "做完了，但有些輸入失敗。")
    ),
    DescribedName("64", LocalizedText("The command line is wrong.", zh: "命令列寫錯了。")),
    DescribedName(
      "66",
      LocalizedText(
        "None of the inputs that were named exists, or there is no library to read.",
        zh: "指名的輸入都不存在，或沒有圖庫可讀。"
      )
    ),
    DescribedName("70", LocalizedText("A fault of the program.", zh: "程式自己的錯。")),
    DescribedName(
      "73",
      LocalizedText("The destination or the library can't be written.", zh: "無法寫入目的地或圖庫。")
    ),
    DescribedName(
      "75",
      LocalizedText(
        """
        Stopped early: the disk is full, or the catalogue is busy. Running the same command again \
        is safe and goes on.
        """,
        zh: "提早停下：磁碟已滿，或資料庫忙碌中。再執行同一個命令是安全的，會接著做。"
      )
    ),
    DescribedName(
      "128+N",
      LocalizedText(
        """
        Ended by signal N, as shells report it. On SIGINT and SIGTERM the program first cleans up; \
        a second signal ends it at once.
        """,
        zh: "被訊號 N 結束（依 shell 的寫法）。收到 SIGINT 與 SIGTERM 時會先收拾好；再收到一次就立刻結束。"
      )
    ),
  ]
}
