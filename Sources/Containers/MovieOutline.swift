internal import Messages

/// Whether a movie file stands at a place among other bytes, and where it ends.
enum MovieOutline {
  /// The boxes of a movie's first level (ISO/IEC 14496-12, table 1; QuickTime). One of them that does not end in time
  /// means that the movie was cut off.
  private static let movieTypes: Set<BoxType> = [
    "ftyp", "moov", "mdat", "free", "skip", "wide", "pnot", "moof", "mfra", "sidx", "ssix", "styp", "pdin",
  ]

  /// What a movie may begin with; QuickTime files need no `ftyp`.
  private static let openings: Set<BoxType> = ["ftyp", "wide", "mdat", "moov", "free", "skip", "pnot"]

  /// What stands behind a movie and is none of its boxes: Samsung's trailer, a further video.
  private static let strangers: Set<BoxType> = ["sefd", "mpvd"]

  private static let maximumBoxCount = 10_000

  /// Whether `start` is the place of an `ftyp` box.
  static func hasType(_ bytes: [UInt8], at start: Int) -> Bool { type(bytes, at: start) == "ftyp" }

  /// Walks the boxes from `start`; where the last of them ends, at most at `limit`. Nil unless there is a `moov` among
  /// them and none of them is cut off.
  static func end(_ bytes: [UInt8], from start: Int, limit: Int) -> Int? {
    guard start >= 0, start < limit, limit <= bytes.count, let first = type(bytes, at: start),
      openings.contains(first)
    else { return nil }
    var reader = BoxReader(bytes, in: start..<limit)
    var (hasMovie, end) = (false, start)
    for index in 0..<maximumBoxCount {
      guard reader.remaining >= 8, let type = type(bytes, at: reader.position), type.isPrintable,
        !strangers.contains(type), type != "ftyp" || index == 0
      else { break }
      guard (try? reader.nextBox()) != nil else {
        if movieTypes.contains(type) { return nil }
        break
      }
      hasMovie = hasMovie || type == "moov"
      end = reader.position
    }
    return hasMovie ? end : nil
  }

  private static func type(_ bytes: [UInt8], at start: Int) -> BoxType? {
    guard start >= 0, start <= bytes.count - 8 else { return nil }
    var reader = BoxReader(bytes, in: (start + 4)..<(start + 8))
    return try? reader.readType()
  }
}
