/// Traditional Chinese sentences about collages.
extension ChineseProblems {
  static func collageCount(_ facts: Facts) -> Sentence {
    Sentence(
      "無法做成拼貼",
      why: "有 \(facts["found"]) 張照片，而拼貼要 \(facts["least"]) 到 \(facts["most"]) 張",
      remedy: "請增減照片"
    )
  }

  static func collageNoRoom(_ facts: Facts) -> Sentence {
    Sentence(
      "無法做成拼貼",
      why: facts["height"] == "0"
        ? "寬度 \(facts["width"]) 扣掉間隔與留邊後，放不下 \(facts["count"]) 張照片"
        : "\(facts["width"]) x \(facts["height"]) 扣掉間隔與留邊後，放不下 \(facts["count"]) 張照片",
      remedy: "把 --gap 與 --margin 調小，或把 --canvas 調大"
    )
  }

  static func collageHeroMissing(_ facts: Facts) -> Sentence {
    Sentence(
      "無法做成拼貼",
      why: "指定第 \(facts["number"]) 張當主角，但只有 \(facts["count"]) 張",
      remedy: "--hero 請給 1 到 \(facts["count"]) 的數字"
    )
  }

  static func collageTooLarge(_ facts: Facts) -> Sentence {
    Sentence(
      "無法做成拼貼",
      why: facts["pixels"].isEmpty == false
        ? "會有 \(facts["width"]) x \(facts["height"]) 像素，而最多只做 \(facts["pixels"]) 像素"
        : facts["height"] == "0"
          ? "寬度會是 \(facts["width"]) 像素，而 \(facts.format) 每一邊最多 \(facts["limit"])"
          : "會有 \(facts["width"]) x \(facts["height"]) 像素，而 \(facts.format) 每一邊最多 \(facts["limit"])",
      remedy: "把 --canvas 或 --scale 調小"
        + (["png", "tiff"].contains(facts["format"]) || !facts["pixels"].isEmpty ? "" : "，或改用 --format png")
    )
  }

  static func collagePages(_ facts: Facts) -> Sentence {
    Sentence(
      "無法做成拼貼",
      why: "\(facts.format) 要分成 \(facts["count"]) 頁才放得下，而只指定了一個檔案",
      remedy: "不要給 -o，或把 --canvas 調小" + (facts["format"] == "png" ? "" : "，或改用 --format png")
    )
  }

  static func collageNotMoving(_ facts: Facts) -> Sentence {
    Sentence("無法做成影片", why: "沒有會動的來源，或讀不出它們的動態", remedy: "請改做靜態圖：檔名用 .jpg 結尾")
  }

  static func collageHDRFormat(_ facts: Facts) -> Sentence {
    Sentence(
      "無法做成拼貼",
      why: "它是 HDR（\(Terms.hdr(facts["kind"], .traditionalChinese))），\(facts.format) 靜態圖放不下",
      remedy: "--format heic 放得下；加上 --hdr sdr 就會轉成標準動態範圍"
    )
  }
}
