/// Reads times within a video.
enum TimeText {
  /// "1.5", "1.5s", "01:30", "1:02:03.25": seconds. nil where it is none of these.
  static func seconds(_ text: String) -> Double? {
    let plain = text.last == "s" ? text.dropLast() : text[...]
    let parts = plain.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), let last = parts.last, let seconds = decimal(last),
      parts.count == 1 || (text.last != "s" && seconds < 60)
    else { return nil }
    var result = 0.0
    for part in parts.dropLast() {
      guard let number = whole(part), part == parts[0] || number < 60 else { return nil }
      result = result * 60 + Double(number)
    }
    return parts.count == 1 ? seconds : result * 60 + seconds
  }

  private static func whole(_ text: Substring) -> Int? {
    guard (1...6).contains(text.utf8.count), text.utf8.allSatisfy(isDigit) else { return nil }
    return Int(text)
  }

  /// Digits, with at most one point between them; no signs, exponents or words, which Double's reader takes.
  private static func decimal(_ text: Substring) -> Double? {
    guard let first = text.utf8.first, let last = text.utf8.last, isDigit(first), isDigit(last),
      text.utf8.count <= 20, text.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") })
    else { return nil }
    return Double(text)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
