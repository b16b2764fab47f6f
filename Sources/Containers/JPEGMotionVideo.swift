/// The video behind the picture of a Motion Photo (Google's MicroVideo and MotionPhoto, Samsung's SEF trailer): an
/// ISO base media file somewhere after the primary picture's EOI.
enum JPEGMotionVideo {
  /// Places where "ftyp" stands without being a movie's begin, in a gain map's pixels say, before the search is given up.
  private static let maximumCandidateCount = 16

  /// Where the video is. XMP offsets are not needed and not believed: the boxes themselves tell begin and end.
  static func find(_ bytes: [UInt8], after primaryEnd: Int) -> Range<Int>? {
    var from = primaryEnd
    let pattern = Array("ftyp".utf8)
    for _ in 0..<maximumCandidateCount {
      guard let found = ByteSearch.firstIndex(of: pattern, in: bytes, range: from..<max(from, bytes.count))
      else { break }
      from = found + pattern.count
      let start = found - 4
      if start >= primaryEnd, let end = movieEnd(bytes, from: start) { return start..<end }
    }
    return nil
  }

  /// Walks top-level boxes; nil unless one of the first is a `moov`.
  private static func movieEnd(_ bytes: [UInt8], from start: Int) -> Int? {
    var position = start
    var hasMovie = false
    for _ in 0..<10_000 {
      var cursor = ByteCursor(bytes, in: position..<bytes.count)
      guard let size = try? cursor.readNumber(4), let type = try? cursor.read(4),
        type.allSatisfy({ (0x20...0x7E).contains($0) })
      else { break }
      guard let length = boxLength(size, &cursor), length <= bytes.count - position else { break }
      hasMovie = hasMovie || type == Array("moov".utf8)
      position += length
    }
    return hasMovie ? position : nil
  }

  private static func boxLength(_ size: Int, _ cursor: inout ByteCursor) -> Int? {
    switch size {
    case 0: return cursor.remaining + 8  // to the end of the file
    case 1:
      guard let high = try? cursor.readNumber(4), let low = try? cursor.readNumber(4), high < 0x8000 else {
        return nil
      }
      let length = high << 32 | low
      return length >= 16 ? length : nil
    default: return size >= 8 ? size : nil
    }
  }
}
