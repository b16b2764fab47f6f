internal import Arguments
internal import Messages

/// How the photos of `shiying collage` lie on its canvas.
extension CollageOptions {
  static let layout = [
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
    length(
      .gap,
      LocalizedText("Pixels between the photos.", zh: "照片之間的間隔（像素）。"),
      default: LocalizedText("1 % of the short side", zh: "短邊的 1 %")
    ),
    length(
      .margin,
      LocalizedText("Pixels around all photos.", zh: "四周的留邊（像素）。"),
      default: LocalizedText("the gap", zh: "同間隔")
    ),
    length(
      .radius,
      LocalizedText("Radius of round corners in pixels.", zh: "圓角半徑（像素）。"),
      default: LocalizedText("0", zh: "0")
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

  /// An option that takes a number of pixels.
  private static func length(
    _ identifier: OptionIdentifier,
    _ help: LocalizedText,
    default defaultText: LocalizedText
  ) -> OptionDescription {
    OptionDescription(
      identifier,
      value: .integer(0...100_000),
      metavar: LocalizedText("PX", zh: "像素"),
      group: .layout,
      help: help,
      defaultText: defaultText
    )
  }
}
