internal import Arguments
internal import Messages

/// The options of `shiying collage`, by what they decide.
enum CollageOptions {
  /// All, in the order of the help.
  static let all = making + layout + moving + destination + input + output

  private static let making = [
    OptionDescription(
      .tier,
      value: .choice([Choice("live"), Choice("video"), Choice("still")]),
      group: .main,
      help: LocalizedText(
        "What it becomes: a Live Photo, a video (MP4), or a still.",
        zh: "做成什麼：原況照片（live）、一段影片（video，MP4），或靜態圖片（still）。"
      ),
      details: [
        LocalizedText(
          """
          Where no source moves, or none whose motion can be read, it becomes a still whatever is asked, and that is \
          said; a file whose name says that it is a video is refused then. First frame, key photo and last frame of what moves are the still itself.
          """,
          zh: "沒有會動的來源，或都讀不出動態時，不論指定什麼都做成靜態圖片，並會說明；指定的檔名是影片時則會拒絕。會動的拼貼，第一格、主要照片與最後一格就是靜態圖本身。"
        )
      ],
      defaultText: LocalizedText("live if any source moves", zh: "有會動的來源時是 live")
    ),
    OptionDescription(
      .format,
      value: .choice([
        Choice("jpeg", aliases: ["jpg"]), Choice("heic", aliases: ["heif"]), Choice("png"),
        Choice("tiff", aliases: ["tif"]),
      ]),
      metavar: LocalizedText("FORMAT", zh: "格式"),
      group: .main,
      help: LocalizedText(
        "The format of the still: jpeg, heic, png or tiff. A Live Photo's is jpeg or heic.",
        zh: "靜態圖的格式：jpeg、heic、png 或 tiff。原況照片只能是 jpeg 或 heic。"
      ),
      defaultText: LocalizedText(
        "the ending of -o FILE, else jpeg; in HDR heic",
        zh: "依 -o 檔名的副檔名，否則 jpeg；HDR 是 heic"
      )
    ),
    CommonOptions.quality(
      LocalizedText(
        "Quality of the still in JPEG and HEIC, 1 to 100.",
        zh: "JPEG 與 HEIC 靜態圖的品質，1 到 100。"
      ),
      default: LocalizedText("90", zh: "90")
    ),
    OptionDescription(
      .hdr,
      value: .choice([Choice("keep"), Choice("sdr")]),
      group: .main,
      help: LocalizedText(
        """
        A collage of nothing but HDR videos stays HDR where it moves (keep), or is in standard dynamic range (sdr), as \
        all others are.
        """,
        zh: "全由 HDR 影片組成的拼貼：會動的部分維持 HDR（keep），或轉成標準動態範圍（sdr）；其他拼貼一律是標準動態範圍。"
      ),
      details: [
        LocalizedText(
          """
          All videos have to be HLG, or all PQ; otherwise keep changes nothing, and the reason is said. The still of a Live \
          Photo is HEIC then, of 10 bits, and shows each video at the moment of its key photo; keep with a still in JPEG is \
          refused.
          """,
          zh:
            "影片必須全是 HLG 或全是 PQ；否則 keep 沒有作用，並會說明原因。這時原況照片的靜態圖是 10 位元的 HEIC，呈現各影片在主要照片那一刻的畫面；指定了 JPEG 靜態圖又要 keep，則會拒絕。"
        )
      ],
      defaultText: LocalizedText("sdr", zh: "sdr")
    ),
    OptionDescription(
      .title,
      value: .text(form: LocalizedText("a title", zh: "標題")),
      metavar: LocalizedText("TEXT", zh: "文字"),
      group: .main,
      help: LocalizedText("The collage's title, kept in its metadata.", zh: "拼貼的標題，寫進後設資料。")
    ),
    OptionDescription(
      .tag,
      value: .text(form: CommandDescription.tagForm),
      metavar: LocalizedText("TAG", zh: "標籤"),
      isRepeatable: true,
      group: .main,
      help: LocalizedText(
        "Give the collage a tag; it takes none from its sources.",
        zh: "替拼貼加上標籤；不會沿用來源的標籤。"
      )
    ),
    OptionDescription(
      .plan,
      group: .main,
      help: LocalizedText(
        "Print the layout as JSON and draw nothing.",
        zh: "只印出版面（JSON），什麼都不畫。"
      ),
      details: [
        LocalizedText(
          "The format is described in shiying-events(5). Not with -o or --json: it is JSON already.",
          zh: "格式見 shiying-events(5)。不能和 -o、--json 一起用：它本來就是 JSON。"
        )
      ]
    ),
  ]

  private static let moving = [
    OptionDescription(
      .motion,
      value: .choice([Choice("together"), Choice("relay"), Choice("focus")]),
      group: .motion,
      help: LocalizedText(
        "How it moves: all at once (together), one after the other (relay), or the main photo grows (focus).",
        zh: "怎麼動：一起動（together）、依序動（relay），或放大主角（focus）。"
      ),
      defaultText: LocalizedText("together", zh: "together")
    ),
    OptionDescription(
      .short,
      value: .choice([Choice("hold"), Choice("loop"), Choice("bounce"), Choice("key")]),
      group: .motion,
      help: LocalizedText(
        """
        What clips show that end before the longest: their last frame (hold), themselves again (loop, bounce), or \
        the key photo (key).
        """,
        zh: "較短的片段播完後：停在最後一格（hold）、重播（loop）、來回播（bounce），或回到主要照片（key）。"
      ),
      defaultText: LocalizedText("hold", zh: "hold")
    ),
    OptionDescription(
      .perCell,
      value: .time(0.1...3600, word: "full"),
      group: .motion,
      help: LocalizedText(
        "In a relay, how long each photo plays at most, around its key photo's moment.",
        zh: "依序動時，每張最多播多久（以主要照片那一刻為中心）。"
      ),
      defaultText: LocalizedText("full", zh: "full")
    ),
    OptionDescription(
      .audio,
      value: .choice([Choice("main"), Choice("mix"), Choice("none")]),
      group: .motion,
      help: LocalizedText(
        "Whose sound is heard: the main photo's, all together (mix), or nobody's.",
        zh: "聲音：主角的（main）、全部混在一起（mix），或不要聲音（none）。"
      ),
      details: [
        LocalizedText(
          "In a relay, main is the sound of each photo in its turn.",
          zh: "依序動時，main 是輪到哪張就播哪張的聲音。"
        )
      ],
      defaultText: LocalizedText("main", zh: "main")
    ),
  ]

  private static let destination = [
    CommonOptions.output(
      LocalizedText(
        "Write the collage to exactly FILE, unregistered; - is standard output.",
        zh: "把拼貼寫到這個檔案，不登記；- 表示標準輸出。"
      ),
      details: LocalizedText(
        """
        An existing file is never replaced, and no folder is made. The video of a Live Photo stands beside the still, \
        as .MOV. Where FILE ends in mp4 the collage is a video.
        """,
        zh: "已經存在的檔案絕不覆蓋，也不會建立資料夾。原況照片的影片以 .MOV 放在靜態圖旁邊。檔名以 mp4 結尾時，拼貼就是一段影片。"
      )
    ),
    OptionDescription(
      .toAlbum,
      value: .text(form: CommandDescription.albumForm),
      metavar: LocalizedText("ALBUM", zh: "相簿"),
      group: .destination,
      help: LocalizedText(
        "Put it into this album of the library, too, which is made if it is not there.",
        zh: "同時放進圖庫的這個相簿，沒有就建立。"
      ),
      details: [
        LocalizedText(
          """
          A video goes into this album alone; 拾映成片 keeps a still of it, its poster. The files lie in the folder of 拾映成片 all \
          the same. Not with -o.
          """,
          zh: "影片只放進這個相簿，「拾映成片」留一張代表的靜態圖。檔案仍放在「拾映成片」的資料夾。不能和 -o 一起用。"
        )
      ]
    ),
    CommonOptions.library(in: .destination),
  ]

  private static let input = [
    CommonOptions.filesFrom, CommonOptions.null,
    CommonOptions.maxPixels(
      LocalizedText("Refuse sources of more pixels than this.", zh: "來源超過這麼多像素就不採用。")
    ),
  ]

  private static let output = [
    CommonOptions.print(
      LocalizedText(
        "Print the collage's path (still), or the paths of all its files (all).",
        zh: "印出拼貼的路徑（still），或它所有檔案的路徑（all）。"
      )
    ),
    CommonOptions.printNull, CommonOptions.json, CommonOptions.quiet, CommonOptions.verbose,
  ]
}
