extension CaptureDate {
  /// Whether the fields name a moment of the Gregorian calendar: year 1...9999, a day that the month has, second up to 60
  /// (leap seconds), an offset within 16 hours.
  public var isValid: Bool {
    guard (1...9999).contains(year), (1...12).contains(month), (0...23).contains(hour),
      (0...59).contains(minute),
      (0...60).contains(second), day >= 1, day <= Self.dayCount(month: month, year: year)
    else { return false }
    if let offsetMinutes, abs(offsetMinutes) >= 16 * 60 { return false }
    return subsecondDigits.map { !$0.isEmpty && $0.utf8.allSatisfy(Self.isDigit) } ?? true
  }

  /// The moment as time since 1970-01-01T00:00:00Z, or nil where the offset is unknown.
  public var unixTime: (seconds: Int64, nanoseconds: Int)? {
    offsetMinutes.map(unixTime(assumingOffsetMinutes:))
  }

  /// The moment as time since 1970-01-01T00:00:00Z if the clock stood this many minutes east of UTC; an offset that
  /// the date itself states is not used.
  public func unixTime(assumingOffsetMinutes offset: Int) -> (seconds: Int64, nanoseconds: Int) {
    let days = Self.daysSince1970(year: year, month: month, day: day)
    let seconds = Int64(days) &* 86_400 &+ Int64(hour &* 3_600 &+ minute &* 60 &+ second &- offset &* 60)
    return (seconds, nanoseconds)
  }

  /// Sub-seconds as nanoseconds: further digits are cut off, never rounded, so that no date slips into the next second.
  public var nanoseconds: Int {
    var value = 0
    var digits = 0
    for byte in (subsecondDigits ?? "").utf8 where digits < 9 && Self.isDigit(byte) {
      value = value * 10 + Int(byte &- 0x30)
      digits += 1
    }
    for _ in digits..<9 { value *= 10 }
    return value
  }

  /// Whether both show the same wall-clock second, whatever they know of sub-seconds and offset.
  public func isSameWallClockSecond(as other: CaptureDate) -> Bool {
    (year, month, day, hour, minute) == (other.year, other.month, other.day, other.hour, other.minute)
      && second == other.second
  }

  /// Whether both say the same: "12" and "120" are the same sub-seconds.
  public func isEquivalent(to other: CaptureDate) -> Bool {
    isSameWallClockSecond(as: other) && nanoseconds == other.nanoseconds
      && offsetMinutes == other.offsetMinutes
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  static func dayCount(month: Int, year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days of the proleptic Gregorian calendar; years begin in March so that the leap day comes last.
  static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year &- 1 : year
    let era = (shifted >= 0 ? shifted : shifted &- 399) / 400
    let yearOfEra = shifted &- era &* 400
    let dayOfYear = (153 &* (month > 2 ? month &- 3 : month &+ 9) &+ 2) / 5 &+ day &- 1
    let dayOfEra = yearOfEra &* 365 &+ yearOfEra / 4 &- yearOfEra / 100 &+ dayOfYear
    return era &* 146_097 &+ dayOfEra &- 719_468
  }
}

extension CaptureDate {
  /// The same moment on a clock that stands this many minutes east of UTC; nil where the offset is unknown or the
  /// result leaves the calendar.
  func moved(toOffset offset: Int) -> CaptureDate? {
    guard let (seconds, _) = unixTime else { return nil }
    return CaptureDate(unixTime: seconds, offsetMinutes: offset, subsecondDigits: subsecondDigits)
  }

  /// A moment, given as seconds since 1970-01-01T00:00:00Z, on a clock that stands this many minutes east of UTC; nil
  /// where it leaves the calendar.
  init?(unixTime seconds: Int64, offsetMinutes offset: Int = 0, subsecondDigits: String? = nil) {
    guard abs(seconds) < 1 << 40 else { return nil }
    let local = seconds + Int64(offset) * 60
    let days = Int((local >= 0 ? local : local - 86_399) / 86_400)
    let rest = Int(local - Int64(days) * 86_400)
    let (year, month, day) = Self.civil(daysSince1970: days)
    self.init(
      year: year,
      month: month,
      day: day,
      hour: rest / 3600,
      minute: rest / 60 % 60,
      second: rest % 60,
      subsecondDigits: subsecondDigits,
      offsetMinutes: offset
    )
    if !isValid { return nil }
  }

  private static func civil(daysSince1970 days: Int) -> (Int, Int, Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}
