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

  private static let photos = PositionalDescription(
    LocalizedText("PATH", zh: "路徑"),
    unless: .filesFrom,
    help: LocalizedText(
      "A photo or video, or a folder with all folders below it. A Live Photo's two files are one.",
      zh: "照片或影片，或資料夾（連同底下所有資料夾）。原況照片的兩個檔案算一張。"
    )
  )
}
