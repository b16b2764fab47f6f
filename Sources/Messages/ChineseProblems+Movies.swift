/// Traditional Chinese sentences about videos and animations.
extension ChineseProblems {
  static func motionVideoMissing(_ facts: Facts) -> Sentence {
    Sentence(
      "裡面的影片不見了",
      why: "它說自己是動態相片，檔案裡卻沒有完整的影片",
      remedy: "從手機重新複製一次，或當成一般照片轉換"
    )
  }

  static func movieIncomplete(_ facts: Facts) -> Sentence {
    Sentence("錄影或複製不完整", why: "缺少索引（moov）", remedy: "\(copyAnew)，或用修復錄影的程式修復")
  }

  static func movieCodecUnknown(_ facts: Facts) -> Sentence {
    Sentence(
      "無法解碼影片",
      why: "沒有能解 \(facts["codec"]) 的解碼器",
      remedy: "請先用別的程式轉成 H.264 或 HEVC"
    )
  }

  static func movieDolbyVisionOnly(_ facts: Facts) -> Sentence {
    Sentence(
      "無法顯示影片",
      why: "Dolby Vision 設定檔 \(facts["profile"]) 沒有不靠 Dolby Vision 就能看的畫面",
      remedy: "請在製作它的程式裡匯出成 HLG 或 HDR10"
    )
  }

  static func movieLibraryMissing(_ facts: Facts) -> Sentence {
    Sentence(
      "無法讀取影片",
      why: "無法載入 \(facts["library"])\(bracketed(facts.detail))",
      remedy: "請安裝套件 \(facts["package"])"
    )
  }

  static func animationMissing(_ facts: Facts) -> Sentence {
    Sentence(
      "無法轉成 GIF",
      why: "它是不會動的圖" + (facts["format"].isEmpty ? "" : "（\(facts.format)）"),
      remedy: "請給影片或動畫，或選照片的格式，例如 --to png"
    )
  }

  static func cropOutside(_ facts: Facts) -> Sentence {
    Sentence(
      "無法裁切成 \(facts["crop"])",
      why: "它只有 \(facts["width"]) x \(facts["height"]) 像素",
      remedy: "請選畫面以內的部分，或選形狀，例如 --crop 1:1"
    )
  }

  static func startOutside(_ facts: Facts) -> Sentence {
    Sentence(
      "無法從第 \(facts["start"]) 秒開始",
      why: "它只有 \(facts["length"]) 秒",
      remedy: "--start 請選長度以內"
    )
  }

  /// What is in a file without a video.
  static func movieContent(_ found: String) -> String {
    switch found {
    case "sound": "裡面只有聲音"
    case "cover": "裡面只有聲音和封面"
    default: found
    }
  }
}
