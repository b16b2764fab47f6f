internal import Arguments
internal import Messages

extension CommandDescription {
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
      CommonOptions.nullOutput, CommonOptions.json,
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
}
