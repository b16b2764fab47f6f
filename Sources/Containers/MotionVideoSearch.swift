/// Finds the video of a Motion Photo: asks everything in the file that may tell its place, and believes what its boxes
/// confirm.
struct MotionVideoSearch {
  private let bytes: [UInt8]
  /// Places to look at, the most reliable first: the video begins at the lower bound and ends at the upper at the latest.
  private var places: [(kind: MotionVideo.Kind, range: Range<Int>)] = []
  /// Where boxes may follow that nothing tells of.
  private var tail: Int

  /// Places where "ftyp" stands without being a movie's begin, in a gain map's pixels say, before the search is given up.
  private static let maximumCandidateCount = 16

  /// A JPEG file. The directory at the end is Samsung's own and exact; XMP follows.
  init(jpeg bytes: [UInt8], primaryEnd: Int, tags: MotionTags) {
    self.bytes = bytes
    tail = primaryEnd
    add(SamsungTrailer(bytes, from: primaryEnd, endingAt: bytes.count), behind: primaryEnd)
    add(tags, primaryEnd: primaryEnd, behind: primaryEnd)
  }

  /// A HEIF file. Lengths in the XMP of some Samsung phones are nonsense, so boxes go first.
  init(_ file: HEIFItems, tags: MotionTags) {
    bytes = file.bytes
    let boxes = file.topLevelBoxes
    tail =
      boxes.dropFirst().first { $0.type == "ftyp" }?.range.lowerBound
      ?? boxes.last?.range.upperBound ?? bytes.count
    // What a sequence of pictures has in front of its directory is no video.
    let pictureEnd = boxes.first { $0.type == "meta" }?.range.upperBound ?? 0
    for box in boxes where box.type == "mpvd" { places.append((.mpvd, box.content)) }
    // The directory stands in a box of its own or at the end of the video's box.
    for box in boxes where box.type == "mpvd" || box.type == "sefd" {
      add(
        SamsungTrailer(bytes, from: box.content.lowerBound, endingAt: box.range.upperBound),
        behind: pictureEnd
      )
    }
    add(SamsungTrailer(bytes, from: pictureEnd, endingAt: bytes.count), behind: pictureEnd)
    add(tags, primaryEnd: nil, behind: pictureEnd)
  }

  private mutating func add(_ trailer: SamsungTrailer?, behind start: Int) {
    for range in trailer?.motionVideos(in: bytes) ?? [] where range.lowerBound >= start {
      places.append((.samsungTrailer, range))
    }
  }

  private mutating func add(_ tags: MotionTags, primaryEnd: Int?, behind least: Int) {
    for (kind, start) in tags.videoStarts(count: bytes.count, primaryEnd: primaryEnd)
    where start >= least && start < bytes.count {
      places.append((kind, start..<bytes.count))
    }
  }

  /// The video; nil where none is whole. A place where the file type stands goes before one that holds movie boxes
  /// without it: a length that is wrong by a few boxes would hit those too.
  func find() -> MotionVideo? {
    let whole = { (place: (kind: MotionVideo.Kind, range: Range<Int>)) -> MotionVideo? in
      MovieOutline.end(bytes, from: place.range.lowerBound, limit: place.range.upperBound)
        .map { MotionVideo(kind: place.kind, range: place.range.lowerBound..<$0) }
    }
    return places.lazy.filter { MovieOutline.hasType(bytes, at: $0.range.lowerBound) }.compactMap(whole).first
      ?? scan() ?? places.lazy.compactMap(whole).first
  }

  private func scan() -> MotionVideo? {
    var from = tail
    let pattern = Array("ftyp".utf8)
    for _ in 0..<Self.maximumCandidateCount {
      guard let found = ByteSearch.firstIndex(of: pattern, in: bytes, range: from..<max(from, bytes.count))
      else { break }
      from = found + pattern.count
      let start = found - 4
      if start >= tail, let end = MovieOutline.end(bytes, from: start, limit: bytes.count) {
        return MotionVideo(kind: .appended, range: start..<end)
      }
    }
    return nil
  }
}
