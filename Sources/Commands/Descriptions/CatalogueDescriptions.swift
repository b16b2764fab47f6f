internal import Arguments
internal import Messages

extension CommandDescription {
  /// `shiying register`
  static let register = CommandDescription(
    "register",
    summary: LocalizedText("add photos and videos to the library where they lie", zh: "把照片與影片就地登記到圖庫"),
    discussion: [
      LocalizedText(
        """
        A registered photo, Live Photo or video can have a favourite mark, tags and albums of its own, which its copies \
        then get. The file stays where it is, and nothing is written into it or beside it. What its \
        sidecar and the file itself say is taken over. Prints the path of every photo that is \
        registered now.
        """,
        zh:
          "登記過的照片、原況照片或影片可以有自己的收藏、標籤與相簿，它的副本也會帶著。檔案留在原處，不會寫入任何東西，旁邊也不會多出檔案。附屬檔與檔案本身記載的資料會一併採用。會印出每張已登記照片的路徑。"
      )
    ],
    positionals: [photos],
    options: [
      CommonOptions.library(), CommonOptions.filesFrom, CommonOptions.null, CommonOptions.printNull,
      CommonOptions.json, CommonOptions.quiet,
    ] + CommonOptions.common,
    examples: [
      CommandExample(
        "shiying register ~/Pictures/2021",
        LocalizedText("Register every photo below the folder", zh: "登記資料夾底下的每張照片")
      )
    ],
    exitStatus: CommonOptions.exitStatus,
    seeAlso: ["shiying(1)", "shiying-list(1)", "shiying-set(1)", "shiying-library(5)", "shiying-metadata(7)"]
  )

  /// `shiying set`
  static let set = CommandDescription(
    "set",
    summary: LocalizedText("set favourite, tags, albums, rating, date and place", zh: "設定收藏、標籤、相簿、評分、日期與地點"),
    discussion: [
      LocalizedText(
        """
        What is set is kept in the library, and goes into every copy made from then on. The files \
        themselves are not changed. A photo that the library does not know yet is added first, with \
        shiying register.
        """,
        zh: "設定記在圖庫裡，之後做的每個副本都會帶著。檔案本身不會更動。圖庫還不認得的照片，請先用 shiying register 登記。"
      )
    ],
    positionals: [
      PositionalDescription(
        LocalizedText("PATH", zh: "路徑"),
        unless: .filesFrom,
        help: LocalizedText(
          "A photo that the library knows (a registered original, or a copy), or a folder: all that it knows below.",
          zh: "圖庫認得的照片（登記過的原檔，或副本），或資料夾：圖庫認得的、底下所有的照片。"
        )
      )
    ],
    options: [
      OptionDescription(
        .favourite,
        aliases: ["favorite"],
        isNegatable: true,
        group: .main,
        help: LocalizedText("Mark as favourite, or take the mark away.", zh: "加入收藏，或移出收藏。")
      ),
      OptionDescription(
        .tag,
        value: .text(form: tagForm),
        metavar: LocalizedText("TAG", zh: "標籤"),
        isRepeatable: true,
        group: .main,
        help: LocalizedText(
          "Add a tag; / separates its levels, as in Places/Tokyo.",
          zh: "加上標籤；用 / 分隔階層，例如 地點/東京。"
        )
      ),
      OptionDescription(
        .noTag,
        value: .text(form: tagForm),
        metavar: LocalizedText("TAG", zh: "標籤"),
        isRepeatable: true,
        group: .main,
        help: LocalizedText("Take a tag away: this one, not those below it.", zh: "拿掉標籤：只有這個，不含下層的。")
      ),
      OptionDescription(
        .album,
        value: .text(form: albumForm),
        metavar: LocalizedText("ALBUM", zh: "相簿"),
        isRepeatable: true,
        group: .main,
        help: LocalizedText("Put into an album, which is made if it is not there.", zh: "放進相簿，沒有這個相簿就建立。")
      ),
      OptionDescription(
        .noAlbum,
        value: .text(form: albumForm),
        metavar: LocalizedText("ALBUM", zh: "相簿"),
        isRepeatable: true,
        group: .main,
        help: LocalizedText("Take out of an album.", zh: "從相簿移出。")
      ),
      OptionDescription(
        .rating,
        value: .choice((0...5).map { Choice("\($0)") } + [Choice("none")]),
        metavar: LocalizedText("0-5|none", zh: "0-5|none"),
        group: .main,
        help: LocalizedText("Rate with stars; none takes the rating away.", zh: "評分（星數）；none 移除評分。"),
        details: [
          LocalizedText(
            "No rating is not the same as 0. A favourite and a rating are two different things.",
            zh: "沒有評分和 0 分不同。收藏和評分是兩回事。"
          )
        ]
      ),
      OptionDescription(
        .date,
        value: .text(form: dateForm),
        metavar: LocalizedText("DATE", zh: "日期"),
        group: .main,
        help: LocalizedText(
          "When it was taken, as in 2021-07-14T18:03:22+09:00.",
          zh: "拍攝時間，例如 2021-07-14T18:03:22+09:00。"
        ),
        details: [
          LocalizedText(
            "Without an offset the time zone stays unknown; none is invented.",
            zh: "沒有寫時差就當作時區不明，不會自行補上。"
          )
        ]
      ),
      OptionDescription(
        .place,
        value: .text(
          form: LocalizedText(
            "LATITUDE,LONGITUDE or LATITUDE,LONGITUDE,ALTITUDE in degrees and metres",
            zh: "緯度,經度 或 緯度,經度,海拔，單位是度與公尺"
          )
        ),
        metavar: LocalizedText("LAT,LON[,ALT]", zh: "緯度,經度[,海拔]"),
        group: .main,
        help: LocalizedText(
          "Where it was taken: degrees north and east, metres above the sea.",
          zh: "拍攝地點：北緯與東經的度數、海拔公尺數。"
        )
      ),
      CommonOptions.library(), CommonOptions.filesFrom, CommonOptions.nullInput, CommonOptions.quiet,
    ] + CommonOptions.common,
    examples: [
      CommandExample(
        "shiying set --favourite --tag Places/Tokyo IMG_0001.HEIC",
        LocalizedText("A favourite with a tag", zh: "加入收藏並加上標籤")
      ),
      CommandExample(
        "shiying set --album 'Summer 2021' --no-tag draft IMG_*.HEIC",
        LocalizedText("Several photos into an album", zh: "把好幾張照片放進相簿")
      ),
      CommandExample(
        "shiying set --place -33.8568,151.2153 --date 2021-07-14T18:03 scan.png",
        LocalizedText("Where and when a scan was taken", zh: "補上掃描檔的拍攝地點與時間")
      ),
    ],
    exitStatus: CommonOptions.exitStatus,
    seeAlso: [
      "shiying(1)", "shiying-info(1)", "shiying-list(1)", "shiying-register(1)", "shiying-library(5)",
      "shiying-metadata(7)",
    ]
  )

  /// `shiying list`
  static let list = CommandDescription(
    "list",
    summary: LocalizedText("list what is in the library", zh: "列出圖庫裡的項目"),
    discussion: [
      LocalizedText(
        "Prints the path of every asset that meets all conditions, by date of capture.",
        zh: "印出符合所有條件的項目路徑，依拍攝時間排列。"
      )
    ],
    options: [
      OptionDescription(
        .album,
        value: .text(form: albumForm),
        metavar: LocalizedText("ALBUM", zh: "相簿"),
        group: .main,
        help: LocalizedText("Only members of this album.", zh: "只列這個相簿的。")
      ),
      OptionDescription(
        .tag,
        value: .text(form: tagForm),
        metavar: LocalizedText("TAG", zh: "標籤"),
        group: .main,
        help: LocalizedText("Only with this tag or one below it.", zh: "只列有這個標籤或其下層標籤的。")
      ),
      OptionDescription(
        .favourite,
        aliases: ["favorite"],
        isNegatable: true,
        group: .main,
        help: LocalizedText("Only favourites, or only others.", zh: "只列收藏的，或只列非收藏的。")
      ),
      OptionDescription(
        .kind,
        value: .choice([Choice("photo"), Choice("live"), Choice("video"), Choice("animation")]),
        metavar: LocalizedText("KIND", zh: "種類"),
        group: .main,
        help: LocalizedText("Only photo, live, video or animation.", zh: "只列 photo、live、video 或 animation。")
      ),
      OptionDescription(
        .since,
        value: .text(form: dateForm),
        metavar: LocalizedText("DATE", zh: "日期"),
        group: .main,
        help: LocalizedText("Only what was taken then or later.", zh: "只列那時或之後拍的。")
      ),
      OptionDescription(
        .until,
        value: .text(form: dateForm),
        metavar: LocalizedText("DATE", zh: "日期"),
        group: .main,
        help: LocalizedText(
          "Only what was taken then or earlier; a day is meant to its end.",
          zh: "只列那時或之前拍的；只寫日期就算到當天結束。"
        )
      ),
      OptionDescription(
        .creations,
        group: .main,
        help: LocalizedText("Only collages: the album 拾映成片.", zh: "我的成片：只列「拾映成片」相簿的拼貼。")
      ),
      CommonOptions.library(),
      OptionDescription(
        .null,
        short: "0",
        group: .output,
        help: LocalizedText("End paths with NUL instead of a line feed.", zh: "路徑以 NUL 而不是換行結尾。")
      ),
      CommonOptions.json,
    ] + CommonOptions.common,
    exclusive: [[.json, .null]],
    examples: [
      CommandExample(
        "shiying list --favourite --since 2021-01-01",
        LocalizedText("Favourites since the beginning of 2021", zh: "2021 年以來的收藏")
      ),
      CommandExample(
        "shiying list --album 'Summer 2021' -0 | xargs -0 ls -l",
        LocalizedText("The files of an album, for another program", zh: "把相簿裡的檔案交給別的程式")
      ),
    ],
    exitStatus: CommonOptions.exitStatus,
    seeAlso: ["shiying(1)", "shiying-info(1)", "shiying-set(1)", "shiying-events(5)", "shiying-library(5)"]
  )

  /// `shiying info`
  static let info = CommandDescription(
    "info",
    summary: LocalizedText("show what is known about photos and videos", zh: "顯示照片與影片的資料"),
    discussion: [
      LocalizedText(
        """
        Shows format, size, colour, date, place, favourite, rating, tags and albums of each file: \
        as a copy of it would get them, from the library, its sidecars and the file itself, in that \
        order.
        """,
        zh: "顯示每個檔案的格式、大小、色彩、日期、地點、收藏、評分、標籤與相簿：依序取自圖庫、附屬檔與檔案本身，也就是副本會得到的資料。"
      )
    ],
    positionals: [
      PositionalDescription(
        LocalizedText("FILE", zh: "檔案"),
        help: LocalizedText("A photo or video, in the library or not.", zh: "照片或影片，在不在圖庫裡都可以。")
      )
    ],
    options: [CommonOptions.library(), CommonOptions.json] + CommonOptions.common,
    examples: [
      CommandExample(
        "shiying info IMG_0001.HEIC",
        LocalizedText("All that is known about a photo", zh: "一張照片的所有資料")
      )
    ],
    exitStatus: CommonOptions.exitStatus,
    seeAlso: ["shiying(1)", "shiying-list(1)", "shiying-set(1)", "shiying-events(5)", "shiying-metadata(7)"]
  )

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
        zh: "找出不見、改過、讀不了或損壞的檔案，相簿資料夾裡目錄不認得的檔案，以及中斷的執行留下的東西，並印出路徑。中斷的執行做到一半的工作會先做完或還原；沒有 --repair 就不會更動其他東西。"
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

  private static let photos = PositionalDescription(
    LocalizedText("PATH", zh: "路徑"),
    unless: .filesFrom,
    help: LocalizedText(
      "A photo or video, or a folder with all folders below it. A Live Photo's two files are one.",
      zh: "照片或影片，或資料夾（連同底下所有資料夾）。原況照片的兩個檔案算一張。"
    )
  )

  /// How a tag is written.
  static let tagForm = LocalizedText("a tag such as Places/Tokyo", zh: "標籤，例如 地點/東京")
  /// How an album is named.
  static let albumForm = LocalizedText("the name of an album", zh: "相簿名稱")
  private static let dateForm = LocalizedText(
    "a date such as 2021-07-14 or 2021-07-14T18:03:22+09:00",
    zh: "日期，例如 2021-07-14 或 2021-07-14T18:03:22+09:00"
  )
}
