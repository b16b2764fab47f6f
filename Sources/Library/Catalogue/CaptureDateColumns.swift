internal import Metadata

/// A capture date as the three columns that keep it.
struct CaptureDateColumns {
  /// "2021-07-14T18:03:22.123", local.
  var text: String
  /// Minutes east of UTC.
  var offset: Int?
  /// Seconds since 1970 UTC; a local time of unknown offset counts as if it were UTC.
  var time: Int64

  init(_ date: CaptureDate) {
    let subseconds = date.subsecondDigits.map { ".\($0)" } ?? ""
    text = Self.seconds(of: date) + subseconds
    offset = date.offsetMinutes
    let days = Self.days(year: date.year, month: date.month, day: date.day)
    let local = days &* 86_400 &+ date.hour &* 3600 &+ date.minute &* 60 &+ date.second
    time = Int64(local &- (date.offsetMinutes ?? 0) &* 60)
  }

  /// The text to the second.
  static func seconds(of date: CaptureDate) -> String {
    func two(_ number: Int) -> String { padded(number, 2) }
    return "\(padded(date.year, 4))-\(two(date.month))-\(two(date.day))"
      + "T\(two(date.hour)):\(two(date.minute)):\(two(date.second))"
  }

  /// The date that columns keep; nil where the text is not one.
  static func date(text: String?, offset: Int?) -> CaptureDate? {
    guard let text else { return nil }
    let parts = text.split(separator: ".", maxSplits: 1)
    let fields = (parts.first ?? "").split(whereSeparator: { "-T:".contains($0) }).map { Int($0) }
    guard fields.count == 6, let year = fields[0], let month = fields[1], let day = fields[2],
      let hour = fields[3], let minute = fields[4], let second = fields[5]
    else { return nil }
    return CaptureDate(
      year: year,
      month: month,
      day: day,
      hour: hour,
      minute: minute,
      second: second,
      subsecondDigits: parts.count > 1 ? String(parts[1]) : nil,
      offsetMinutes: offset
    )
  }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number.magnitude)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  /// Days since 1970-01-01 in the proleptic Gregorian calendar (Howard Hinnant, "chrono-Compatible Low-Level
  /// Date Algorithms"). Wrapping: the fields come from files and need not be a date.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let shifted = month <= 2 ? year &- 1 : year
    let era = (shifted >= 0 ? shifted : shifted &- 399) / 400
    let yearOfEra = shifted &- era &* 400
    let dayOfYear = (153 &* (month &+ (month > 2 ? -3 : 9)) &+ 2) / 5 &+ day &- 1
    let dayOfEra = yearOfEra &* 365 &+ yearOfEra / 4 &- yearOfEra / 100 &+ dayOfYear
    return era &* 146_097 &+ dayOfEra &- 719_468
  }
}
