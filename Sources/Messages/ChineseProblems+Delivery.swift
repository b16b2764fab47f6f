/// Traditional Chinese sentences about where copies go: files and the library.
extension ChineseProblems {
  static func destinationInsideLibrary(_ facts: Facts) -> Sentence {
    Sentence("無法寫入\(named(facts.otherPath))", why: "那是圖庫自用的資料夾", remedy: "用 --into 另選一個資料夾")
  }

  static func diskFull(_ facts: Facts) -> Sentence {
    Sentence("磁碟已滿", why: facts.otherPath, remedy: "騰出空間後再執行同一個命令，已完成的會保留")
  }

  static func badName(_ facts: Facts) -> Sentence {
    Sentence(
      "名稱樣板「\(facts["template"])」得不出可用的名稱",
      why: Terms.templateFault(facts.detail, .traditionalChinese),
      remedy: "請看 shiying-convert(1) 的 --name"
    )
  }

  static func libraryMissing(_ facts: Facts) -> Sentence {
    Sentence(
      "這裡還沒有圖庫\(bracketed(facts.otherPath))",
      remedy: "shiying convert 與 shiying register 會建立圖庫；也可以用 -L 指定別的資料夾"
    )
  }

  static func libraryUnusable(_ facts: Facts) -> Sentence {
    Sentence("無法開啟圖庫\(bracketed(facts.otherPath))", why: facts.detail, remedy: "請從備份放回 .shiying，或用 -L 另選圖庫")
  }

  static func libraryTooNew(_ facts: Facts) -> Sentence {
    Sentence(
      "圖庫是較新版的拾映建立的\(bracketed(facts.otherPath))",
      why: "資料庫是第 \(facts["found"]) 版，本程式只認得到第 \(facts["known"]) 版",
      remedy: "請安裝新版程式"
    )
  }

  static func libraryBusy(_ facts: Facts) -> Sentence {
    Sentence("圖庫忙碌中\(bracketed(facts.otherPath))", why: "另一個程序佔用太久", remedy: "請稍後再執行同一個命令")
  }

  static func cannotWrite(_ facts: Facts) -> Sentence {
    switch facts["reason"] {
    case "no-folder":
      Sentence(
        "無法寫入\(named(facts.otherPath))",
        why: "沒有 \(facts["folder"]) 這個資料夾",
        remedy: "請檢查名稱，或先建立資料夾"
      )
    case "closed-output": Sentence("無法寫入", why: "標準輸出已關閉", remedy: "請導向檔案或管線")
    default: Sentence("無法寫入\(named(facts.otherPath))", why: facts.detail, remedy: "請檢查資料夾與權限")
    }
  }

  static func destinationExists(_ facts: Facts) -> Sentence {
    let path = facts["path"]
    return switch facts["kind"] {
    case "folder": Sentence("沒有交付", why: "\(path) 是資料夾", remedy: "請指定其中的檔名，或用 --into 把副本放進去")
    case "original": Sentence("沒有交付", why: "\(path) 就是原檔，而原檔絕不更動", remedy: "請換個名稱")
    case "no-list": Sentence("不能當作失敗清單", why: "\(path) 已經存在，而且不是路徑清單", remedy: "請換個名稱")
    default: Sentence("沒有交付", why: "\(path) 已經存在，而檔案絕不覆蓋", remedy: "請把它移開，或換個名稱")
    }
  }
}
