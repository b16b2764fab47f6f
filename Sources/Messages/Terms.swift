/// Words for facts that are the same in several sentences.
enum Terms {
  /// What kind of HDR a picture is (the raw values of `HDRKind`).
  static func hdr(_ kind: String, _ language: Language) -> String {
    switch kind {
    case "gain-map": LocalizedText("a gain map", zh: "增益圖")[language]
    case "pq": LocalizedText("PQ", zh: "PQ")[language]
    case "hlg": LocalizedText("HLG", zh: "HLG")[language]
    default: kind.isEmpty ? "HDR" : kind
    }
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
