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
    OptionDescription(
      .quality,
      value: .integer(1...100),
      group: .main,
      help: LocalizedText(
        "Quality of the still in JPEG and HEIC, 1 to 100.",
        zh: "JPEG 與 HEIC 靜態圖的品質，1 到 100。"
      ),
      defaultText: LocalizedText("90", zh: "90")
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
      help: LocalizedText("The collage's title, kept in its metadata.", zh: "拼貼的標題，寫進中繼資料。")
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

  private static let layout = [
    OptionDescription(
      .layout,
      value: .choice([
        Choice("mosaic"), Choice("grid"), Choice("rows"), Choice("hero"), Choice("strip"),
      ]),
      group: .layout,
      help: LocalizedText(
        "How the photos lie: mosaic, grid, rows, hero (one large) or strip (one below the other).",
        zh: "照片怎麼排：mosaic（拼嵌）、grid（方格）、rows（橫排）、hero（一大多小）、strip（長條，由上到下）。"
      ),
      details: [
        LocalizedText(
          """
          A mosaic has cells of the photos' own shapes, so that next to nothing is cut; a grid has equal cells, \
          cropped to faces or to what stands out. A strip is never cut, and grows as long as it has to be; one that is \
          longer than its format allows becomes several pages, or with -o is refused.
          """,
          zh:
            "拼嵌的格子順著照片的形狀，幾乎不裁切；方格每格一樣大，裁切時保留臉部與畫面重點。長條絕不裁切，需要多長就多長；超過格式上限就分成數頁（給了 -o 則會拒絕）。"
        )
      ],
      defaultText: LocalizedText("mosaic", zh: "mosaic")
    ),
    OptionDescription(
      .canvas,
      value: .text(
        form: LocalizedText(
          "3:4, 1:1, 4:5, 9:16, 16:9, 3:2, A4, WIDTHxHEIGHT, WIDTH or auto",
          zh: "3:4、1:1、4:5、9:16、16:9、3:2、A4、寬x高、寬，或 auto"
        )
      ),
      metavar: LocalizedText("SHAPE", zh: "畫布"),
      group: .layout,
      help: LocalizedText(
        "The canvas: 3:4 1:1 4:5 9:16 16:9 3:2 A4, WxH or a width in pixels, or auto.",
        zh: "畫布：3:4 1:1 4:5 9:16 16:9 3:2 A4、寬x高（像素）、只給寬，或 auto。"
      ),
      details: [
        LocalizedText(
          """
          The named shapes are 1080 pixels at their short side (A4: 2480). With a width alone, or auto, the content \
          decides how high it becomes.
          """,
          zh: "有名稱的形狀短邊 1080 像素（A4 是 2480）。只給寬度或 auto 時，高度由內容決定。"
        )
      ],
      defaultText: LocalizedText("3:4; of a strip 1080", zh: "3:4；長條是 1080")
    ),
    OptionDescription(
      .scale,
      value: .integer(1...3),
      group: .layout,
      help: LocalizedText("Multiply all lengths by 1, 2 or 3.", zh: "所有長度乘以 1、2 或 3。"),
      defaultText: LocalizedText("1", zh: "1")
    ),
    OptionDescription(
      .gap,
      value: .integer(0...100_000),
      metavar: LocalizedText("PX", zh: "像素"),
      group: .layout,
      help: LocalizedText("Pixels between the photos.", zh: "照片之間的間隔（像素）。"),
      defaultText: LocalizedText("1 % of the short side", zh: "短邊的 1 %")
    ),
    OptionDescription(
      .margin,
      value: .integer(0...100_000),
      metavar: LocalizedText("PX", zh: "像素"),
      group: .layout,
      help: LocalizedText("Pixels around all photos.", zh: "四周的留邊（像素）。"),
      defaultText: LocalizedText("the gap", zh: "同間隔")
    ),
    OptionDescription(
      .radius,
      value: .integer(0...100_000),
      metavar: LocalizedText("PX", zh: "像素"),
      group: .layout,
      help: LocalizedText("Radius of round corners in pixels.", zh: "圓角半徑（像素）。"),
      defaultText: LocalizedText("0", zh: "0")
    ),
    OptionDescription(
      .background,
      value: .text(
        form: LocalizedText(
          "a colour such as #fff or white, transparent, or blur",
          zh: "顏色（例如 #fff 或 white）、transparent，或 blur"
        )
      ),
      metavar: LocalizedText("COLOUR", zh: "顏色"),
      group: .layout,
      help: LocalizedText(
        "Behind the photos: a colour, transparent (PNG, TIFF), or blur, the first photo blurred.",
        zh: "照片背後：顏色、transparent（透明，限 PNG、TIFF），或 blur（第一張照片的模糊放大）。"
      ),
      defaultText: LocalizedText("white", zh: "white")
    ),
    OptionDescription(
      .order,
      value: .choice([Choice("given"), Choice("reversed"), Choice("date"), Choice("newest")]),
      group: .layout,
      help: LocalizedText(
        "The photos' order: as given, reversed, by date (oldest first) or newest first.",
        zh: "照片順序：依指定順序（given）、反過來（reversed）、由舊到新（date）、由新到舊（newest）。"
      ),
      defaultText: LocalizedText("given", zh: "given")
    ),
    OptionDescription(
      .hero,
      value: .integer(1...30),
      metavar: LocalizedText("N", zh: "編號"),
      group: .layout,
      help: LocalizedText(
        "The main photo by its number as given: the large one, and the one that is heard if it has sound.",
        zh: "主角是第幾張（依指定順序）：最大的那張；它有聲音時，聲音以它為準。"
      ),
      defaultText: LocalizedText("the first", zh: "第一張")
    ),
    OptionDescription(
      .focusPoint,
      value: .text(form: LocalizedText("X,Y, both 0 to 1", zh: "X,Y，都是 0 到 1")),
      metavar: LocalizedText("X,Y", zh: "X,Y"),
      group: .layout,
      help: LocalizedText(
        "What of every photo stays in the middle when it is cut: 0,0 is its top left corner.",
        zh: "裁切時以每張照片的哪一點為中心：0,0 是左上角。"
      ),
      defaultText: LocalizedText("faces, else what stands out", zh: "臉部，否則畫面重點")
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
    OptionDescription(
      .output,
      short: "o",
      value: .path(.file),
      group: .destination,
      help: LocalizedText(
        "Write the collage to exactly FILE, unregistered; - is standard output.",
        zh: "把拼貼寫到這個檔案，不登記；- 表示標準輸出。"
      ),
      details: [
        LocalizedText(
          """
          An existing file is never replaced, and no folder is made. The video of a Live Photo stands beside the still, \
          as .MOV. Where FILE ends in mp4 the collage is a video.
          """,
          zh: "已經存在的檔案絕不覆蓋，也不會建立資料夾。原況照片的影片以 .MOV 放在靜態圖旁邊。檔名以 mp4 結尾時，拼貼就是一段影片。"
        )
      ]
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
    OptionDescription(
      .maxPixels,
      value: .integer(1...Int.max),
      group: .input,
      help: LocalizedText("Refuse sources of more pixels than this.", zh: "來源超過這麼多像素就不採用。"),
      defaultText: LocalizedText("268435456", zh: "268435456")
    ),
  ]

  private static let output = [
    OptionDescription(
      .print,
      value: .choice([Choice("still"), Choice("all")]),
      group: .output,
      help: LocalizedText(
        "Print the collage's path (still), or the paths of all its files (all).",
        zh: "印出拼貼的路徑（still），或它所有檔案的路徑（all）。"
      ),
      defaultText: LocalizedText("still", zh: "still")
    ),
    CommonOptions.printNull, CommonOptions.json, CommonOptions.quiet, CommonOptions.verbose,
  ]
}
