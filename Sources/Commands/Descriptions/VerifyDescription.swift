internal import Arguments
internal import Messages

extension CommandDescription {
  /// `shiying verify`
  static let verify = CommandDescription(
    "verify",
    summary: LocalizedText("check whether Live Photos pair", zh: "檢查原況照片能不能配對"),
    discussion: [
      LocalizedText(
        """
        Reads both files of each Live Photo and says whether Apple's programs would take them for one: the still and \
        the video have the same pairing identifier, the video is QuickTime that Apple's players know and tells which \
        moment the still shows, and the still and the video's first, key and last frames can be decoded. Prints the \
        still's path of each Live Photo that pairs, and the reason for each that does not. Nothing is changed.
        """,
        zh:
          """
          讀取原況照片的兩個檔案，判斷 Apple 的程式會不會把它們當成一張：靜態圖與影片的配對編號相同，影片是 Apple 播放程式認得的 \
          QuickTime 並記載靜態圖是哪一刻，靜態圖與影片的第一格、主要格、最後一格都能解碼。配得起來的，印出靜態圖的路徑；\
          配不起來的，說明原因。不會更動任何東西。
          """
      )
    ],
    positionals: [
      PositionalDescription(
        LocalizedText("PATH", zh: "路徑"),
        unless: .filesFrom,
        help: LocalizedText(
          """
          A still and its video, in either order: two files are taken for a pair whatever their names, and among more of \
          them those of one name. A still alone: its video is looked for beside it. A folder: every Live Photo below it, and \
          every half without the other.
          """,
          zh: "靜態圖和它的影片，順序不拘：只有兩個檔案時不論檔名都當成一對，更多檔案時同名的才是一對。只給靜態圖：在旁邊找它的影片。資料夾：底下每張原況照片，以及缺了另一半的檔案。"
        )
      )
    ],
    options: [
      OptionDescription(
        .timeLimit,
        value: .integer(1...86_400),
        metavar: LocalizedText("SECONDS", zh: "秒數"),
        group: .main,
        help: LocalizedText("Give up a Live Photo after so many seconds.", zh: "單張原況照片超過這麼多秒就放棄。"),
        details: [
          LocalizedText(
            "Running out of time is another result than not matching, with a code of its own: pair.timed-out.",
            zh: "逾時和不相配是兩種不同的結果，逾時有自己的代碼：pair.timed-out。"
          )
        ],
        defaultText: LocalizedText("45", zh: "45")
      ),
      CommonOptions.filesFrom, CommonOptions.null, CommonOptions.printNull, CommonOptions.json,
      CommonOptions.quiet, CommonOptions.verbose,
    ] + CommonOptions.common,
    exclusive: [[.quiet, .verbose]],
    examples: [
      CommandExample(
        "shiying verify IMG_0001.HEIC IMG_0001.MOV",
        LocalizedText("Do these two pair?", zh: "這兩個檔案配得起來嗎？")
      ),
      CommandExample(
        "shiying verify --json ~/Pictures/拾映",
        LocalizedText("Every Live Photo of the library, for a program", zh: "圖庫裡每張原況照片，給程式讀")
      ),
    ],
    exitStatus: CommonOptions.exitStatus,
    seeAlso: ["shiying(1)", "shiying-check(1)", "shiying-convert(1)", "shiying-events(5)"]
  )
}
