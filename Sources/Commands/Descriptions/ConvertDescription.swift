internal import Arguments
internal import Messages

extension CommandDescription {
  /// `shiying convert`
  static let convert = CommandDescription(
    "convert",
    summary: LocalizedText("make copies of photos in another format", zh: "把照片做成別種格式的副本"),
    discussion: [
      LocalizedText(
        """
        Every copy keeps what belongs to its photo - date, place, favourite, albums, tags, title - \
        is checked after writing, lies in the album 拾映轉換 of the library and is registered there. \
        Originals are never touched, and a photo whose copy is there already is not converted again.
        """,
        zh: "每個副本都保有照片原有的日期、地點、收藏、相簿、標籤與標題，寫好後會檢查，放在圖庫的「拾映轉換」相簿並登記在圖庫裡。原檔絕不更動；副本已經在的照片不會重做。"
      )
    ],
    positionals: [
      PositionalDescription(
        LocalizedText("PATH", zh: "路徑"),
        unless: .filesFrom,
        help: LocalizedText(
          """
          A photo (JPEG, HEIC, PNG, AVIF, WebP, TIFF, JPEG XL, BMP or GIF, known by content and not by \
          name) or a folder, with all \
          folders below it. In folders, files of other kinds are skipped. - is the bytes of one \
          photo on standard input; it needs -o.
          """,
          zh:
            "照片（JPEG、HEIC、PNG、AVIF、WebP、TIFF、JPEG XL、BMP 或 GIF，看內容而不看檔名）或資料夾（連同底下所有資料夾）。資料夾裡其他種類的檔案會略過。- 表示從標準輸入讀一張照片的內容，必須搭配 -o。"
        )
      )
    ],
    options: making + destination + input + run + output + CommonOptions.common,
    exclusive: [
      [.output, .into, .beside], [.output, .keepFolders], [.output, .nameTemplate], [.output, .timeLimit],
      [.output, .memoryLimit], [.quality, .lossless],
      [.quiet, .verbose],
    ],
    usageOptions: [.to],
    examples: [
      CommandExample(
        "shiying convert --to jpeg ~/Pictures/Trip",
        LocalizedText("Every photo below Trip as a JPEG, into the library", zh: "Trip 底下每張照片都轉成 JPEG，放進圖庫")
      ),
      CommandExample(
        "shiying convert --to heic --quality 80 --long-edge 2048 IMG_0001.JPG",
        LocalizedText("A smaller HEIC of one photo", zh: "把一張照片轉成較小的 HEIC")
      ),
      CommandExample(
        "shiying convert --to jpeg --hdr sdr -o IMG_0002.jpg IMG_0002.HEIC",
        LocalizedText(
          "One HDR photo into exactly that file, in standard range",
          zh: "把一張 HDR 照片轉成標準動態範圍，寫到指定的檔案"
        )
      ),
      CommandExample(
        "find . -mtime -1 -print0 | shiying convert --to png -0 --files-from -",
        LocalizedText("What changed since yesterday, by a list from find", zh: "用 find 的清單轉換昨天以來改過的檔案")
      ),
      CommandExample(
        "shiying convert --to jpeg --shard $SLURM_ARRAY_TASK_ID/8 /data/photos",
        LocalizedText(
          "One of eight parts of a large run, in a job array 1-8",
          zh: "大批轉換分成八份，這是工作陣列 1-8 的其中一份"
        )
      ),
    ],
    sections: [names, again, highDynamicRange],
    exitStatus: CommonOptions.exitStatus,
    seeAlso: [
      "shiying(1)", "shiying-check(1)", "shiying-list(1)", "shiying-set(1)", "shiying-events(5)",
      "shiying-library(5)",
      "shiying-recipe(5)", "shiying-metadata(7)",
    ]
  )

  // MARK: - Options

  private static let making = [
    OptionDescription(
      .to,
      value: .choice([
        Choice("jpeg", aliases: ["jpg"]), Choice("heic", aliases: ["heif"]), Choice("png"), Choice("avif"),
        Choice("webp"), Choice("tiff", aliases: ["tif"]), Choice("jxl"), Choice("same"),
      ]),
      metavar: LocalizedText("FORMAT", zh: "格式"),
      group: .main,
      help: LocalizedText(
        "The format of the copies: jpeg (or jpg), heic, png, avif, webp, tiff, jxl, or same as each photo's own.",
        zh: "副本的格式：jpeg（或 jpg）、heic、png、avif、webp、tiff、jxl，或 same（和各照片原本的一樣）。"
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
        "Quality of the lossy formats, 1 to 100.",
        zh: "失真格式的品質，1 到 100。"
      ),
      details: [
        LocalizedText(
          "A number looks about the same in each of them. PNG and TIFF always keep all.",
          zh: "同一個數字在各格式看起來差不多。PNG 與 TIFF 一向完整保留。"
        )
      ],
      defaultText: LocalizedText("90", zh: "90")
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
      help: LocalizedText("Make the longer side at most PX pixels; never enlarge.", zh: "長邊縮到最多這麼多像素；絕不放大。")
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
        )
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
      value: .choice([Choice("ask"), Choice("sdr")]),
      group: .main,
      help: LocalizedText(
        "HDR photos: ask what to do, or convert them to standard dynamic range (sdr).",
        zh: "遇到 HDR 照片：詢問（ask），或轉成標準動態範圍（sdr）。"
      ),
      defaultText: LocalizedText("ask", zh: "ask")
    ),
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
          "auto writes it for HEIC, AVIF and JPEG XL, whose metadata desktop programs can't edit inside the file.",
          zh: "auto 只為 HEIC、AVIF 與 JPEG XL 寫，因為桌面程式無法編輯這些檔案裡的資料。"
        )
      ],
      defaultText: LocalizedText("auto", zh: "auto")
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
      details: [notWithOutput],
      defaultText: LocalizedText("300", zh: "300")
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

  // MARK: - Manual

  private static let names = ManualSection(
    LocalizedText("NAMES", zh: "名稱"),
    [
      LocalizedText(
        """
        A copy is named after its original. Where the name is taken by something else, or would \
        make photo programs pair the copy with a stranger's video, ~ and eight digits of the \
        original's identity stand behind it. The digits depend on the original alone: never on the \
        order of work.
        """,
        zh: "副本依原檔命名。如果名稱已被別的東西佔用，或會讓相片程式把副本和不相干的影片配成一對，後面會加上 ~ 和原檔身分的八個數字。這些數字只看原檔，與處理順序無關。"
      ),
      LocalizedText("A template for --name may contain:", zh: "--name 的樣板可以包含："),
    ],
    entries: [
      DescribedName("{stem}", LocalizedText("The original's name without its ending.", zh: "原檔名，不含副檔名。")),
      DescribedName("{name}", LocalizedText("The original's name with its ending.", zh: "原檔名，含副檔名。")),
      DescribedName("{ext}", LocalizedText("The original's ending.", zh: "原檔的副檔名。")),
      DescribedName("{format}", LocalizedText("The format of the copy.", zh: "副本的格式。")),
      DescribedName(
        "{date}",
        LocalizedText(
          "The day of capture: 2021-07-14. {date:%Y%m%d} gives it another form.",
          zh: "拍攝日期：2021-07-14。{date:%Y%m%d} 可換寫法。"
        )
      ),
      DescribedName(
        "{time}",
        LocalizedText(
          "The time of capture: 18-03-22. {time:%H%M} gives it another form.",
          zh: "拍攝時間：18-03-22。{time:%H%M} 可換寫法。"
        )
      ),
      DescribedName(
        "{year} {month} {day}",
        LocalizedText("Parts of the date of capture.", zh: "拍攝日期的各部分。")
      ),
      DescribedName("{{ }}", LocalizedText("A brace.", zh: "大括號本身。")),
    ]
  )

  private static let again = ManualSection(
    LocalizedText("RUNNING AGAIN", zh: "再次執行"),
    [
      LocalizedText(
        """
        Running the same command again converts only what is new or changed. A photo whose content \
        was converted by the same recipe is unchanged, wherever the file lies now; a copy that was \
        altered or removed is made anew.
        """,
        zh: "再執行同一個命令，只會轉換新的或改過的照片。同樣內容、同樣配方轉換過的照片算沒有變動，無論檔案現在放哪裡；被改動或移走的副本會重做。"
      ),
      LocalizedText(
        """
        A run may be interrupted at any time. Every name at the destination is then absent, as it \
        was, or complete and checked, and the next run goes on from there.
        """,
        zh: "執行隨時可以中斷。目的地的每個名稱要嘛不存在，要嘛維持原樣，要嘛完整且檢查過；下一次執行從那裡接著做。"
      ),
    ]
  )

  private static let highDynamicRange = ManualSection(
    LocalizedText("HDR", zh: "HDR"),
    [
      LocalizedText(
        """
        This version keeps no HDR. A photo with a gain map becomes its base picture, and a PQ or \
        HLG picture is tone-mapped, only after somebody decided so: by --hdr sdr, or by the answer \
        to a question that is asked once a run, on a terminal. Otherwise such a photo fails with \
        the code hdr.undecided.
        """,
        zh:
          """
          這一版不保留 HDR。有增益圖的照片會變成它的基底圖，PQ 或 HLG 的圖會經過色調對應，\
          但都要有人決定過才會做：用 --hdr sdr，或在終端機上回答每次執行只問一次的問題。\
          否則這樣的照片算失敗，代碼是 hdr.undecided。
          """
      )
    ]
  )
}
