internal import Collages
internal import Messages

/// One line that shows how far a collage is: `[=====>    ] drawing the video: 3.2 of 12.0 s  0:09 left`.
///
/// Pure, and of ASCII but for its words, as `ProgressBar`.
struct CollageProgressLine: Hashable, Sendable {
  /// The stage and how far it is.
  var stage: CollageProgress
  /// Steps of the stage in a second, where enough is known.
  var rate: Double?

  /// Steps that are done, of how many; nil where nobody counts.
  var count: (done: Int, total: Int)? {
    switch stage {
    case .fetching(let done, let total), .reading(let done, let total), .drawing(let done, let total),
      .moving(let done, let total):
      (done, total)
    case .checking: nil
    }
  }

  /// Whether another line is about the same stage.
  func isSameStage(as other: CollageProgressLine) -> Bool {
    switch (stage, other.stage) {
    case (.fetching, .fetching), (.reading, .reading), (.drawing, .drawing), (.moving, .moving),
      (.checking, .checking):
      true
    default: false
    }
  }

  /// The line, never wider than `columns` - 1, so that no terminal wraps it.
  func line(columns: Int, language: Language) -> String {
    let room = max(0, columns - 1)
    var text = words[language]
    if DisplayWidth.columns(of: text) > room { return DisplayWidth.prefix(of: text, columns: room) }
    guard let count else { return text }
    if let left = ProgressBar.secondsLeft(count.done, of: count.total, rate: rate) {
      let longer = text + "  " + ProgressBar.leftText(left, language)
      if DisplayWidth.columns(of: longer) <= room { text = longer }
    }
    let width = min(30, (room - DisplayWidth.columns(of: text) - 1) / 2)
    return width < 6 ? text : "\(ProgressBar.bar(width, done: count.done, of: count.total)) \(text)"
  }

  private var words: LocalizedText {
    switch stage {
    case .fetching(let done, let total):
      LocalizedText("fetching \(done)/\(total)", zh: "抓取 \(done)/\(total)")
    case .reading(let done, let total):
      LocalizedText("reading \(done)/\(total)", zh: "讀取 \(done)/\(total)")
    case .drawing(let done, let total):
      LocalizedText(
        "drawing \(Self.percent(done, of: total)) %",
        zh: "繪製 \(Self.percent(done, of: total)) %"
      )
    case .moving(let done, let total):
      LocalizedText(
        "drawing the video: \(Self.seconds(done)) of \(Self.seconds(total)) s",
        zh: "製作影片：\(Self.seconds(total)) 秒中的 \(Self.seconds(done)) 秒"
      )
    case .checking: LocalizedText("checking", zh: "檢查中")
    }
  }

  /// Never 100 before the end.
  private static func percent(_ done: Int, of total: Int) -> Int {
    total > 0 ? Int(Double(done) / Double(total) * 100) : 0
  }

  private static func seconds(_ frames: Int) -> String {
    let tenths = Int(Double(frames) / Double(CollageMotion.framesPerSecond) * 10)
    return "\(tenths / 10).\(tenths % 10)"
  }
}
