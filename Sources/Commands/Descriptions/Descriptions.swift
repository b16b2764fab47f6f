internal import Arguments
internal import Messages

/// The command line of the program, described once.
enum Descriptions {
  /// Everything: help, manual and completions are made from it.
  static let program = ProgramDescription(
    "shiying",
    summary: LocalizedText("copies of photos and videos in other forms", zh: "拾映：把照片與影片做成別種樣子的副本"),
    discussion: [
      LocalizedText(
        """
        Makes copies of photos and videos in batch. Every copy keeps what belongs to its original, lies in one \
        album of one library and is registered there. Originals are never touched.
        """,
        zh: "批次製作照片與影片的副本。每個副本都保有原檔的資料，放在同一個圖庫的同一個相簿並登記在那裡。原檔絕不更動。"
      )
    ],
    commands: all,
    options: CommonOptions.common,
    examples: [
      CommandExample(
        "shiying convert --to jpeg ~/Pictures/Trip",
        LocalizedText("Every photo below Trip as a JPEG", zh: "Trip 底下每張照片都轉成 JPEG")
      ),
      CommandExample(
        "shiying convert --to live clip.mov",
        LocalizedText("A Live Photo of a video", zh: "把一段影片做成原況照片")
      ),
      CommandExample(
        "shiying set --favourite --tag Places/Tokyo IMG_0001.HEIC",
        LocalizedText("A favourite with a tag; copies get both", zh: "加入收藏並加上標籤；副本也會有")
      ),
      CommandExample(
        "shiying list --favourite --since 2021-01-01",
        LocalizedText("What the library has", zh: "看圖庫裡有什麼")
      ),
    ],
    sections: [output],
    environment: environment,
    files: files,
    exitStatus: CommonOptions.exitStatus,
    seeAlso: all.filter { !$0.isHidden }.map { "shiying-\($0.name)(1)" }.sorted() + [
      "shiying-events(5)", "shiying-library(5)", "shiying-recipe(5)", "shiying-metadata(7)",
    ]
  )

  /// Every command, hidden ones too.
  static let all: [CommandDescription] = [
    .convert, .collage, .verify, .register, .set, .list, .info, .check, .worker, .documentation,
  ]

  private static let output = ManualSection(
    LocalizedText("OUTPUT", zh: "輸出"),
    [
      LocalizedText(
        """
        Standard output carries data only: paths, or JSON with --json. Messages, the progress bar \
        and a last line that sums up go to standard error, as 'shiying: FILE: what happened: why; \
        what to do'. On a terminal, control characters in names are shown escaped.
        """,
        zh:
          """
          標準輸出只有資料：路徑，或加了 --json 時的 JSON。訊息、進度列與最後的總結寫到標準錯誤，\
          形式是「shiying: 檔案: 發生什麼：原因；怎麼辦」。在終端機上，名稱裡的控制字元會以跳脫形式顯示。
          """
      ),
      LocalizedText(
        """
        Messages are in Traditional Chinese where the locale is zh_TW, zh_HK, zh_MO or zh_Hant, \
        else in English. What programs read is never translated.
        """,
        zh: "地區設定是 zh_TW、zh_HK、zh_MO 或 zh_Hant 時，訊息用繁體中文，否則用英文。給程式讀的內容一律不翻譯。"
      ),
    ]
  )

  private static let environment = [
    DescribedName(
      "SHIYING_LIBRARY",
      LocalizedText("The library, where -L is not given.", zh: "沒有給 -L 時採用的圖庫。")
    ),
    DescribedName(
      "HOME",
      LocalizedText(
        "The home folder. Where it is not set, the password database says it.",
        zh: "家目錄。沒有設定時，以密碼資料庫記載的為準。"
      )
    ),
    DescribedName(
      "LC_ALL, LC_MESSAGES, LANG, LANGUAGE",
      LocalizedText("The language of messages, in the order of gettext.", zh: "訊息的語言，順序同 gettext。")
    ),
    DescribedName(
      "XDG_CONFIG_HOME",
      LocalizedText("Where the configuration file lies; ~/.config if unset.", zh: "設定檔所在；沒有設定時是 ~/.config。")
    ),
    DescribedName(
      "XDG_PICTURES_DIR",
      LocalizedText(
        "The folder for pictures. If unset, user-dirs.dirs says it, else it is ~/Pictures.",
        zh: "圖片資料夾。沒有設定時看 user-dirs.dirs，再不然是 ~/Pictures。"
      )
    ),
  ]

  private static let files = [
    DescribedName(
      "~/.config/shiying/config",
      LocalizedText(
        """
        The line 'library = DIR' names the library. 'conversions-album = NAME' and 'creations-album = NAME' \
        are the names of its albums if it is made anew.
        """,
        zh: "「library = 資料夾」這一行指定圖庫；「conversions-album = 名稱」與「creations-album = 名稱」是新建圖庫時兩個相簿的名稱。"
      )
    ),
    DescribedName(
      "~/Pictures/拾映",
      LocalizedText("The library, unless another is named; made on first use.", zh: "沒有另外指定時的圖庫；第一次使用時建立。")
    ),
    DescribedName(
      "DIR/.shiying/catalogue.db",
      LocalizedText("A library's catalogue; see shiying-library(5).", zh: "圖庫的資料庫；見 shiying-library(5)。")
    ),
  ]
}
