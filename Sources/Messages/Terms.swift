/// Words for facts that are the same in several sentences.
enum Terms {
  /// Why a gain map can't be kept in a format that holds such maps (`detail` of `hdr.undecided`).
  static func unusableGainMap(_ detail: String, _ language: Language) -> String {
    let text =
      switch detail {
      case "headroom":
        LocalizedText(
          "nothing in it says how bright its gain map makes it",
          zh: "檔案裡沒有寫明增益圖要增亮多少"
        )
      case "base":
        LocalizedText("its gain map leads from HDR to standard range", zh: "增益圖是由 HDR 換算到標準動態範圍的")
      case "damaged": LocalizedText("its gain map is damaged", zh: "增益圖已損壞")
      default: LocalizedText("its gain map is damaged (\(detail))", zh: "增益圖已損壞（\(detail)）")
      }
    return text[language]
  }

  /// What kind of HDR a picture is (the raw values of `HDRKind`).
  static func hdr(_ kind: String, _ language: Language) -> String {
    switch kind {
    case "gain-map": LocalizedText("a gain map", zh: "增益圖")[language]
    case "pq": LocalizedText("PQ", zh: "PQ")[language]
    case "hlg": LocalizedText("HLG", zh: "HLG")[language]
    default: kind.isEmpty ? "HDR" : kind
    }
  }

  /// Why options have no effect on a collage (`reason` of `collage.options-idle`).
  static func idleReason(_ reason: String, format: String, _ language: Language) -> String {
    let text =
      switch reason {
      case "still": LocalizedText("nothing moves in the collage", zh: "這張拼貼不會動")
      case "lossless": LocalizedText("\(format) is lossless", zh: "\(format) 是無失真格式")
      case "standard": LocalizedText("none of its photos is HDR", zh: "沒有一張照片是 HDR")
      default: LocalizedText("the motion is no relay", zh: "不是依序動（--motion relay）")
      }
    return text[language]
  }

  /// Why a collage is in standard range (`reason` of `collage.standard-range`).
  static func standardRangeReason(_ reason: String, _ language: Language) -> String {
    let text =
      switch reason {
      case "still": LocalizedText("a collage that does not move is not HDR", zh: "不會動的拼貼不是 HDR")
      case "sources": LocalizedText("not all of its photos move in HDR", zh: "不是每張照片都有 HDR 的動態")
      case "mixed": LocalizedText("some of its videos are HLG and some are PQ", zh: "影片有的是 HLG，有的是 PQ")
      case "length":
        LocalizedText("its still is too long for HEIC, which HDR needs", zh: "HDR 需要 HEIC，而靜態圖太長，放不下")
      default: LocalizedText("the collage is not HDR", zh: "拼貼不是 HDR")
      }
    return text[language]
  }

  /// "HDR (gain map +2.3 EV; Apple, ISO 21496-1)".
  static func dynamicRange(_ kind: String, _ headroom: Double?, _ carriers: [String], _ language: Language)
    -> String
  {
    if kind == "none" { return "SDR" }
    let name = kind == "gain-map" ? LocalizedText("gain map", zh: "增益圖")[language] : hdr(kind, language)
    let stops = headroom.map { " +\(DecimalText.text($0, decimals: 2)) EV" } ?? ""
    let places = carriers.map(carrier).joined(separator: language == .english ? ", " : "、")
    return switch language {
    case .english: "HDR (\(name)\(stops)\(places.isEmpty ? "" : "; \(places)"))"
    case .traditionalChinese: "HDR（\(name)\(stops)\(places.isEmpty ? "" : "；\(places)")）"
    }
  }

  /// Where a file speaks of its gain map (the raw values of `GainMapCarrier`): names of standards and firms, the same in
  /// every language.
  private static func carrier(_ place: String) -> String {
    switch place {
    case "apple": "Apple"
    case "samsung": "Samsung"
    case "hdrgm": "Ultra HDR"
    case "iso": "ISO 21496-1"
    case "mpf": "MPF"
    case "container": "GContainer"
    default: place
    }
  }

  /// The same behind a Chinese word, from which Latin letters stand apart.
  static func hdrBehindChinese(_ kind: String) -> String {
    let name = hdr(kind, .traditionalChinese)
    return name.first?.isASCII == true ? " \(name)" : name
  }

  /// What to do where a picture can't be decoded. Only for HEIF, which holds many codecs, can a plugin be had; a form of JPEG,
  /// PNG, WebP or JPEG XL that is not read stays so, whatever is installed.
  static func decoderRemedy(_ facts: Facts, _ language: Language) -> String {
    let (library, codec) = (facts["library"], facts["codec"])
    if !library.isEmpty {
      return LocalizedText(
        "see whether a newer \(library) can be installed",
        zh: "看看能否安裝較新的 \(library)"
      )[language]
    }
    let plain = ["JPEG", "PNG", "WEBP", "WebP", "GIF", "TIFF"]
    if !codec.contains("HEIF"), plain.contains(where: { codec.contains($0) }) {
      return LocalizedText(
        "save it in a plainer form with another program first",
        zh: "請先用別的程式存成一般的形式"
      )[language]
    }
    return LocalizedText(
      "see whether a newer libheif or a plugin for it can be installed",
      zh: "看看能否安裝較新的 libheif 或它的外掛"
    )[language]
  }

  /// What of a copy was read back.
  static func checked(_ what: String, _ language: Language) -> String {
    guard language == .traditionalChinese else { return what.isEmpty ? "it" : "its \(what)" }
    return switch what {
    case "": "內容"
    case "decoding": "畫面"
    case "format": "格式"
    case "size": "大小"
    case "orientation": "方向"
    case "transparency": "透明度"
    case "dynamic range": "動態範圍"
    case "bits a sample": "位元深度"
    case "colour profile": "色彩描述檔"
    case "pixels": "像素"
    case "sound": "聲音"
    case "duration": "長度"
    case "frames": "畫格"
    case "loop": "播放次數"
    case "date", "capture date", "captureDate": "日期"
    case "place": "地點"
    case "favourite": "收藏"
    case "rating": "評分"
    case "tags": "標籤"
    case "albums": "相簿"
    case "title": "標題"
    case "description": "說明"
    default: " \(what) "
    }
  }

  /// Kinds of tracks and their codecs, as in "sound ac4, subtitles mov_text".
  static func tracks(_ list: String, _ language: Language) -> String {
    guard language == .traditionalChinese else { return list }
    let names = ["video": "畫面", "sound": "聲音", "subtitles": "字幕"]
    return list.split(separator: ",").map { track in
      let words = track.split(separator: " ")
      let kind = words.first.map(String.init) ?? ""
      return "\(names[kind] ?? kind) \(words.dropFirst().joined(separator: " "))"
    }.joined(separator: "、")
  }

  /// How a process ended.
  static func signal(_ number: String, _ language: Language) -> String {
    let names = [
      "4": "SIGILL", "6": "SIGABRT", "7": "SIGBUS", "8": "SIGFPE", "9": "SIGKILL", "11": "SIGSEGV",
    ]
    if number.isEmpty || number == "0" {
      return LocalizedText("the process ended on its own", zh: "程序自行結束")[language]
    }
    let name = names[number].map { "\(number), \($0)" } ?? number
    return LocalizedText("signal \(name)", zh: "訊號 \(name)")[language]
  }

  /// What is wrong with a name template (the values of `write.bad-name`).
  static func templateFault(_ fault: String, _ language: Language) -> String {
    let fields = "{stem} {name} {ext} {format} {date} {time} {year} {month} {day}"
    return switch fault {
    case "/":
      LocalizedText(
        "a name can't have a / in it; --into and --keep-folders decide the folder",
        zh: "名稱裡不能有 /；放在哪個資料夾由 --into 與 --keep-folders 決定"
      )[language]
    case "{": LocalizedText("a { is not closed; {{ is a brace", zh: "有 { 沒有結尾；大括號本身寫成 {{")[language]
    case "}": LocalizedText("a } closes nothing; }} is a brace", zh: "有 } 沒有開頭；大括號本身寫成 }}")[language]
    case "empty": LocalizedText("the name would be empty", zh: "名稱會是空的")[language]
    case "NUL": LocalizedText("a name can't have a NUL in it", zh: "名稱裡不能有 NUL")[language]
    case "no date":
      LocalizedText("it needs a date, and the photo has none", zh: "它需要日期，但照片沒有日期")[language]
    case _ where fault.hasPrefix("{"):
      LocalizedText(
        "\(fault) is no field; the fields are \(fields)",
        zh: "\(fault) 不是欄位；欄位有 \(fields)"
      )[language]
    default: fault
    }
  }

  /// Skipped files of a kind, counted: "2 MP4".
  static func skipped(_ count: Int, _ kind: String, _ language: Language) -> String {
    func counted(_ noun: String, _ plural: String, zh: String) -> String {
      LocalizedText(English.count(count, noun, plural), zh: "\(count) 個\(zh)")[language]
    }
    return switch kind {
    case "photo": counted("photo without a video", "photos without a video", zh: "沒有影片的照片")
    case "copy": counted("copy of this library", "copies of this library", zh: "是這個圖庫的副本")
    case "fifo": counted("pipe", "pipes", zh: "管線")
    case "device": counted("device", "devices", zh: "裝置")
    case "socket": counted("socket", "sockets", zh: "通訊端")
    case "symlink": counted("symbolic link", "symbolic links", zh: "符號連結")
    case "directory": counted("folder", "folders", zh: "資料夾")
    case "": counted("of another kind", "of other kinds", zh: "其他種類的檔案")
    default: LocalizedText("\(count) \(kind)", zh: "\(count) 個 \(kind)")[language]
    }
  }

  /// What a Live collage does when it is pressed.
  static func collageMotion(_ kind: String, hasSound: Bool, _ language: Language) -> String {
    switch kind {
    case "together": LocalizedText("press and hold, and it moves", zh: "長按會動起來")[language]
    case "relay" where !hasSound:
      LocalizedText(
        "press and hold, and its photos move one after the other",
        zh: "長按依序動起來"
      )[language]
    case "relay":
      LocalizedText(
        "press and hold, and its photos move one after the other, with sound",
        zh: "長按依序動起來，帶聲音"
      )[language]
    case "focus":
      LocalizedText(
        "press and hold, and the main photo grows; when it has played, it returns to the collage",
        zh: "長按會放大主角，播完回到拼貼"
      )[language]
    default: kind
    }
  }

  /// A kind of asset or of ignored content.
  static func kind(_ kind: String, _ language: Language) -> String {
    switch kind {
    case "photo": LocalizedText("photo", zh: "照片")[language]
    case "live": LocalizedText("Live Photo", zh: "原況照片")[language]
    case "video": LocalizedText("video", zh: "影片")[language]
    case "animation": LocalizedText("animation", zh: "動畫")[language]
    case "still": LocalizedText("still", zh: "靜態圖")[language]
    case "sidecar": LocalizedText("sidecar", zh: "附屬檔")[language]
    case "copy": LocalizedText("copy", zh: "副本")[language]
    case "fifo": LocalizedText("pipe", zh: "管線")[language]
    case "device": LocalizedText("device", zh: "裝置")[language]
    case "socket": LocalizedText("socket", zh: "通訊端")[language]
    default: kind
    }
  }
}
