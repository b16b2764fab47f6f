/// Traditional Chinese sentences about copies that could not be made.
extension ChineseProblems {
  static func hdrUndecided(_ facts: Facts) -> Sentence {
    Sentence(
      "沒有轉換",
      why: facts.detail.isEmpty
        ? "它是 HDR（\(Terms.hdr(facts["kind"], .traditionalChinese))），轉成 \(facts.format) 會失去 HDR"
        : "它是 HDR，但\(Terms.unusableGainMap(facts.detail, .traditionalChinese))",
      remedy: "加上 --hdr sdr 就會轉成標準動態範圍的副本"
    )
  }

  static func hdrNotPossible(_ facts: Facts) -> Sentence {
    Sentence(
      "沒有轉換",
      why: "它是 HDR（\(Terms.hdr(facts["kind"], .traditionalChinese))），\(facts.format) 放不下",
      remedy: "加上 --hdr sdr 就會轉成標準動態範圍的副本"
    )
  }

  static func sizeNotPossible(_ facts: Facts) -> Sentence {
    Sentence(
      "無法轉成 \(facts.format)",
      why: "它有 \(facts["width"]) x \(facts["height"]) 像素，而每一邊最多 \(facts["limit"])",
      remedy: "用 --long-edge \(facts["limit"]) 縮小"
    )
  }

  static func formatNotWritten(_ facts: Facts) -> Sentence {
    Sentence("無法做成同格式的副本", why: "\(facts.format) 只能讀取", remedy: "用 --to 指定別的格式")
  }

  static func sizeLimitNotMet(_ facts: Facts) -> Sentence {
    Sentence(
      "縮不到 \(facts.size("limit"))",
      why: "最小的副本有 \(facts.size("found"))",
      remedy: "用 --max-size 放寬大小"
    )
  }

  static func verificationFailed(_ facts: Facts) -> Sentence {
    Sentence(
      "副本沒有交付",
      why: "\(Terms.checked(facts["what"], .traditionalChinese))讀回來不對，應為 \(facts["expected"])，"
        + "讀到 \(facts["found"])",
      remedy: report
    )
  }

  static func workerCrashed(_ facts: Facts) -> Sentence {
    Sentence(
      "轉換時當掉了",
      why: Terms.signal(facts["signal"], .traditionalChinese),
      remedy: "檔案可能已損壞；\(report)"
    )
  }

  static func workerTimedOut(_ facts: Facts) -> Sentence {
    Sentence("花的時間太久", why: "超過 \(facts["seconds"]) 秒", remedy: "用 --time-limit 放寬")
  }

  static func workerOutOfMemory(_ facts: Facts) -> Sentence {
    Sentence("需要的記憶體太多", why: "超過 \(facts.size("limit"))", remedy: "用 --memory-limit 放寬")
  }
}
