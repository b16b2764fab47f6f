internal import Arguments
internal import Messages

/// The options of `shiying convert`, by what they decide.
enum ConvertOptions {
  /// All, in the order of the help.
  static let all = making + moving + animation + destination + input + run + output

  private static let destination = [
    CommonOptions.output(
      LocalizedText(
        "Write the copy of one photo to exactly FILE, unregistered; - is standard output.",
        zh: "把一張照片的副本寫到這個檔案，不登記；- 表示標準輸出。"
      ),
      details: LocalizedText(
        "An existing file is never replaced, and no folder is made.",
        zh: "已經存在的檔案絕不覆蓋，也不會建立資料夾。"
      )
    ),
    OptionDescription(
      .into,
      value: .path(.folder),
      group: .destination,
      help: LocalizedText(
        "Put the files into DIR instead of the album's folder.",
        zh: "檔案放進這個資料夾，而不是相簿的資料夾。"
      ),
      details: [
        LocalizedText(
          "The copies are registered, and members of the album, all the same.",
          zh: "副本照樣登記，也照樣屬於相簿。"
        )
      ]
    ),
    OptionDescription(
      .beside,
      group: .destination,
      help: LocalizedText("Put each copy beside its original.", zh: "每個副本放在原檔旁邊。")
    ),
    OptionDescription(
      .keepFolders,
      group: .destination,
      help: LocalizedText("Keep the folders below each input folder.", zh: "保留各輸入資料夾底下的資料夾結構。")
    ),
    OptionDescription(
      .nameTemplate,
      value: .text(form: LocalizedText("a template such as {date}-{stem}", zh: "樣板，例如 {date}-{stem}")),
      metavar: LocalizedText("TEMPLATE", zh: "樣板"),
      group: .destination,
      help: LocalizedText(
        "Name the copies by a template such as {date}-{stem}.",
        zh: "依樣板命名副本，例如 {date}-{stem}。"
      ),
      details: [LocalizedText("NAMES below has all that a template may contain.", zh: "下面的「名稱」列出樣板可以包含的東西。")],
      defaultText: LocalizedText("{stem}", zh: "{stem}")
    ),
    OptionDescription(
      .sidecar,
      value: .choice([Choice("auto"), Choice("always"), Choice("never")]),
      metavar: LocalizedText("WHEN", zh: "何時"),
      group: .destination,
      help: LocalizedText(
        "Write an XMP file beside each copy: auto, always or never.",
        zh: "何時在副本旁寫 XMP 附屬檔：auto、always 或 never。"
      ),
      details: [
        LocalizedText(
          """
          auto writes it for HEIC, AVIF, JPEG XL and GIF, whose metadata desktop programs can't edit inside the file.
          """,
          zh: "auto 只為 HEIC、AVIF、JPEG XL 與 GIF 寫，因為桌面程式無法編輯這些檔案裡的資料。"
        )
      ],
      defaultText: LocalizedText("auto; with -o never", zh: "auto；給了 -o 則是 never")
    ),
    CommonOptions.library(in: .destination),
  ]

  private static let input = [
    CommonOptions.filesFrom, CommonOptions.nullLists,
    OptionDescription(
      .shard,
      value: .text(form: LocalizedText("I/N with I from 1 to N, such as 3/8", zh: "I/N，I 是 1 到 N，例如 3/8")),
      metavar: LocalizedText("I/N", zh: "I/N"),
      group: .input,
      help: LocalizedText(
        "Convert only part I of N of the files, for runs on several machines.",
        zh: "檔案分成 N 份，只轉換第 I 份；用於多台機器。"
      ),
      details: [
        LocalizedText(
          """
          The part is decided by the path below the input without its ending, so that both files of \
          a Live Photo fall into one part and new files do not move old ones.
          """,
          zh: "由輸入底下的路徑（不含副檔名）決定屬於哪一份，所以原況照片的兩個檔案一定同一份，新增檔案也不會讓舊檔換份。"
        )
      ]
    ),
    CommonOptions.maxPixels(
      LocalizedText("Refuse pictures with more than N pixels.", zh: "拒絕超過這麼多像素的圖。")
    ),
  ]

  private static let notWithOutput = LocalizedText(
    "Not with -o, which converts without a process of its own.",
    zh: "不能和 -o 一起用，因為 -o 不另開程序轉換。"
  )

  private static let run = [
    OptionDescription(
      .jobs,
      short: "j",
      value: .integer(1...1024),
      group: .run,
      help: LocalizedText("Convert N files at the same time.", zh: "同時轉換 N 個檔案。"),
      details: [notWithOutput],
      defaultText: LocalizedText("the number of processors", zh: "處理器數目")
    ),
    OptionDescription(
      .dryRun,
      short: "n",
      group: .run,
      help: LocalizedText("Do nothing, only say what would be done.", zh: "什麼都不做，只說會做什麼。")
    ),
    OptionDescription(
      .verify,
      group: .run,
      help: LocalizedText(
        "Compare the contents of earlier copies, not only size and time, before they count as unchanged.",
        zh: "先前的副本要比對內容，而不只大小與時間，才算沒有變動。"
      ),
      details: [LocalizedText("Not with -o, which takes no earlier copy.", zh: "不能和 -o 一起用，因為 -o 不沿用先前的副本。")]
    ),
    OptionDescription(
      .timeLimit,
      value: .integer(1...86_400),
      metavar: LocalizedText("SECONDS", zh: "秒數"),
      group: .run,
      help: LocalizedText("Give up a file after so many seconds.", zh: "單一檔案超過這麼多秒就放棄。"),
      details: [allImagesTimeLimit, notWithOutput],
      defaultText: LocalizedText("300; for GIFs 3600", zh: "300；GIF 是 3600")
    ),
    OptionDescription(
      .memoryLimit,
      value: .size(64 << 20...1 << 50),
      group: .run,
      help: LocalizedText("Give up a file that needs more memory.", zh: "單一檔案需要更多記憶體就放棄。"),
      details: [LocalizedText("64M is the least.", zh: "最少 64M。"), notWithOutput],
      defaultText: LocalizedText("4G", zh: "4G")
    ),
    OptionDescription(
      .noInput,
      group: .run,
      help: LocalizedText("Never ask: a file that needs an answer fails.", zh: "絕不詢問：需要回答的檔案算失敗。")
    ),
  ]

  private static let output = [
    CommonOptions.print(
      LocalizedText(
        "Print one path for each copy, new or there already (still), or the paths of all its files (all).",
        zh: "每個副本（新做的或已有的）印一個路徑（still），或印它所有檔案的路徑（all）。"
      )
    ),
    CommonOptions.printNull, CommonOptions.json,
    OptionDescription(
      .failedTo,
      value: .path(.file),
      group: .output,
      help: LocalizedText(
        "Write the paths of failed inputs to FILE, fit for --files-from.",
        zh: "把失敗的輸入路徑寫到檔案，可再交給 --files-from。"
      ),
      details: [
        LocalizedText(
          """
          One a line; with -0, each ends with NUL, for names that have line feeds. An earlier list is \
          replaced, nothing else.
          """,
          zh: "一行一個；加上 -0 時以 NUL 結尾，檔名裡有換行也不會出錯。先前的清單會被取代，其他檔案不會。"
        )
      ]
    ),
    CommonOptions.quiet, CommonOptions.verbose, CommonOptions.progress,
  ]
}
