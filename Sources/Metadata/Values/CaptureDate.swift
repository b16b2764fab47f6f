/// When a picture was taken, as the camera's clock showed it. An unknown offset stays unknown.
public struct CaptureDate: Hashable, Sendable, Codable {
  /// Calendar fields of the local time at the place of capture.
  public var year, month, day, hour, minute, second: Int
  /// The digits after the decimal point as written ("123", "04"), or nil.
  public var subsecondDigits: String?
  /// Minutes east of UTC, or nil where the source does not say.
  public var offsetMinutes: Int?

  /// Makes a date from its fields; they are not normalised.
  public init(
    year: Int,
    month: Int,
    day: Int,
    hour: Int,
    minute: Int,
    second: Int,
    subsecondDigits: String? = nil,
    offsetMinutes: Int? = nil
  ) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
    self.subsecondDigits = subsecondDigits
    self.offsetMinutes = offsetMinutes
  }
}
