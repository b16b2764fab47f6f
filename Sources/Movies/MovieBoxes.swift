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
    /// The first sample entry's type.
    var sampleEntry: BoxType?
    /// Content of the first sample entry's `clap`.
    var aperture: CleanAperture?
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
    while let box = try? reader.nextBox() {
      guard box.type == "trak", tracks.count < 1000 else { continue }
      tracks.append(Self.track(BoxTree(index, in: box.content)))
    }
  }

  private static func track(_ tree: BoxTree) -> Track {
    var track = Track()
    if var header = tree.reader("tkhd"), let (version, flags) = try? header.readFullBoxHeader() {
      track.isEnabled = flags & 1 != 0
      _ = try? header.skip(version == 1 ? 16 : 8)
      track.id = (try? Int(header.readUInt32())) ?? 0
    }
    let media = tree.child("mdia")
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
