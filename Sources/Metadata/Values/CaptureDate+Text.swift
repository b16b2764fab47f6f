extension CaptureDate {
  /// Reads the three texts that Exif keeps of one date (CIPA DC-008, 4.6.5): "YYYY:MM:DD HH:MM:SS", digits after the
  /// second, and "±HH:MM". Blank and zero dates mean "unknown" and give nil, as do days that no calendar has. Writers
  /// that put "-" or "/" between the date's parts are understood.
  public init?(exif: String, subsec: String? = nil, offset: String? = nil) {
    var scanner = DateScanner(exif)
    guard let year = scanner.number(digits: 4), scanner.skip(oneOf: ":-/"),
      let month = scanner.number(digits: 2), scanner.skip(oneOf: ":-/"),
      let day = scanner.number(digits: 2), scanner.skip(oneOf: " T"),
      let hour = scanner.number(digits: 2), scanner.skip(oneOf: ":"),
      let minute = scanner.number(digits: 2)
    else { return nil }
    var second = 0
    if scanner.skip(oneOf: ":") {
      guard let value = scanner.number(digits: 2) else { return nil }
      second = value
    }
    self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    subsecondDigits = subsec.flatMap(Self.subseconds)
    offsetMinutes = offset.flatMap(Self.offset)
    if !isValid { return nil }
  }

  /// Reads a date of XMP (ISO 8601 as in XMP specification part 1, 8.2.1.2). Parts that are left out from the right
  /// count as the earliest moment they can mean: "2021-07" is midnight of 1 July.
  public init?(iso8601: String) {
    var scanner = DateScanner(iso8601)
    guard let year = scanner.number(digits: 4) else { return nil }
    self.init(year: year, month: 1, day: 1, hour: 0, minute: 0, second: 0)
    if scanner.skip(oneOf: "-:") {
      guard let value = scanner.number(digits: 2) else { return nil }
      month = value
      if scanner.skip(oneOf: "-:") {
        guard let value = scanner.number(digits: 2) else { return nil }
        day = value
        if scanner.skip(oneOf: "Tt "), !scanner.isAtEnd {
          guard readTime(&scanner) else { return nil }
        }
      }
    }
    if !scanner.isAtEnd || !isValid { return nil }
  }

  private mutating func readTime(_ scanner: inout DateScanner) -> Bool {
    guard let hours = scanner.number(digits: 2), scanner.skip(oneOf: ":"),
      let minutes = scanner.number(digits: 2)
    else { return false }
    (hour, minute) = (hours, minutes)
    if scanner.skip(oneOf: ":") {
      guard let seconds = scanner.number(digits: 2) else { return false }
      second = seconds
      if scanner.skip(oneOf: ".,") { subsecondDigits = Self.subseconds(scanner.digits()) }
    }
    scanner.skipSpaces()
    if !scanner.isAtEnd {
      guard let offset = Self.offset(scanner.takeRest()) else { return false }
      offsetMinutes = offset
    }
    return true
  }

  /// "YYYY:MM:DD HH:MM:SS".
  public var exifDate: String {
    "\(Self.padded(year, 4)):\(Self.padded(month)):\(Self.padded(day)) "
      + "\(Self.padded(hour)):\(Self.padded(minute)):\(Self.padded(second))"
  }

  /// "±HH:MM", or nil where the offset is unknown.
  public var exifOffset: String? {
    offsetMinutes.map { "\($0 < 0 ? "-" : "+")\(Self.padded(abs($0) / 60)):\(Self.padded(abs($0) % 60))" }
  }

  /// "YYYY-MM-DDTHH:MM:SS", with sub-seconds and offset where they are known; an unknown offset is left out.
  public var iso8601: String {
    "\(Self.padded(year, 4))-\(Self.padded(month))-\(Self.padded(day))T"
      + "\(Self.padded(hour)):\(Self.padded(minute)):\(Self.padded(second))"
      + (subsecondDigits.map { ".\($0)" } ?? "") + (exifOffset ?? "")
  }

  /// Sub-second digits as they stand, at most nine: what is beyond nanoseconds is cut off, never rounded.
  static func subseconds(_ text: String) -> String? {
    let digits = text.trimmedText
    guard !digits.isEmpty, digits.utf8.allSatisfy(isDigit) else { return nil }
    return String(digits.prefix(9))
  }

  /// Minutes east of UTC of "Z", "±HH:MM", "±HHMM" or "±HH"; nil for blank and impossible ones.
  static func offset(_ text: String) -> Int? {
    var scanner = DateScanner(text.trimmedText)
    if scanner.skip(oneOf: "Zz") { return scanner.isAtEnd ? 0 : nil }
    let isWest = scanner.peek == UInt8(ascii: "-")
    guard scanner.skip(oneOf: "+-"), let hours = scanner.number(digits: 2) else { return nil }
    var minutes = 0
    if !scanner.isAtEnd {
      _ = scanner.skip(oneOf: ":")
      guard let value = scanner.number(digits: 2), value < 60, scanner.isAtEnd else { return nil }
      minutes = value
    }
    guard hours < 16 else { return nil }
    return isWest ? -(hours * 60 + minutes) : hours * 60 + minutes
  }

  static func padded(_ value: Int, _ width: Int = 2) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

/// Walks over the ASCII of a date.
struct DateScanner {
  private var remaining: ArraySlice<UInt8>

  init(_ text: String) {
    remaining = Array(text.utf8)[...]
    skipSpaces()
    while let last = remaining.last, last == 0 || last == 0x20 { remaining.removeLast() }
  }

  var isAtEnd: Bool { remaining.isEmpty }
  var peek: UInt8? { remaining.first }

  mutating func skipSpaces() { while remaining.first == 0x20 { remaining.removeFirst() } }

  /// Exactly this many digits.
  mutating func number(digits count: Int) -> Int? {
    let head = remaining.prefix(count)
    guard head.count == count, head.allSatisfy(CaptureDate.isDigit) else { return nil }
    remaining.removeFirst(count)
    return head.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  mutating func digits() -> String {
    let head = remaining.prefix(while: CaptureDate.isDigit)
    remaining.removeFirst(head.count)
    return String(decoding: head, as: UTF8.self)
  }

  mutating func skip(oneOf characters: String) -> Bool {
    guard let first = remaining.first, characters.utf8.contains(first) else { return false }
    remaining.removeFirst()
    return true
  }

  /// Everything that is left.
  mutating func takeRest() -> String {
    defer { remaining = [] }
    return String(decoding: remaining, as: UTF8.self)
  }
}
