/// Traditional Chinese sentences about files that can't be read.
extension ChineseProblems {
  static func inputTooLarge(_ facts: Facts) -> Sentence {
    Sentence(
      "檔案太大",
      why: "有 \(facts.size("found"))，最多只讀 \(facts.size("limit"))",
      remedy: "請確認它真的是照片"
    )
  }

  static func inputNotAFile(_ facts: Facts) -> Sentence {
    Sentence("不是一般檔案", why: kind(facts["kind"]), remedy: "請給照片，或裝照片的資料夾")
  }

  static func inputStalled(_ facts: Facts) -> Sentence {
    Sentence(
      "讀不出來",
      why: "它所在的地方 \(facts["seconds"]) 秒都沒有回應",
      remedy: "確認伺服器與網路正常後再執行一次"
    )
  }

  static func formatUnknown(_ facts: Facts) -> Sentence {
    Sentence("不是本程式認得的照片或影片", why: facts["found"], remedy: "請確認檔案的內容")
  }

  static func formatUnsupported(_ facts: Facts) -> Sentence {
    switch facts["kind"] {
    case "stream":
      Sentence("無法轉換", why: "這是影片，標準輸入只收照片和動畫", remedy: "請改成指定檔案")
    case "video":
      Sentence("是影片", why: "照片只能由照片轉成", remedy: "--to live 可以做成原況照片，--to gif 可以做成動畫")
    default:
      Sentence("無法轉換", why: "還不支援 \(facts.format)", remedy: "請先用別的程式轉成 JPEG、PNG 或 TIFF")
    }
  }

  static func codecUnsupported(_ facts: Facts) -> Sentence {
    Sentence(
      "無法解碼",
      why: "沒有能解 \(facts["codec"]) 的解碼器\(bracketed(facts.detail))",
      remedy: Terms.decoderRemedy(facts, .traditionalChinese)
    )
  }

  static func tooManyPixels(_ facts: Facts) -> Sentence {
    Sentence(
      "像素太多",
      why: "有 \(facts["width"]) x \(facts["height"])，上限是 \(facts["limit"])",
      remedy: "如果信得過這個檔案，用 --max-pixels 提高上限"
    )
  }

  static func cmykWithoutProfile(_ facts: Facts) -> Sentence {
    Sentence(
      "無法轉換",
      why: "它是沒有色彩描述檔的 CMYK，無從得知顏色",
      remedy: "請用製作它的程式存成 RGB，或連同描述檔一起存"
    )
  }

  static func severalPictures(_ facts: Facts) -> Sentence {
    Sentence(
      "有 \(facts["count"]) 張圖",
      why: "--all-images 每張寫一個檔案，而 --output 只指定了一個",
      remedy: "請拿掉 --all-images，或改用 --into 指定資料夾"
    )
  }

  private static func kind(_ kind: String) -> String {
    switch kind {
    case "directory": "它是資料夾"
    case "fifo": "它是管線"
    case "device", "characterDevice", "blockDevice": "它是裝置"
    case "socket": "它是通訊端"
    case "symlink": "它是符號連結"
    default: kind
    }
  }
}
