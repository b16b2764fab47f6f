internal import Arguments
internal import Messages

/// What the copies of `shiying convert` become.
extension ConvertOptions {
  static let making = [
    OptionDescription(
      .to,
      value: .choice([
        Choice("jpeg", aliases: ["jpg"]), Choice("heic", aliases: ["heif"]), Choice("png"), Choice("avif"),
        Choice("webp"), Choice("tiff", aliases: ["tif"]), Choice("jxl"), Choice("same"), Choice("live"),
        Choice("motion-photo"), Choice("gif"),
      ]),
      metavar: LocalizedText("FORMAT", zh: "格式"),
      group: .main,
      help: LocalizedText(
        """
        The format of the copies: jpeg (or jpg), heic, png, avif, webp, tiff, jxl, same as each photo's own, \
        live, a Live Photo of each video, motion-photo, a Motion Photo of each video and Live Photo, or gif, a GIF of \
        each video, Live Photo and animation.
        """,
        zh:
          """
          副本的格式：jpeg（或 jpg）、heic、png、avif、webp、tiff、jxl、same（和各照片原本的一樣）、\
          live（每段影片做成原況照片）、motion-photo（每段影片、每張原況照片做成動態相片），\
          或 gif（每段影片、每張原況照片、每個動畫做成 GIF）。
          """
      ),
      details: [
        LocalizedText(
          """
          A photo that is in the format already is left as it is, unless a quality, a size, a \
          background or --hdr sdr asks for a copy all the same; the last line says how many these are, and none of \
          them is in the folder of --into. same is for these: smaller copies without another format.
          """,
          zh:
            """
            已經是這個格式的照片維持原樣，除非另外指定了品質、大小、底色或 --hdr sdr；最後一行會說有幾張，--into 的資料夾裡也不會有它們。\
            same 就是為此而設：只縮小，不換格式。
            """
        ),
        LocalizedText(
          """
          live takes videos and Motion Photos. motion-photo takes videos, Live Photos, and Motion Photos whose still \
          has another format; photos without a video that lie in a folder are skipped. A Motion Photo is one file, a \
          photo with an MP4 video behind it, as Android phones make them; its name ends in MP, without which readers \
          take it for a still.
          """,
          zh:
            """
            live 的來源是影片與動態相片。motion-photo 的來源是影片、原況照片，以及靜態圖格式不同的動態相片；資料夾裡沒有影片的照片會略過。\
            動態相片只有一個檔案：照片後面接一段 MP4 影片，和 Android 手機拍的一樣；檔名以 MP 結尾，否則相片程式會當成一般照片。
            """
        ),
        LocalizedText(
          "With -o it may be left out: then the ending of that file's name says it.",
          zh: "給了 -o 時可以省略：由那個檔名的副檔名決定。"
        ),
      ]
    ),
    CommonOptions.quality(
      LocalizedText(
        "Quality of the lossy formats and of GIFs, 1 to 100.",
        zh: "失真格式與 GIF 的品質，1 到 100。"
      ),
      details: [
        LocalizedText(
          "A number looks about the same in each of them. PNG and TIFF always keep all.",
          zh: "同一個數字在各格式看起來差不多。PNG 與 TIFF 一向完整保留。"
        )
      ],
      default: LocalizedText("90; of GIFs 80", zh: "90；GIF 是 80")
    ),
    OptionDescription(
      .lossless,
      group: .main,
      help: LocalizedText(
        "Keep every sample as it is (HEIC, AVIF, WebP, JPEG XL; PNG and TIFF always do).",
        zh: "每個樣本都原樣保留（HEIC、AVIF、WebP、JPEG XL；PNG 與 TIFF 一向如此）。"
      )
    ),
    OptionDescription(
      .longEdge,
      value: .integer(1...65_535),
      metavar: LocalizedText("PX", zh: "像素"),
      group: .main,
      help: LocalizedText("Make the longer side at most PX pixels; never enlarge.", zh: "長邊縮到最多這麼多像素；絕不放大。"),
      defaultText: LocalizedText("as it is; of GIFs 480", zh: "維持原樣；GIF 是 480")
    ),
    OptionDescription(
      .maxSize,
      value: .size(1...Int.max),
      metavar: LocalizedText("SIZE", zh: "大小"),
      group: .main,
      help: LocalizedText(
        "Make each copy's file at most SIZE bytes, such as 2M or 500K.",
        zh: "每個副本的檔案最多這麼大，例如 2M 或 500K。"
      ),
      details: [
        LocalizedText(
          """
          The quality gives way first, from --quality down to 50, then the picture's size. What it came to \
          is said. A photo that can't be made that small fails.
          """,
          zh: "先降低品質（從 --quality 降到 50），再縮小畫面；最後的品質與大小會說明。縮不到這麼小的照片算失敗。"
        ),
        LocalizedText(
          "Of a GIF the quality gives way down to 20, then the frames a second, then the size.",
          zh: "GIF 先降低品質（最低 20），再減少每秒格數，最後縮小畫面。"
        ),
      ]
    ),
    OptionDescription(
      .background,
      value: .text(
        form: LocalizedText("a colour such as #fff, #336699 or white", zh: "顏色，例如 #fff、#336699 或 white")
      ),
      metavar: LocalizedText("COLOUR", zh: "顏色"),
      group: .main,
      help: LocalizedText(
        "What transparent parts are laid on in JPEG: #rrggbb, #rgb or a name.",
        zh: "轉成 JPEG 時透明部分的底色：#rrggbb、#rgb 或名稱。"
      ),
      defaultText: LocalizedText("white", zh: "white")
    ),
    OptionDescription(
      .hdr,
      value: .choice([Choice("ask"), Choice("keep"), Choice("sdr")]),
      group: .main,
      help: LocalizedText(
        """
        HDR photos stay HDR where the target holds it. Where it does not: ask what to do, refuse (keep), or \
        convert them to standard dynamic range. sdr does that to all of them.
        """,
        zh: "HDR 照片只要目標格式放得下，就維持 HDR；放不下時：詢問（ask），或不轉換（keep）。sdr 則一律轉成標準動態範圍。"
      ),
      details: [
        LocalizedText(
          "A GIF can't hold HDR: without keep it is converted unasked, and that is said.",
          zh: "GIF 放不下 HDR：沒有指定 keep 就轉成標準動態範圍，並會說明。"
        )
      ],
      defaultText: LocalizedText("ask", zh: "ask")
    ),
    allImages,
  ]
}
