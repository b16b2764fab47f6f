internal import Arguments
internal import Messages

extension ConvertOptions {
  /// Options that `--to gif` alone takes.
  static let animation = [
    OptionDescription(
      .fps,
      value: .number(0.1...50),
      group: .animation,
      help: LocalizedText("Frames a second, at most 50.", zh: "每秒幾格，最多 50。"),
      details: [
        LocalizedText(
          """
          A source with fewer frames keeps its own. Frames are chosen by the times that the source states, never by \
          counting, so that the GIF plays as fast as its source. 50, 33.3, 25, 20, 16.7, 12.5 and 10 make every frame \
          last equally long; browsers play anything beyond 50 far too slowly.
          """,
          zh:
            """
            來源的格數較少時照來源。每一格都依來源記載的時間挑選，而不是數格子，所以 GIF 播放的快慢和來源一樣。\
            50、33.3、25、20、16.7、12.5 與 10 會讓每一格一樣長；超過 50 的，瀏覽器會播得慢很多。
            """
        )
      ],
      defaultText: LocalizedText("12.5; a GIF as it is", zh: "12.5；GIF 照原樣")
    ),
    OptionDescription(
      .width,
      value: .integer(1...65_535),
      metavar: LocalizedText("PX", zh: "像素"),
      group: .animation,
      help: LocalizedText("Make it at most PX pixels wide; never enlarge.", zh: "寬度最多這麼多像素；絕不放大。")
    ),
    OptionDescription(
      .height,
      value: .integer(1...65_535),
      metavar: LocalizedText("PX", zh: "像素"),
      group: .animation,
      help: LocalizedText("Make it at most PX pixels high; never enlarge.", zh: "高度最多這麼多像素；絕不放大。")
    ),
    OptionDescription(
      .crop,
      value: .text(
        form: LocalizedText(
          "WxH+X+Y in pixels, WxH, or a shape such as 1:1",
          zh: "WxH+X+Y（像素）、WxH，或形狀，例如 1:1"
        )
      ),
      metavar: LocalizedText("PART", zh: "部分"),
      group: .animation,
      help: LocalizedText(
        "Show a part: WxH+X+Y, WxH in the middle, or the largest part of a shape such as 1:1.",
        zh: "只取一部分：WxH+X+Y、正中央的 WxH，或某個形狀（例如 1:1）最大的部分。"
      ),
      details: [
        LocalizedText(
          "W, H, X and Y are pixels of the upright picture as players show it, before it is made smaller.",
          zh: "W、H、X、Y 是播放器顯示的正立畫面上的像素，縮小之前。"
        )
      ]
    ),
    OptionDescription(
      .speed,
      value: .number(0.05...100),
      group: .animation,
      help: LocalizedText(
        "How many times as fast it plays: 2 is double, 0.5 half.",
        zh: "播放速度是原來的幾倍：2 是兩倍，0.5 是一半。"
      ),
      defaultText: LocalizedText("1", zh: "1")
    ),
    OptionDescription(
      .loop,
      value: .text(
        form: LocalizedText("forever, once, or a number from 1 to 65536", zh: "forever、once，或 1 到 65536 的數字")
      ),
      metavar: LocalizedText("TIMES", zh: "次數"),
      group: .animation,
      help: LocalizedText(
        "How often it plays: forever, once, or a number.",
        zh: "播放幾次：forever（不停）、once（一次），或數字。"
      ),
      defaultText: LocalizedText(
        "as the animation that it is made of; else forever",
        zh: "照來源動畫的次數；否則 forever"
      )
    ),
    OptionDescription(
      .bounce,
      group: .animation,
      help: LocalizedText("Play forth and then back.", zh: "播到底再倒著播回來。")
    ),
    OptionDescription(
      .colours,
      aliases: ["colours"],
      value: .integer(2...256),
      group: .animation,
      help: LocalizedText("Colours of a frame, at most.", zh: "每一格最多幾個顏色。"),
      details: [
        LocalizedText(
          "Each frame has colours of its own. Fewer make a smaller file, and a worse one than a lower quality does.",
          zh: "每一格有自己的顏色。顏色少檔案就小，但同樣大小，不如降低品質好看。"
        )
      ],
      defaultText: LocalizedText("256", zh: "256")
    ),
    OptionDescription(
      .dither,
      value: .choice([Choice("adaptive"), Choice("none")]),
      group: .animation,
      help: LocalizedText(
        "Missing colours: mixed where it helps (adaptive), or the nearest one (none).",
        zh: "缺少的顏色：在有幫助的地方混色（adaptive），或取最接近的顏色（none）。"
      ),
      defaultText: LocalizedText("adaptive", zh: "adaptive")
    ),
  ]
}
