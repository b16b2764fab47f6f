internal import Metadata

extension CollageSource {
  /// The sources with dates that can be compared: photos that don't tell how far their clock stands from UTC are taken to stand
  /// as most of the others do, by their own word; on UTC's where none tells.
  public static func onOneClock(_ sources: [CollageSource]) -> [CollageSource] {
    var counts: [Int: Int] = [:]
    // Where a video says 0, it says only that movies are dated in UTC.
    for offset in sources.compactMap({ $0.captureDate?.offsetMinutes }) where offset != 0 {
      counts[offset, default: 0] += 1
    }
    let usual = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
    return sources.map { source in
      guard let date = source.captureDate else { return source }
      var item = source.item
      item.date = seconds(date, unknownOffset: usual)
      return source.with(item)
    }
  }

  /// A moment for the order by date.
  static func seconds(_ date: CaptureDate, unknownOffset: Int = 0) -> Int64 {
    (date.unixTime ?? date.unixTime(assumingOffsetMinutes: unknownOffset)).seconds
  }
}
