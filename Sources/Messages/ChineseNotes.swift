/// The Traditional Chinese sentence of every note.
enum ChineseNotes {
  static func sentence(_ code: NoteCode, _ facts: Facts) -> Sentence {
    switch code {
    case .hdrDropped:
      Sentence("副本是標準動態範圍", why: "依要求捨去了\(Terms.hdrBehindChinese(facts["kind"]))")
    case .hdrToneMapped:
      Sentence(
        "副本是標準動態範圍",
        why: "\(facts.format) 放不下 HDR（\(Terms.hdr(facts["kind"], .traditionalChinese))），顏色已經轉換"
      )
    case .animationLarge:
      Sentence(
        "大約會有 \(facts.size("bytes"))",
        why:
          "\(facts["frames"]) 格，每格 \(facts["width"]) x \(facts["height"]) 像素，共 \(facts["seconds"]) 秒",
        remedy: "用 --max-size、--length、--fps 或 --long-edge 可以縮小"
      )
    case .bitDepthReduced: Sentence("副本每個樣本 \(facts["to"]) 位元", why: "原檔是 \(facts["from"]) 位元")
    case .fittedToSize:
      Sentence(
        "為了符合大小：\(facts["width"]) x \(facts["height"]) 像素"
          + (facts["quality"].isEmpty ? "" : "，品質 \(facts["quality"])")
          + (facts["rate"].isEmpty ? "" : "，每秒 \(facts["rate"]) 格") + "，\(facts.size("bytes"))"
      )
    case .catalogueIsNew:
      Sentence(
        "圖庫的資料庫不見了，已重新建立",
        why: "新資料庫不認得相簿裡的 \(facts["count"]) 個檔案，副本會重做",
        remedy: "如果有 .shiying 資料夾的備份，請先放回去再繼續"
      )
    case .earlierCopyAltered: Sentence("做了第二個副本", why: "先前的副本 \(facts["path"]) 被改過")
    case .alphaFlattened:
      Sentence("透明的部分鋪上了底色 \(facts["background"])", remedy: "可用 --background 換別的顏色")
    case .alphaReduced:
      Sentence("半透明的部分在副本裡變成不透明或全透明", why: "\(facts.format) 沒有中間的透明度")
    case .cmykConverted: Sentence("已依描述檔從 CMYK 轉成 RGB")
    case .profileUnusable: Sentence("色彩描述檔無法使用，沒有帶到副本", why: facts.detail)
    case .furtherImages:
      Sentence(
        "檔案裡另有 \(facts["count"]) 張圖沒有複製",
        why: "只複製主要的一張",
        remedy: "加上 --all-images 就會每張都複製"
      )
    case .auxiliaryDropped: Sentence("有一張輔助圖不在副本裡", why: facts["kind"])
    case .soundEncoded: Sentence("聲音重新編碼成 AAC", why: "\(players(facts))不認得 \(facts["codec"])")
    case .videoEncoded:
      Sentence(
        "影片重新編碼",
        why: "\(players(facts))不認得原本的編碼" + (facts["codec"].isEmpty ? "" : "（\(facts["codec"])）")
      )
    case .tracksDropped:
      Sentence("影片裡有幾軌不在副本裡", why: Terms.tracks(facts["tracks"], .traditionalChinese))
    case .pairTimedOut: Sentence("沒能產生原況照片 — 原況照片準備逾時，請稍後再試。")
    case .pairBroken: Sentence("產生不了原況照片 — 原況已損壞，只能當靜態圖用。")
    case .motionDropped: Sentence("副本是靜態圖", why: "原況照片的影片不在其中")
    case .movieFramesSkipped: Sentence("略過影片裡 \(facts["count"]) 格損壞的畫面")
    case .movieEndsEarly:
      Sentence(
        "影片提早結束",
        why: "全長 \(facts["expected"]) 秒，只有 \(facts["found"]) 秒",
        remedy: "請從來源重新複製一次"
      )
    case .collageStillOnly:
      switch facts["reason"] {
      case "pages": Sentence("這張拼貼是靜態圖片", why: "它有 \(facts["count"]) 頁，只有一頁的才能動")
      case "format":
        Sentence(
          "這張拼貼是靜態圖片",
          why: "原況照片不能是 \(facts.format)",
          remedy: "不要給 --format，或加上 --as still"
        )
      case "pipe":
        Sentence("這張拼貼是靜態圖片", why: "原況照片有兩個檔案", remedy: "用 --as video 可輸出會動的單一檔案")
      default: Sentence("這張拼貼是靜態圖片", why: "沒有會動的來源，或讀不出它們的動態")
      }
    case .collageHeroStill:
      Sentence("主角改為第 \(facts["other"]) 張", why: "--hero 指定的第 \(facts["number"]) 張不會動")
    case .collageVideoSmaller:
      Sentence("影片是 \(facts["width"]) x \(facts["height"]) 像素", why: "再大手機就播不了")
    case .collageMotionUnreadable:
      Sentence("在拼貼裡是靜止的", why: "讀不出它的動態" + facts.bracketed("detail"))
    case .collageStandardRange:
      Sentence(
        "拼貼裡有 \(facts["count"]) 張照片以標準動態範圍呈現",
        why: Terms.standardRangeReason(facts["reason"], .traditionalChinese),
        remedy: facts["reason"] == "unasked" ? "影片全是 HDR，加上 --hdr keep 就能保留 HDR" : ""
      )
    case .collageFromPreview:
      Sentence(
        "在拼貼裡以小張的預覽圖代替",
        why: facts["seconds"].isEmpty
          ? FetchWords.why(facts, .traditionalChinese) : "它所在的地方 \(facts["seconds"]) 秒都沒有回應",
        remedy: "等它讀得到時再執行一次"
      )
    case .collageOptionsIdle:
      Sentence(
        "有些選項沒有作用" + facts.bracketed("options", separator: "、"),
        why: Terms.idleReason(facts["reason"], format: facts.format, .traditionalChinese)
      )
    case .collageLong:
      Sentence(
        "這張拼貼長 \(facts["seconds"]) 秒，以原況照片來說偏長",
        remedy: "用 --per-cell 1.5 讓每張播短一點"
      )
    case .exifDropped: Sentence("Exif 無法帶到副本", why: facts.detail)
    case .exifReduced: Sentence("為了容納其餘內容，捨去了部分 Exif", why: exifPart(facts["part"]))
    case .xmpDropped: Sentence("XMP 無法帶到副本", why: facts.detail)
    case .staleXMPDropped:
      facts["what"] == "panorama"
        ? Sentence("全景照片的說明不在副本裡", why: "和副本的像素不符")
        : Sentence("照片裡標示的區域不在副本裡", why: "無從得知它們在副本裡的位置")
    case .textDropped: Sentence("檔案裡的部分文字不在副本裡", why: facts["keywords"])
    case .iptcMovedToXMP:
      Sentence(
        "IPTC 欄位改放在副本的 XMP 裡" + (facts["except"].isEmpty ? "" : "，除了沒有對應的 \(facts["except"])"),
        why: "這個格式放不下 IPTC"
      )
    case .tagRenamed: Sentence("標籤「\(facts["tag"])」換了寫法", why: "「/」和「|」是標籤階層的分隔符號")
    case .sidecarUnusable: Sentence("沒有採用附屬檔 \(facts["path"])", why: facts.detail)
    case .sameContent: Sentence("內容和先前的原檔相同", why: "沿用它的副本", remedy: facts["path"])
    case .alreadyInFormat where facts["format"] == "live":
      Sentence("已經是原況照片", remedy: "verify 會說它配不配得起來，convert --to same --live repair 可以修好它")
    case .alreadyInFormat:
      Sentence(
        "已經是\(FormatName.behindChinese(facts["format"]))",
        remedy: "要另做副本，請指定品質或大小"
      )
    case .misnamed: Sentence("其實是 \(facts.format)", why: "和檔名說的不一樣")
    case .pairReferenceDangling: Sentence("標示靜態圖那一刻的資料不屬於影片的任何一軌")
    case .pairStillValueUnusual: Sentence("標示靜態圖那一刻的值不尋常", why: "是 \(facts["found"])，而不是 -1")
    case .pairShapesDiffer: Sentence("靜態圖和影片的長寬比不同", why: "\(facts["still"]) 與 \(facts["video"])")
    case .pairVideoLong: Sentence("影片有 \(facts["seconds"]) 秒，以原況照片來說偏長")
    case .pairNoSound: Sentence("影片沒有聲音")
    case .pairNamesDiffer: Sentence("兩個檔案的名稱不同")
    case .pairIdentifierLowerCase: Sentence("配對編號有小寫字母")
    case .pairNoColour: Sentence("影片沒有說明色彩")
    case .pairVariableRate: Sentence("影片每格的長度不一")
    case .networkFilesystem:
      Sentence(
        "圖庫位在網路檔案系統\(facts.bracketed("filesystem"))",
        why: "資料庫在那裡會比較慢",
        remedy: "請一次只用一台機器，或把圖庫放在本機磁碟"
      )
    }
  }

  private static func exifPart(_ part: String) -> String {
    switch part {
    case "thumbnail": "縮圖"
    case "makernote": "相機廠商的註記"
    default: part
    }
  }

  /// Who would not play what was coded anew.
  private static func players(_ facts: Facts) -> String {
    facts["form"] == "mp4" ? "許多 MP4 播放程式" : "Apple 的播放程式"
  }
}
