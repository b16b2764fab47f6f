internal import Arguments
internal import Messages

/// The options of `shiying convert`, by what they decide.
enum ConvertOptions {
  /// All, in the order of the help.
  static let all = making + moving + animation + destination + input + run + output

  private static let making = [
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
          background or --hdr sdr asks for a copy all the same. same is for these: smaller copies \
          without another format.
          """,
          zh: "已經是這個格式的照片維持原樣，除非另外指定了品質、大小、底色或 --hdr sdr。same 就是為此而設：只縮小，不換格式。"
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
    OptionDescription(
      .quality,
      value: .integer(1...100),
      group: .main,
      help: LocalizedText(
        "Quality of the lossy formats and of GIFs, 1 to 100.",
        zh: "失真格式與 GIF 的品質，1 到 100。"
      ),
      details: [
        LocalizedText(
          "A number looks about the same in each of them. PNG and TIFF always keep all.",
          zh: "同一個數字在各格式看起來差不多。PNG 與 TIFF 一向完整保留。"
        )
      ],
      defaultText: LocalizedText("90; of GIFs 80", zh: "90；GIF 是 80")
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

  private static let destination = [
    OptionDescription(
      .output,
      short: "o",
      value: .path(.file),
      group: .destination,
      help: LocalizedText(
        "Write the copy of one photo to exactly FILE, unregistered; - is standard output.",
        zh: "把一張照片的副本寫到這個檔案，不登記；- 表示標準輸出。"
      ),
      details: [
        LocalizedText(
          "An existing file is never replaced, and no folder is made.",
          zh: "已經存在的檔案絕不覆蓋，也不會建立資料夾。"
        )
      ]
    ),
    OptionDescription(
      .into,
      value: .path(.folder),
      group: .destination,
      help: LocalizedText(
        "Put the files into DIR instead of the album's folder.",
        zh: "檔案放進這個資料夾，而不是相簿的資料夾。"
      ),
      details: [
        LocalizedText(
          "The copies are registered, and members of the album, all the same.",
          zh: "副本照樣登記，也照樣屬於相簿。"
        )
      ]
    ),
    OptionDescription(
      .beside,
      group: .destination,
      help: LocalizedText("Put each copy beside its original.", zh: "每個副本放在原檔旁邊。")
    ),
    OptionDescription(
      .keepFolders,
      group: .destination,
      help: LocalizedText("Keep the folders below each input folder.", zh: "保留各輸入資料夾底下的資料夾結構。")
    ),
    OptionDescription(
      .nameTemplate,
      value: .text(form: LocalizedText("a template such as {date}-{stem}", zh: "樣板，例如 {date}-{stem}")),
      metavar: LocalizedText("TEMPLATE", zh: "樣板"),
      group: .destination,
      help: LocalizedText(
        "Name the copies by a template such as {date}-{stem}.",
        zh: "依樣板命名副本，例如 {date}-{stem}。"
      ),
      details: [LocalizedText("NAMES below has all that a template may contain.", zh: "下面的「名稱」列出樣板可以包含的東西。")],
      defaultText: LocalizedText("{stem}", zh: "{stem}")
    ),
    OptionDescription(
      .sidecar,
      value: .choice([Choice("auto"), Choice("always"), Choice("never")]),
      metavar: LocalizedText("WHEN", zh: "何時"),
      group: .destination,
      help: LocalizedText(
        "Write an XMP file beside each copy: auto, always or never.",
        zh: "何時在副本旁寫 XMP 附屬檔：auto、always 或 never。"
      ),
      details: [
        LocalizedText(
          """
          auto writes it for HEIC, AVIF, JPEG XL and GIF, whose metadata desktop programs can't edit inside the file.
          """,
          zh: "auto 只為 HEIC、AVIF、JPEG XL 與 GIF 寫，因為桌面程式無法編輯這些檔案裡的資料。"
        )
      ],
      defaultText: LocalizedText("auto; with -o never", zh: "auto；給了 -o 則是 never")
    ),
    CommonOptions.library(in: .destination),
  ]

  private static let input = [
    CommonOptions.filesFrom, CommonOptions.nullLists,
    OptionDescription(
      .shard,
      value: .text(form: LocalizedText("I/N with I from 1 to N, such as 3/8", zh: "I/N，I 是 1 到 N，例如 3/8")),
      metavar: LocalizedText("I/N", zh: "I/N"),
      group: .input,
      help: LocalizedText(
        "Convert only part I of N of the files, for runs on several machines.",
        zh: "檔案分成 N 份，只轉換第 I 份；用於多台機器。"
      ),
      details: [
        LocalizedText(
          """
          The part is decided by the path below the input without its ending, so that both files of \
          a Live Photo fall into one part and new files do not move old ones.
          """,
          zh: "由輸入底下的路徑（不含副檔名）決定屬於哪一份，所以原況照片的兩個檔案一定同一份，新增檔案也不會讓舊檔換份。"
        )
      ]
    ),
    OptionDescription(
      .maxPixels,
      value: .integer(1...Int.max),
      group: .input,
      help: LocalizedText("Refuse pictures with more than N pixels.", zh: "拒絕超過這麼多像素的圖。"),
      defaultText: LocalizedText("268435456", zh: "268435456")
    ),
  ]

  private static let notWithOutput = LocalizedText(
    "Not with -o, which converts without a process of its own.",
    zh: "不能和 -o 一起用，因為 -o 不另開程序轉換。"
  )

  private static let run = [
    OptionDescription(
      .jobs,
      short: "j",
      value: .integer(1...1024),
      group: .run,
      help: LocalizedText("Convert N files at the same time.", zh: "同時轉換 N 個檔案。"),
      defaultText: LocalizedText("the number of processors", zh: "處理器數目")
    ),
    OptionDescription(
      .dryRun,
      short: "n",
      group: .run,
      help: LocalizedText("Do nothing, only say what would be done.", zh: "什麼都不做，只說會做什麼。")
    ),
    OptionDescription(
      .verify,
      group: .run,
      help: LocalizedText(
        "Compare the contents of earlier copies, not only size and time, before they count as unchanged.",
        zh: "先前的副本要比對內容，而不只大小與時間，才算沒有變動。"
      )
    ),
    OptionDescription(
      .timeLimit,
      value: .integer(1...86_400),
      metavar: LocalizedText("SECONDS", zh: "秒數"),
      group: .run,
      help: LocalizedText("Give up a file after so many seconds.", zh: "單一檔案超過這麼多秒就放棄。"),
      details: [allImagesTimeLimit, notWithOutput],
      defaultText: LocalizedText("300; for GIFs 3600", zh: "300；GIF 是 3600")
    ),
    OptionDescription(
      .memoryLimit,
      value: .size(64 << 20...1 << 50),
      group: .run,
      help: LocalizedText("Give up a file that needs more memory.", zh: "單一檔案需要更多記憶體就放棄。"),
      details: [LocalizedText("64M is the least.", zh: "最少 64M。"), notWithOutput],
      defaultText: LocalizedText("4G", zh: "4G")
    ),
    OptionDescription(
      .noInput,
      group: .run,
      help: LocalizedText("Never ask: a file that needs an answer fails.", zh: "絕不詢問：需要回答的檔案算失敗。")
    ),
  ]

  private static let output = [
    OptionDescription(
      .print,
      value: .choice([Choice("still"), Choice("all")]),
      group: .output,
      help: LocalizedText(
        "Print one path for each copy, new or there already (still), or the paths of all its files (all).",
        zh: "每個副本（新做的或已有的）印一個路徑（still），或印它所有檔案的路徑（all）。"
      ),
      defaultText: LocalizedText("still", zh: "still")
    ),
    CommonOptions.printNull, CommonOptions.json,
    OptionDescription(
      .failedTo,
      value: .path(.file),
      group: .output,
      help: LocalizedText(
        "Write the paths of failed inputs to FILE, fit for --files-from.",
        zh: "把失敗的輸入路徑寫到檔案，可再交給 --files-from。"
      ),
      details: [
        LocalizedText(
          """
          One a line; with -0, each ends with NUL, for names that have line feeds. An earlier list is \
          replaced, nothing else.
          """,
          zh: "一行一個；加上 -0 時以 NUL 結尾，檔名裡有換行也不會出錯。先前的清單會被取代，其他檔案不會。"
        )
      ]
    ),
    CommonOptions.quiet, CommonOptions.verbose, CommonOptions.progress,
  ]
}
