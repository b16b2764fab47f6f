internal import Glibc
internal import Files
internal import Metadata

/// The modification time of a copy.
enum FileTimes {
  /// The capture instant where its offset is known; a date without offset is read as this machine's wall clock, so that
  /// `ls` shows the date the camera showed (nothing is written into the file from that guess); without a date, the
  /// original's own time.
  static func modification(of date: CaptureDate?, source: FileStatus?) -> FileTime? {
    guard let date else { return source?.modification }
    if let (seconds, nanoseconds) = date.unixTime {
      return FileTime(seconds: seconds, nanoseconds: nanoseconds)
    }
    var fields = tm()
    fields.tm_year = Int32(clamping: date.year - 1900)
    fields.tm_mon = Int32(clamping: date.month - 1)
    fields.tm_mday = Int32(clamping: date.day)
    fields.tm_hour = Int32(clamping: date.hour)
    fields.tm_min = Int32(clamping: date.minute)
    fields.tm_sec = Int32(clamping: date.second)
    fields.tm_isdst = -1
    let seconds = mktime(&fields)
    return seconds == -1 ? source?.modification : FileTime(seconds: Int64(seconds), nanoseconds: 0)
  }
}
