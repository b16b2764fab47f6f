internal import Messages

/// One line that shows how far a run is: `[=====>    ] 12/40  3.2/s  0:09 left  IMG_0012.HEIC`.
///
/// Pure: the same facts give the same line. Only ASCII is drawn, because terminals set for Chinese draw block characters
/// two columns wide.
struct ProgressBar: Hashable, Sendable {
  /// Inputs that are done, whatever became of them.
  var done: Int
  /// All inputs.
  var total: Int
  /// Inputs that failed so far.
  var failed = 0
  /// Files a second, where enough is known.
  var rate: Double?
  /// The name of a file that is worked on; no control characters.
  var current = ""

  /// The line, never wider than `columns` - 1, so that no terminal wraps it.
  func line(columns: Int, language: Language) -> String {
    let room = max(0, columns - 1)
    var facts = ["\(done)/\(total)"]
    if let rate, rate > 0 { facts.append(rateText(rate, language)) }
    if let left = secondsLeft { facts.append(Self.leftText(left, language)) }
    if failed > 0 { facts.append(LocalizedText("\(failed) failed", zh: "\(failed) 個失敗")[language]) }
    // What does not fit is left out from the end; the counts stay longest.
    while facts.count > 1 && DisplayWidth.columns(of: facts.joined(separator: "  ")) > room {
      facts.removeLast()
    }
    let text = facts.joined(separator: "  ")
    let used = DisplayWidth.columns(of: text)
    if used > room { return DisplayWidth.prefix(of: text, columns: room) }
    let barWidth = min(30, (room - used - 1) / 2)
    guard barWidth >= 6 else { return text }
    let line = "\(Self.bar(barWidth, done: done, of: total)) \(text)"
    let rest = room - DisplayWidth.columns(of: line) - 2
    guard rest >= 8, !current.isEmpty else { return line }
    return "\(line)  \(DisplayWidth.shortened(current, columns: rest))"
  }

  /// Seconds until the end at the present rate.
  var secondsLeft: Int? { Self.secondsLeft(done, of: total, rate: rate) }

  /// Seconds until the end of some steps at a rate; nil where nobody knows.
  static func secondsLeft(_ done: Int, of total: Int, rate: Double?) -> Int? {
    guard let rate, rate > 0, done < total else { return nil }
    let seconds = Double(total - done) / rate
    return seconds < 360_000 ? Int(seconds.rounded(.up)) : nil
  }

  /// "0:09 left".
  static func leftText(_ seconds: Int, _ language: Language) -> String {
    LocalizedText("\(clock(seconds)) left", zh: "剩 \(clock(seconds))")[language]
  }

  /// A bar of so many columns, at least 2.
  static func bar(_ width: Int, done: Int, of total: Int) -> String {
    let inner = width - 2
    let part = total > 0 ? Double(min(done, total)) / Double(total) : 0
    let filled = Int(part * Double(inner))
    let head = filled < inner && filled > 0 ? ">" : ""
    let body = String(repeating: "=", count: max(0, filled - head.count)) + head
    return "[" + body + String(repeating: " ", count: inner - body.count) + "]"
  }

  private func rateText(_ rate: Double, _ language: Language) -> String {
    let number = rate >= 10 ? "\(Int(rate.rounded()))" : Self.oneDecimal(rate)
    return LocalizedText("\(number) files/s", zh: "每秒 \(number) 個")[language]
  }

  private static func oneDecimal(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// "0:09", "1:02:03".
  static func clock(_ seconds: Int) -> String {
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    let two: (Int) -> String = { $0 < 10 ? "0\($0)" : "\($0)" }
    return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
  }
}
