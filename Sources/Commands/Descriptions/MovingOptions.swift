internal import Arguments
internal import Messages

/// The options of `shiying convert` for what moves, except those for GIFs alone.
extension ConvertOptions {
  static let moving = [
    OptionDescription(
      .still,
      value: .choice([Choice("heic"), Choice("jpeg", aliases: ["jpg"])]),
      group: .main,
      help: LocalizedText(
        "The format of the still that --to live and --to motion-photo make.",
        zh: "--to live 與 --to motion-photo 做出的靜態圖是什麼格式。"
      ),
      defaultText: LocalizedText("heic; of a Motion Photo jpeg", zh: "heic；動態相片則是 jpeg")
    ),
    OptionDescription(
      .at,
      value: .time(0...Self.longestVideo),
      group: .main,
      help: LocalizedText(
        "The moment of the video that becomes the key photo, such as 1.5 or 1:02.5.",
        zh: "影片的哪一刻當主要照片，例如 1.5 或 1:02.5。"
      ),
      details: [
        LocalizedText(
          "It is moved to the frame that players show then, and that very frame is the still.",
          zh: "會移到播放器在那一刻顯示的那一格，靜態圖就是那一格。"
        )
      ],
      defaultText: LocalizedText("the sharpest frame near the middle", zh: "中間附近最清楚的一格")
    ),
    OptionDescription(
      .start,
      value: .time(0...Self.longestVideo),
      group: .main,
      help: LocalizedText("Where the copy begins in the source video.", zh: "副本從來源影片的哪裡開始。"),
      defaultText: LocalizedText(
        "so that the key photo is in the middle; of a GIF 0",
        zh: "讓主要照片在中間；GIF 則是 0"
      )
    ),
    OptionDescription(
      .length,
      value: .time(0.1...Self.longestVideo, word: "full"),
      group: .main,
      help: LocalizedText(
        "How much of the source video the copy shows, or full: all of it.",
        zh: "副本取來源影片的多長；full 是整段。"
      ),
      defaultText: LocalizedText("3; of a GIF full", zh: "3；GIF 則是 full")
    ),
    OptionDescription(
      .live,
      value: .choice([Choice("pair"), Choice("still"), Choice("video"), Choice("repair")]),
      group: .main,
      help: LocalizedText(
        "Live Photos as sources: copy the pair, one half, or mend a pair that does not pair (repair).",
        zh: "來源是原況照片時：整對複製（pair）、只要靜態圖（still）、只要影片（video），或修好配不起來的一對（repair）。"
      ),
      details: [
        LocalizedText(
          """
          A still and a video are one Live Photo if they have the same pairing identifier, or the same name where one \
          of them has an identifier and the other has none, and date and length fit. A name alone makes no pair. A copy in JPEG or HEIC is a Live Photo with an identifier of its own; \
          its video is the original's, stream for stream. Other formats take the still alone, which is said.
          """,
          zh:
            """
            靜態圖與影片的配對編號相同，就是一張原況照片；檔名相同，其中一個有配對編號、另一個沒有，日期與長度也相符，同樣算是。\
            只有檔名相同不算。轉成 JPEG 或 HEIC 的副本仍是原況照片，\
            有自己的配對編號，影片的串流原樣照搬。其他格式只取靜態圖，並會說明。
            """
        )
      ],
      defaultText: LocalizedText("pair", zh: "pair")
    ),
  ]

  /// A day, in seconds.
  static let longestVideo = 86_400.0
}
