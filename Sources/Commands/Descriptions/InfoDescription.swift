internal import Arguments
internal import Messages

extension CommandDescription {
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
}
