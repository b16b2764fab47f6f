internal import Arguments
internal import Messages

extension CommandDescription {
  /// `shiying set`
  static let set = CommandDescription(
    "set",
    summary: LocalizedText("set favourite, tags, albums, rating, date and place", zh: "設定收藏、標籤、相簿、評分、日期與地點"),
    discussion: [
      LocalizedText(
        """
        What is set is kept in the library, and goes into every copy made from then on. The files \
        themselves are not changed, and copies made before keep what they had: whoever wants one anew \
        removes it and converts again. A photo that the library does not know yet is added first, with \
        shiying register.
        """,
        zh: "設定記在圖庫裡，之後做的每個副本都會帶著。檔案本身不會更動，先前做好的副本也維持原樣：要更新副本，請移走它再轉換一次。圖庫還不認得的照片，請先用 shiying register 登記。"
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
      namingTag(
        .tag,
        LocalizedText(
          "Add a tag; / separates its levels, as in Places/Tokyo.",
          zh: "加上標籤；用 / 分隔階層，例如 地點/東京。"
        )
      ),
      namingTag(
        .noTag,
        LocalizedText("Take a tag away: this one, not those below it.", zh: "拿掉標籤：只有這個，不含下層的。")
      ),
      namingAlbum(
        .album,
        LocalizedText("Put into an album, which is made if it is not there.", zh: "放進相簿，沒有這個相簿就建立。")
      ),
      namingAlbum(
        .noAlbum,
        LocalizedText("Take out of an album.", zh: "從相簿移出。")
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
            "LATITUDE,LONGITUDE or LATITUDE,LONGITUDE,ALTITUDE in degrees and metres, or none",
            zh: "緯度,經度 或 緯度,經度,海拔，單位是度與公尺；或 none"
          )
        ),
        metavar: LocalizedText("LAT,LON[,ALT]|none", zh: "緯度,經度[,海拔]|none"),
        group: .main,
        help: LocalizedText(
          "Where it was taken: degrees north and east, metres above the sea; none takes the place away.",
          zh: "拍攝地點：北緯與東經的度數、海拔公尺數；none 移除地點。"
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

  private static func namingTag(_ identifier: OptionIdentifier, _ help: LocalizedText) -> OptionDescription {
    naming(identifier, LocalizedText("TAG", zh: "標籤"), tagForm, help)
  }

  private static func namingAlbum(_ identifier: OptionIdentifier, _ help: LocalizedText) -> OptionDescription
  {
    naming(identifier, LocalizedText("ALBUM", zh: "相簿"), albumForm, help)
  }

  /// An option that takes a name, as often as it is given.
  private static func naming(
    _ identifier: OptionIdentifier,
    _ metavar: LocalizedText,
    _ form: LocalizedText,
    _ help: LocalizedText
  ) -> OptionDescription {
    OptionDescription(
      identifier,
      value: .text(form: form),
      metavar: metavar,
      isRepeatable: true,
      group: .main,
      help: help
    )
  }
}
