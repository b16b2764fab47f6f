internal import Arguments
internal import Messages

extension CommandDescription {
  /// `shiying convert`
  static let convert = CommandDescription(
    "convert",
    summary: LocalizedText("make copies of photos and videos in another form", zh: "把照片與影片做成別種樣子的副本"),
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
          name), the still of a Live Photo, for --to live, --to motion-photo and --to gif a video, or a folder, with all \
          folders below it. In folders, files of other kinds are skipped. - is the bytes of one \
          photo on standard input; it needs -o.
          """,
          zh:
            "照片（JPEG、HEIC、PNG、AVIF、WebP、TIFF、JPEG XL、BMP 或 GIF，看內容而不看檔名）、原況照片的靜態圖、影片（用於 --to live、--to motion-photo 與 --to gif），或資料夾（連同底下所有資料夾）。資料夾裡其他種類的檔案會略過。- 表示從標準輸入讀一張照片的內容，必須搭配 -o。"
        )
      )
    ],
    options: ConvertOptions.all + CommonOptions.common,
    exclusive: [
      [.output, .into, .beside], [.output, .keepFolders], [.output, .nameTemplate], [.output, .timeLimit],
      [.output, .memoryLimit], [.output, .shard], [.output, .failedTo], [.output, .jobs], [.output, .verify],
      [.output, .print], [.quality, .lossless], [.quiet, .verbose],
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
        "shiying convert --to live --at 1:02.5 --length 2 clip.mov",
        LocalizedText(
          "A Live Photo: two seconds of a video around that moment, which is the key photo",
          zh: "做成原況照片：影片裡那一刻前後共兩秒，那一刻就是主要照片"
        )
      ),
      CommandExample(
        "shiying convert --to gif --start 0:05 --length 3 --max-size 8M clip.mov",
        LocalizedText("Three seconds of a video as a GIF of at most 8 MiB", zh: "把影片的三秒做成 GIF，最多 8 MiB")
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
    sections: [
      names, QualitySizes.section, again, LivePhotoSection.section, AnimationSection.section,
      highDynamicRange,
    ],
    exitStatus: CommonOptions.exitStatus,
    seeAlso: [
      "shiying(1)", "shiying-check(1)", "shiying-list(1)", "shiying-set(1)", "shiying-verify(1)",
      "shiying-events(5)",
      "shiying-library(5)",
      "shiying-recipe(5)", "shiying-metadata(7)",
    ]
  )

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
      LocalizedText(
        "The name of a Motion Photo gets _MP at its end, unless it ends in MP already; a name given with -o stays as it is.",
        zh: "動態相片的檔名結尾會加上 _MP（已經以 MP 結尾的除外）；用 -o 指定的檔名則照用。"
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
        A Live Photo or Motion Photo of an HDR video keeps it, with a HEIC still of 10 bits. A photo with a gain \
        map (of iPhones, Ultra HDR, ISO 21496-1) keeps it in JPEG, HEIC and AVIF, turned and scaled as the photo is. A \
        PQ or HLG photo stays one in HEIC, AVIF, PNG and JPEG XL; in JPEG it becomes a photo of standard range with \
        a gain map that leads back.
        """,
        zh:
          """
          HDR 影片做成的原況照片或動態相片會保留 HDR，靜態圖是 10 位元的 HEIC。有增益圖的照片（iPhone、Ultra HDR、ISO 21496-1）\
          轉成 JPEG、HEIC 和 AVIF 都會保留增益圖，並跟著照片轉正、縮放。PQ 或 HLG 的照片在 HEIC、AVIF、PNG 和 JPEG XL 裡維持原樣；\
          轉成 JPEG 則是標準動態範圍的照片，加上能還原亮度的增益圖。
          """
      ),
      LocalizedText(
        """
        JPEG copies are Ultra HDR with the metadata of ISO 21496-1. HEIC copies have a tone map item of that standard \
        and, where it can say the same, Apple's own gain map, so that old and new iPhones find one; AVIF copies have \
        the tone map item. Every finished copy is read again, and its map with it.
        """,
        zh:
          """
          JPEG 副本是 Ultra HDR，並帶有 ISO 21496-1 的後設資料。HEIC 副本有該標準的色調對應項目，能表達得一樣時還有 Apple 的增益圖，\
          新舊 iPhone 都找得到；AVIF 副本有色調對應項目。每個做好的副本都會連同增益圖讀回來檢查。
          """
      ),
      LocalizedText(
        """
        Other formats have no place for it, and now and then a file does not say how bright its gain map is meant. \
        Then standard range is for somebody to decide: by --hdr sdr, or by the answer to a question that is asked once \
        a run, on a terminal. Otherwise such a photo fails with the code hdr.undecided.
        """,
        zh:
          """
          其他格式放不下 HDR，偶爾也有檔案沒寫明增益圖該多亮。這時要不要轉成標準動態範圍，得有人決定：用 --hdr sdr，\
          或在終端機上回答每次執行只問一次的問題。否則這樣的照片算失敗，代碼是 hdr.undecided。
          """
      ),
    ]
  )
}
