internal import Containers
internal import Messages

/// What a QuickTime or MP4 file says of its tracks where libavformat does not pass it on.
struct MovieBoxes {
  /// One track.
  struct Track {
    var id = 0
    /// "vide", "soun", "auxv"...
    var handler: BoxType = "    "
    /// Whether it is to be shown (tkhd, flag 1).
    var isEnabled = true
    /// Whether its media has a clock: of 0 ticks a second nothing can be timed, and libavformat takes them for 1.
    var hasClock = true
    /// The first sample entry's type.
    var sampleEntry: BoxType?
    /// Content of the first sample entry's `clap`.
    var aperture: CleanAperture?
    /// How long the edit list shows the track, pauses left out; nil without one that says it at the speed of the media.
    var shownDuration: MediaTime?
  }

  /// The first brand; nil where there is no `ftyp`, as QuickTime once wrote files.
  var brand: BoxType?
  /// Whether there is an index: `moov`, whole.
  var hasIndex = false
  /// Whether the file has fragments.
  var isFragmented = false
  /// The tracks in file order.
  var tracks: [Track] = []

  /// The largest index that is taken into memory: hours of video have less.
  private static let maximumIndexSize = 256 << 20
  private static let maximumBoxCount = 100_000

  /// The types with which such a file may begin (QTFF and ISO/IEC 14496-12).
  private static let firstTypes: Set<BoxType> = [
    "ftyp", "wide", "moov", "mdat", "free", "skip", "pnot", "styp", "sidx", "moof",
  ]

  /// Reads the boxes of a source; nil where it does not begin as such a file does.
  static func read(_ bytes: MovieBytes) throws -> MovieBoxes? {
    var boxes = MovieBoxes()
    var position: Int64 = 0
    for number in 0..<maximumBoxCount {
      let head = try bytes.bytes(at: position, count: 16)
      var reader = BoxReader(head)
      guard head.count >= 8, let small = try? reader.readUInt32(), let type = try? reader.readType() else {
        if number == 0 { return nil }
        break
      }
      if number == 0, !firstTypes.contains(type) { return nil }
      guard type.isPrintable else { break }
      var (size, headerSize) = (Int64(small), Int64(8))
      if small == 1, let large = try? reader.readNumber(ofByteCount: 8) {
        (size, headerSize) = (Int64(clamping: large), 16)
      }
      if small == 0 { size = bytes.size - position }
      guard size >= headerSize else { break }
      let isWhole = size <= bytes.size - position
      if type == "ftyp", boxes.brand == nil { boxes.brand = try? reader.readType() }
      if type == "moof" { boxes.isFragmented = true }
      if type == "moov", isWhole, size <= Int64(maximumIndexSize), !boxes.hasIndex {
        boxes.hasIndex = true
        boxes.readTracks(try bytes.bytes(at: position + headerSize, count: Int(size - headerSize)))
      }
      guard isWhole else { break }
      position += size
    }
    return boxes
  }

  private mutating func readTracks(_ index: [UInt8]) {
    var reader = BoxReader(index)
    let timescale = Self.timescale(BoxTree(index, in: 0..<index.count))
    while let box = try? reader.nextBox() {
      guard box.type == "trak", tracks.count < 1000 else { continue }
      let tree = BoxTree(index, in: box.content)
      var track = Self.track(tree)
      if let timescale, let ticks = Self.shownTicks(tree) {
        track.shownDuration = MediaTime(value: ticks, timescale: timescale)
      }
      tracks.append(track)
    }
  }

  /// Parts of a second in which edits are told.
  private static func timescale(_ movie: BoxTree) -> Int32? {
    guard var header = movie.reader("mvhd"), let (version, _) = try? header.readFullBoxHeader(),
      (try? header.skip(version == 1 ? 16 : 8)) != nil, let scale = try? header.readUInt32(), scale > 0
    else { return nil }
    return Int32(exactly: scale)
  }

  /// What the edits of a track that show something last together.
  private static func shownTicks(_ track: BoxTree) -> Int64? {
    guard var list = track.child("edts")?.reader("elst"), let (version, _) = try? list.readFullBoxHeader(),
      let count = try? list.readUInt32(), count <= 1000
    else { return nil }
    let width = version == 1 ? 8 : 4
    let pause = version == 1 ? UInt64.max : UInt64(UInt32.max)
    var total: Int64 = 0
    for _ in 0..<count {
      guard let length = try? list.readNumber(ofByteCount: width),
        let time = try? list.readNumber(ofByteCount: width), let rate = try? list.readUInt32()
      else { return nil }
      if time == pause { continue }
      // A length of 0 means all that there is, in files with fragments.
      guard rate == 0x1_0000, length > 0, length <= UInt64(Int32.max) else { return nil }
      total += Int64(length)
    }
    return total > 0 ? total : nil
  }

  private static func track(_ tree: BoxTree) -> Track {
    var track = Track()
    if var header = tree.reader("tkhd"), let (version, flags) = try? header.readFullBoxHeader() {
      track.isEnabled = flags & 1 != 0
      _ = try? header.skip(version == 1 ? 16 : 8)
      track.id = (try? Int(header.readUInt32())) ?? 0
    }
    let media = tree.child("mdia")
    if var header = media?.reader("mdhd"), let (version, _) = try? header.readFullBoxHeader(),
      (try? header.skip(version == 1 ? 16 : 8)) != nil
    {
      track.hasClock = (try? header.readUInt32()) != 0
    }
    if var handler = media?.reader("hdlr"), (try? handler.skip(8)) != nil {
      track.handler = (try? handler.readType()) ?? "    "
    }
    if var descriptions = media?.child("minf")?.child("stbl")?.reader("stsd"),
      (try? descriptions.skip(8)) != nil, let entry = try? descriptions.nextBox()
    {
      track.sampleEntry = entry.type
      // ISO/IEC 14496-12, 12.1.3: VisualSampleEntry has 78 bytes before its boxes.
      if track.handler == "vide", entry.content.count > 78 {
        let boxes = BoxTree(
          descriptions.bytes,
          in: (entry.content.lowerBound + 78)..<entry.content.upperBound
        )
        track.aperture = boxes.reader("clap").flatMap(CleanAperture.init)
      }
    }
    return track
  }
}

/// The boxes in a range, by type. Boxes that can't be read are as if they were not there.
struct BoxTree {
  private let bytes: [UInt8]
  private let boxes: [Box]

  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    var reader = BoxReader(bytes, in: range)
    var boxes: [Box] = []
    while let box = try? reader.nextBox() { boxes.append(box) }
    self.boxes = boxes
  }

  /// The first box of a type, as a tree of its own.
  func child(_ type: BoxType) -> BoxTree? {
    boxes.first { $0.type == type }.map { BoxTree(bytes, in: $0.content) }
  }

  /// A reader of the content of the first box of a type.
  func reader(_ type: BoxType) -> BoxReader? {
    boxes.first { $0.type == type }.map { BoxReader(bytes, in: $0.content) }
  }
}
