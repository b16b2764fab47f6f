internal import Messages

/// A movie box: its header, its tracks, its metadata. Positions count from the movie box's first byte.
public struct QuickTimeMovie: Sendable {
  /// The box, header and content.
  public let bytes: [UInt8]
  /// The box itself.
  public let box: Box
  /// Its children, as far as they can be read.
  public let children: [Box]
  /// Where the movie header stands.
  public let header: Box
  /// Ticks a second of the movie's own clock; never 0.
  public private(set) var timescale: UInt32 = 1
  /// The movie's length in ticks.
  public private(set) var duration: UInt64 = 0
  /// When it was made, seconds since 1904-01-01 UTC; 0: unknown.
  public private(set) var creationTime: UInt64 = 0
  /// The tracks in the file's order. Those that can't be read are left out and counted.
  public private(set) var tracks: [QuickTimeTrack] = []
  /// How many tracks can't be read.
  public private(set) var unreadableTrackCount = 0
  /// `moov/meta`: where films from phones have date, place and pairing identifier.
  public private(set) var metadata: QuickTimeMetadata?
  /// `moov/udta/meta`: where iTunes and libavformat put theirs.
  public private(set) var userMetadata: QuickTimeMetadata?
  /// The other boxes of `moov/udta`.
  public private(set) var userData = QuickTimeUserData()

  private static let maximumTrackCount = 1000

  /// Reads a whole movie box.
  ///
  /// - Throws: `decode.damaged`, `decode.truncated`; `format.unsupported` for a compressed movie box.
  public init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    var reader = BoxReader(bytes)
    guard let box = try reader.nextBox(), box.type == "moov" else {
      throw Problem(.damaged, ["detail": "no movie box"])
    }
    self.box = box
    children = BoxReader.boxes(in: box.content, of: bytes)
    if children.contains(where: { $0.type == "cmov" }) {
      throw Problem(.formatUnsupported, ["format": "QuickTime (cmov)"])
    }
    guard let header = children.first(where: { $0.type == "mvhd" }) else {
      throw Problem(.damaged, ["detail": "no movie header"])
    }
    self.header = header
    try readHeader()
    for child in children where child.type == "trak" {
      guard tracks.count < Self.maximumTrackCount else {
        throw Problem(.damaged, ["detail": "too many tracks"])
      }
      if let track = try? QuickTimeTrack(child, in: bytes) {
        tracks.append(track)
      } else {
        unreadableTrackCount += 1
      }
    }
    let all = children.filter { $0.type == "meta" }.compactMap { QuickTimeMetadata($0, in: bytes) }
    metadata = all.first { $0.handler == "mdta" } ?? all.first
    if let box = children.first(where: { $0.type == "udta" }) {
      userData = QuickTimeUserData(box, in: bytes)
      userMetadata = userData.boxes.first { $0.type == "meta" }.flatMap { QuickTimeMetadata($0, in: bytes) }
    }
  }

  private mutating func readHeader() throws {
    var reader = BoxReader(bytes, in: header.content)
    let size = try reader.readFullBoxHeader().version == 1 ? 8 : 4
    creationTime = try reader.readNumber(ofByteCount: size)
    try reader.skip(size)
    timescale = try reader.readUInt32()
    duration = try reader.readNumber(ofByteCount: size)
    if timescale == 0 { throw Problem(.damaged, ["detail": "movie of 0 ticks a second"]) }
  }

  /// The movie's length in seconds: that of its header, or where that says nothing ("unknown" is all ones), its longest
  /// track's.
  public var seconds: Double {
    let longest = tracks.map(\.duration).max() ?? 0
    let isUnknown = duration == 0 || duration == 0xFFFF_FFFF || duration == .max
    return Double(isUnknown ? longest : duration) / Double(timescale)
  }

  /// The first metadata value of a key ("com.apple.quicktime.make"), in `moov/meta`, else in `moov/udta/meta`.
  public func value(of key: String) -> QuickTimeValue? {
    metadata?.value(of: key) ?? userMetadata?.value(of: key)
  }

  /// The picture: the first video track that is enabled, else the first.
  public var videoTrack: QuickTimeTrack? {
    let videos = tracks.filter { $0.handler == "vide" }
    return videos.first(where: \.isEnabled) ?? videos.first
  }
}

extension BoxReader {
  /// The boxes of a range, up to the first that makes no sense: QuickTime ends some lists with four zeros. A size of 0 is
  /// for boxes of the first level only; here it would swallow whatever is put behind it.
  static func boxes(in range: Range<Int>, of bytes: [UInt8]) -> [Box] {
    var reader = BoxReader(bytes, in: range)
    var boxes: [Box] = []
    while reader.remaining >= 8, bytes[reader.position..<(reader.position + 4)].contains(where: { $0 != 0 }),
      let box = try? reader.nextBox()
    {
      boxes.append(box)
    }
    return boxes
  }
}
