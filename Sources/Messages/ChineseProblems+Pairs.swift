/// Traditional Chinese sentences about Live Photos.
extension ChineseProblems {
  static func pairIdentifiersDiffer(_ facts: Facts) -> Sentence {
    Sentence("靜態圖和影片的配對編號不同", why: "\(facts["still"]) 與 \(facts["video"])")
  }

  static func pairStillTimeOutside(_ facts: Facts) -> Sentence {
    Sentence("靜態圖的那一刻不在影片裡", why: "在 \(facts["time"]) 秒，影片長 \(facts["duration"]) 秒")
  }

  static func momentOutside(_ facts: Facts) -> Sentence {
    Sentence(
      "做不成指定的原況照片",
      why: "指定的是第 \(facts["asked"]) 秒，影片只有 \(facts["length"]) 秒",
      remedy: "--at 與 --start 請選影片長度以內"
    )
  }

  static func pairVideoMissing(_ facts: Facts) -> Sentence {
    Sentence("只有原況照片的一半", why: "找不到它的影片", remedy: "請把影片也寫上")
  }

  static func pairStillMissing(_ facts: Facts) -> Sentence {
    Sentence("只有原況照片的一半", why: "找不到它的靜態圖", remedy: "請把靜態圖也寫上")
  }

  static func motionMissing(_ facts: Facts) -> Sentence {
    Sentence("無法轉成原況照片或動態相片", why: "它是沒有影片的照片", remedy: "請給影片，或帶影片的照片")
  }

  static func pairDoesNotMatch(_ facts: Facts) -> Sentence {
    Sentence("產生不了原況照片 — 原況已損壞，只能當靜態圖用。")
  }

  static func frame(_ frame: String) -> String {
    switch frame {
    case "first": "第一格"
    case "key": "主要照片那一格"
    case "last": "最後一格"
    default: frame
    }
  }
}
