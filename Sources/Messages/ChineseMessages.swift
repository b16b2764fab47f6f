/// The Traditional Chinese wording of the command line's own sentences.
enum ChineseMessages {
  static func sentence(_ message: Message) -> String {
    switch message {
    case .summary(let summary): self.summary(summary)
    case .stoppedEarly: "提早停下；再執行同一個命令即可接著做，已完成的會保留"
    case .interrupted: "已中斷；再執行同一個命令即可接著做，已完成的會保留"
    case .furtherNotes(let count, let note, let differ):
      "還有 \(count) 個檔案\(differ ? "，細節各異，例如" : "")：\(note)；用 -v 逐一列出"
    case .nothingToDo: "那裡沒有可轉換的照片"
    case .listHasLineFeeds(let list, let count):
      "\(list): 有 \(count) 個名稱含有換行，因此佔了不只一行；加上 -0，清單才能再讀回來"
    case .hdrQuestion(let file, let format):
      """
      \(file.isEmpty ? "這張照片" : file) 是 HDR，轉成\(format.isEmpty ? "副本" : " \(FormatName.written(format, in: .traditionalChinese)) ")會失去 HDR。\
      這次執行中，對它和之後所有的 HDR 檔案：
        1  轉成標準動態範圍的副本
        2  略過這些檔案，算作失敗
        3  就此停下
      請回答（1、2 或 3）：
      """
    case .hdrAnswerUnclear: "請回答 1、2 或 3："
    case .hdrUndecided(let count): "有 \(count) 個 HDR 檔案沒有轉換；加上 --hdr sdr 就會轉成標準動態範圍的副本"
    case .libraryCreated(let path): "已建立新圖庫：\(path)"
    case .nothingFound: "沒有找到"
    case .creations(let count): "我的成片（\(count)）"
    case .sourceMissing: "讀不到"
    case .registered(let summary): registration(summary)
    case .copiesKeepTheirs(let count): "先前做好的 \(count) 個副本維持原樣；要更新副本，請移走它再轉換一次"
    case .changed(let count, let failed): joined(["更改了 \(count) 個項目", failed > 0 ? "\(failed) 個失敗" : ""])
    case .finding(let kind, let path, let detail, let isOriginal):
      "\(path): \(finding(kind))\(detail.isEmpty ? "" : "：\(detail)")；"
        + (isOriginal ? remedyOfOriginal(kind) : remedy(kind))
    case .repaired(let kind, let path): "\(path): \(repair(kind))"
    case .checked(let files, let findings, let repaired):
      joined([
        "檢查了 \(files) 個檔案", findings == 0 ? "一切正常" : "發現 \(findings) 個問題",
        repaired > 0 ? "修好 \(repaired) 個" : "",
      ])
    case .verified(let pairs, let failed, let timedOut):
      pairs + failed + timedOut == 0
        ? "沒有原況照片"
        : joined([
          pairs > 0 ? "\(pairs) 張原況照片配得起來" : "", failed > 0 ? "\(failed) 張配不起來" : "",
          timedOut > 0 ? "\(timedOut) 張來不及檢查" : "",
        ])
    case .yes: "是"
    case .withoutEnd: "不停重播"
    case .no: "否"
    case .unknown: "不明"
    case .dynamicRange(let kind, let headroom, let carriers):
      Terms.dynamicRange(kind, headroom, carriers, .traditionalChinese)
    case .kind(let kind): Terms.kind(kind, .traditionalChinese)
    case .collageWaiting: "這個圖庫正在製作另一張拼貼；等它做完"
    case .collageDone(let summary): collage(summary)
    case .collagePoster(let path): "影片的代表圖放在 \(path)"
    case .collageMotion(let kind, let hasSound):
      Terms.collageMotion(kind, hasSound: hasSound, .traditionalChinese)
    case .readingFromTerminal: "正從終端機讀取；按 Ctrl-D 結束"
    case .refusingTerminalOutput: "圖檔不會輸出到終端機；請導向檔案或管線"
    }
  }

  private static func collage(_ summary: CollageSummary) -> String {
    let what =
      switch summary.tier {
      case "live": "原況照片拼貼"
      case "video": "影片拼貼"
      default: "拼貼"
      }
    let grey = summary.missing > 0 ? "（其中 \(summary.missing) 張是灰格）" : ""
    let folder = summary.folder.map { "，放在 \($0)" } ?? ""
    return "\(summary.count) 張照片的\(what)\(grey)" + (summary.isUnchanged ? "先前已經做好" : "做好了") + folder
  }

  private static func summary(_ summary: RunSummary) -> String {
    let delivered = summary.isDryRun ? "將產生 \(summary.delivered) 個副本" : "產生了 \(summary.delivered) 個副本"
    let folder = summary.folder.map { "，放在 \($0)" } ?? ""
    let kinds = summary.kindsByCount.map { Terms.skipped($0.count, $0.kind, .traditionalChinese) }
    return joined([
      delivered + folder, withoutCopy(summary),
      summary.copiedBefore > 0 ? "\(summary.copiedBefore) 個沒有變動" + bracketed(unchanged(summary)) : "",
      summary.ignored > 0 ? "略過 \(summary.ignored) 個" + bracketed(kinds) : "",
      summary.failed > 0 ? "\(summary.failed) 個失敗" : "",
    ])
  }

  private static func registration(_ summary: RegistrationSummary) -> String {
    let kinds = summary.kindsByCount.map { Terms.skipped($0.count, $0.kind, .traditionalChinese) }
    return joined([
      "登記了 \(summary.new) 個", summary.known > 0 ? "\(summary.known) 個先前已登記" : "",
      summary.ignored > 0 ? "略過 \(summary.ignored) 個" + bracketed(kinds) : "",
      summary.failed > 0 ? "\(summary.failed) 個失敗" : "",
    ])
  }

  /// They are not among the copies, which whoever looks for them has to know.
  private static func withoutCopy(_ summary: RunSummary) -> String {
    let formats = summary.formatsByCount.map { "\($0.count) 個已經是\(FormatName.behindChinese($0.kind))" }
    return formats.isEmpty ? "" : formats.joined(separator: "、") + "，沒有另做副本"
  }

  private static func bracketed(_ parts: [String]) -> String {
    parts.isEmpty ? "" : "（\(parts.joined(separator: "、"))）"
  }

  /// Why the unchanged are; nothing where all simply have their copy.
  private static func unchanged(_ summary: RunSummary) -> [String] {
    if summary.sameContent == 0 { return [] }
    let own = summary.copiedBefore - summary.sameContent
    return ["\(summary.sameContent) 個和別的檔案內容相同"] + (own > 0 ? ["\(own) 個已有副本"] : [])
  }

  private static func finding(_ kind: FindingKind) -> String {
    switch kind {
    case .missing: "登記的檔案不見了"
    case .changed: "和登記時不同"
    case .unreadable: "無法讀取"
    case .damaged: "無法解碼"
    case .orphan: "放在相簿的資料夾裡，但資料庫不認得它"
    case .openIntent: "有一次執行開始做它，沒做完就結束了"
    case .withoutFiles: "資料庫裡有一個沒有檔案的項目"
    case .remains: "是已結束的執行留下的"
    }
  }

  private static func remedy(_ kind: FindingKind) -> String {
    switch kind {
    case .missing: "請把它放回去，或用 check --repair 忘掉這個副本"
    case .changed: "要恢復原來的副本，請把它移開再轉換一次"
    case .unreadable: "請檢查權限與磁碟"
    case .damaged: "請把它移開再轉換一次"
    case .orphan: "請移到別處，或用 shiying register 登記"
    case .openIntent: "下一次 shiying convert 會把它做完或還原"
    case .withoutFiles, .remains: "check --repair 會清掉它"
    }
  }

  private static func remedyOfOriginal(_ kind: FindingKind) -> String {
    switch kind {
    case .missing: "請把它放回去；圖庫仍保留它的登記"
    case .changed: "如果是有意改動，請再用 shiying register 登記一次"
    case .damaged: "請從原來的地方再複製一次"
    default: remedy(kind)
    }
  }

  private static func repair(_ kind: FindingKind) -> String {
    switch kind {
    case .missing: "已忘掉；再轉換一次原檔即可重做副本"
    case .withoutFiles: "已忘掉這個沒有檔案的項目"
    case .remains: "已清掉"
    case .changed, .unreadable, .damaged, .orphan, .openIntent: "已修好"
    }
  }

  private static func joined(_ parts: [String]) -> String {
    parts.filter { !$0.isEmpty }.joined(separator: "，")
  }
}
