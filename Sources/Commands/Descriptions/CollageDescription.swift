internal import Arguments
internal import Messages

extension CommandDescription {
  /// `shiying collage`
  static let collage = CommandDescription(
    "collage",
    summary: LocalizedText("make a collage of several photos and videos", zh: "把多張照片與影片拼成一張"),
    discussion: [
      LocalizedText(
        """
        Lays out 2 to 30 photos, Live Photos, Motion Photos or videos on one canvas, in the order given, and makes a \
        still, a video or a Live Photo of it. The collage lies in the album 拾映成片 of the library and is registered \
        there with its sources. It has no place and none of their albums and tags; its date is that of its making. \
        Photos of the same content with the same settings give the same collage, which is made once.
        """,
        zh:
          """
          把 2 到 30 張照片、原況照片、動態相片或影片依序排在一張畫布上，做成靜態圖、影片或原況照片。拼貼放在圖庫的「拾映成片」相簿，\
          連同來源一起登記。它沒有地點，也不沿用來源的相簿與標籤；日期是製作的時間。內容相同的照片、同樣的設定，得到同一張拼貼，只做一次。
          """
      ),
      LocalizedText(
        """
        A photo that can't be read is a grey cell; the others are there, and the exit status is 1. All that does not \
        fit is refused before any work. -o writes one file and registers nothing; of a video, the poster is kept in the \
        album 拾映成片 of a library that is there.
        """,
        zh: "讀不了的照片留一個灰格，其他照常，結束狀態是 1。放不下的，動手前就會拒絕。-o 只寫一個檔案、不登記；影片則會在既有圖庫的「拾映成片」相簿留一張代表的靜態圖。"
      ),
    ],
    positionals: [
      PositionalDescription(
        LocalizedText("PATH", zh: "路徑"),
        unless: .filesFrom,
        help: LocalizedText(
          """
          A photo, the still of a Live Photo (its video is looked for beside it), a Motion Photo, a video, or a folder: \
          all of these below it, by name. An http or https address is fetched, a video whole, a photo of a still collage as \
          far as its picture goes; where nothing comes for 3 seconds, a preview that is at hand stands for it.
          """,
          zh:
            """
            照片、原況照片的靜態圖（在旁邊找它的影片）、動態相片、影片，或資料夾：底下所有這些檔案，依檔名排列。\
            http 或 https 網址會抓下來，影片抓整個檔案，做靜態圖片時，照片只抓到畫面資料結束的地方；3 秒都沒有回應時，以手邊的預覽圖代替。
            """
        )
      )
    ],
    options: CollageOptions.all + CommonOptions.common,
    exclusive: [[.output, .toAlbum], [.plan, .output], [.quiet, .verbose], [.plan, .json]],
    examples: [
      CommandExample(
        "shiying collage IMG_0001.HEIC IMG_0002.HEIC IMG_0003.HEIC",
        LocalizedText("Three photos in one, into the library", zh: "三張照片拼成一張，放進圖庫")
      ),
      CommandExample(
        "shiying collage --motion relay --layout grid ~/Pictures/Trip",
        LocalizedText(
          "A Live Photo in which the photos of a folder move one after the other, with sound",
          zh: "把資料夾裡的照片做成依序動、帶聲音的原況照片"
        )
      ),
      CommandExample(
        "shiying collage --layout strip --canvas 1080 --gap 8 -o strip.jpg page-*.jpg",
        LocalizedText("A long strip, 1080 pixels wide", zh: "1080 像素寬的長條圖")
      ),
      CommandExample(
        "shiying collage --as video --canvas 9:16 --audio none -o story.mp4 IMG_*.HEIC",
        LocalizedText("A silent video for a phone's screen", zh: "給手機看的無聲影片")
      ),
      CommandExample(
        "shiying collage --plan --layout rows *.jpg | jq .mean_crop",
        LocalizedText("What would be cut, without drawing anything", zh: "先看會裁掉多少，不畫任何東西")
      ),
    ],
    sections: [tiers, motions],
    exitStatus: CommonOptions.exitStatus,
    seeAlso: [
      "shiying(1)", "shiying-convert(1)", "shiying-list(1)", "shiying-verify(1)", "shiying-events(5)",
      "shiying-recipe(5)",
    ]
  )

  private static let tiers = ManualSection(
    LocalizedText("STILL, VIDEO, LIVE PHOTO", zh: "靜態圖片、一段影片、原況照片"),
    [
      LocalizedText(
        """
        A Live Photo is a still and a video that pair, written together and checked. If the check fails or takes \
        more than 45 seconds the collage is delivered as a plain still, and the reason is said; never half a pair.
        """,
        zh: "原況照片由配得起來的靜態圖與影片組成，一起寫入並檢查。檢查不過或超過 45 秒，就改存成一般的靜態圖並說明原因；絕不會只有半對。"
      ),
      LocalizedText(
        """
        A video is H.264 with 30 frames a second. Colours of video are sRGB; HDR sources are shown in standard range, \
        which is said. With --hdr keep a video of nothing but HDR is HEVC of 10 bits, HLG or PQ as they are, a white \
        background as bright as paper; the poster of it is in standard range. Odd sides become even, and a canvas that phones could not play, above 4096 pixels a side or 9.4 million \
        pixels, gets a smaller video, which is said. A strip of several pages is a still.
        """,
        zh:
          "影片是 H.264，每秒 30 格，色彩為 sRGB；HDR 來源以標準動態範圍呈現，並會說明。來源全是 HDR 影片時，--hdr keep 做出 10 位元的 HEVC，維持 HLG 或 PQ，白色背景和紙一樣亮；代表它的靜態圖仍是標準動態範圍。奇數邊長會補成偶數；畫布大到手機播不了（一邊超過 4096 像素，或超過 940 萬像素）時，影片會縮小並說明。分成數頁的長條只能是靜態圖片。"
      ),
    ]
  )

  private static let motions = ManualSection(
    LocalizedText("MOTION", zh: "動態"),
    [],
    entries: [
      DescribedName(
        "together",
        LocalizedText(
          "All cells move at once, as long as the longest of them.",
          zh: "所有格子同時動，長度以最長的為準。"
        )
      ),
      DescribedName(
        "relay",
        LocalizedText(
          "One cell after the other plays, with its sound; the others show their key photos.",
          zh: "一格接一格播放，帶各自的聲音；其他格子顯示主要照片。"
        )
      ),
      DescribedName(
        "focus",
        LocalizedText(
          "The main photo grows as large as the canvas allows while it plays, then returns to its cell.",
          zh: "主角播放時放大到畫布容得下的大小，播完回到原來的格子。"
        )
      ),
    ]
  )
}
