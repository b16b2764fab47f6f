/// Reads and writes numbers of bytes.
enum SizeText {
  /// The shortest way to write a number so that `byteCount` reads it: "64M", "1000".
  static func text(_ count: Int) -> String {
    var (number, units) = (count, "KMGT"[...])
    var unit = ""
    while number >= 1024, number % 1024 == 0, let next = units.popFirst() {
      number /= 1024
      unit = String(next)
    }
    return "\(number)\(unit)"
  }

  /// "800M", "4G", "4 GiB", "1.5g", "65536": powers of 1024 whatever the spelling. nil where it is none, or overflows.
  static func byteCount(_ text: String) -> Int? {
    let letters = text.drop { $0.isASCII && ($0.isNumber || $0 == ".") }
    let digits = text[..<letters.startIndex]
    guard let number = Double(digits), number >= 0, number.isFinite, digits.first != ".", digits.last != "."
    else {
      return nil
    }
    let unit = letters.drop { $0 == " " }.lowercased()
    let power: Int
    switch unit {
    case "", "b": power = 0
    case "k", "kb", "kib": power = 1
    case "m", "mb", "mib": power = 2
    case "g", "gb", "gib": power = 3
    case "t", "tb", "tib": power = 4
    default: return nil
    }
    if power == 0 { return Int(digits) }
    let bytes = number * Double(1 << (10 * power))
    // Int.max as a Double is 2^63, one more than fits.
    guard bytes < Double(Int.max) else { return nil }
    return Int(bytes.rounded(.down))
  }
}
