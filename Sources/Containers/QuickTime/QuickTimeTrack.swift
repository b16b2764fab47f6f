internal import Messages

/// One entry of an edit list (ISO/IEC 14496-12, 8.6.6).
public struct QuickTimeEdit: Hashable, Sendable {
  /// Length in ticks of the movie's clock.
  public var duration: UInt64
  /// Where in the media it begins, in ticks of the media's clock; -1: nothing is shown.
  public var mediaTime: Int64
  /// Speed, 16.16.
  public var rate: Int32

  /// Makes an entry.
  public init(duration: UInt64, mediaTime: Int64, rate: Int32 = 0x1_0000) {
    self.duration = duration
    self.mediaTime = mediaTime
    self.rate = rate
  }

  /// Whether nothing is shown.
  public var isEmpty: Bool { mediaTime == -1 }
}

/// A track of a movie. Positions count from the movie box's first byte.
public struct QuickTimeTrack: Sendable {
  /// A reference to other tracks ("cdsc": describes them).
  public struct Reference: Hashable, Sendable {
    /// How it refers.
    public var type: BoxType
    /// The other tracks' numbers.
    public var targets: [UInt32]
  }

  /// `trak`.
  public let box: Box
  /// `tkhd`.
  public let header: Box
  /// `mdhd`.
  public let mediaHeader: Box
  /// `mdia`, `minf`, `stbl`, `stsd`: what the sample descriptions lie in, from the outside in.
  public let descriptionPath: [Box]
  /// Its number, unique in the movie; never 0.
  public private(set) var id: UInt32 = 0
  /// Flags of its header: 1 enabled, 2 in the movie, 4 in the preview, 8 in the poster.
  public private(set) var flags: UInt32 = 0
  /// Its length with all edits, in ticks of the movie's clock.
  public private(set) var duration: UInt64 = 0
  /// The nine numbers of its matrix (a b u c d v x y w), 16.16 but for the third of each row, which are 2.30.
  public private(set) var matrix: [Int32] = []
  /// Size of the presentation before the matrix, in pixels.
  public private(set) var size: (width: Double, height: Double) = (0, 0)
  /// "vide", "soun", "meta"...
  public private(set) var handler = BoxType(0)
  /// Ticks a second of the media's clock; never 0.
  public private(set) var timescale: UInt32 = 1
  /// The media's length in ticks of its own clock.
  public private(set) var mediaDuration: UInt64 = 0
  /// The edit list; empty where there is none.
  public private(set) var edits: [QuickTimeEdit] = []
  /// What it refers to.
  public private(set) var references: [Reference] = []
  /// How its samples are coded.
  public private(set) var sampleEntries: [QuickTimeSampleEntry] = []
  /// Where and when its samples are.
  public let samples: QuickTimeSampleTable

  private static let maximumEditCount = 100_000
  private static let maximumEntryCount = 1000

  /// Reads a `trak` box.
  /// - Throws: `decode.damaged`, `decode.truncated`.
  init(_ box: Box, in bytes: [UInt8]) throws {
    self.box = box
    let children = BoxReader.boxes(in: box.content, of: bytes)
    header = try Self.child("tkhd", of: children)
    let media = try Self.child("mdia", of: children)
    let mediaChildren = BoxReader.boxes(in: media.content, of: bytes)
    mediaHeader = try Self.child("mdhd", of: mediaChildren)
    let information = try Self.child("minf", of: mediaChildren)
    let table = try Self.child("stbl", of: BoxReader.boxes(in: information.content, of: bytes))
    let tables = BoxReader.boxes(in: table.content, of: bytes)
    let descriptions = tables.first { $0.type == "stsd" }
    descriptionPath = [media, information, table] + (descriptions.map { [$0] } ?? [])
    samples = QuickTimeSampleTable(tables, in: bytes)
    try readHeader(bytes)
    try readMedia(mediaChildren, bytes)
    try readEdits(children, bytes)
    readReferences(children, bytes)
    if let descriptions { try readEntries(descriptions, bytes) }
  }

  private static func child(_ type: BoxType, of boxes: [Box]) throws -> Box {
    guard let box = boxes.first(where: { $0.type == type }) else {
      throw Problem(.damaged, ["detail": "track without \(type)"])
    }
    return box
  }

  /// Whether it is to be played.
  public var isEnabled: Bool { flags & 1 != 0 }

  /// All tracks that it refers to in a way.
  public func targets(of type: BoxType) -> [UInt32] {
    references.filter { $0.type == type }.flatMap(\.targets)
  }

  /// The local keys of its samples, where it is a track of timed metadata.
  public var metadataKeys: [QuickTimeMetadataKey] { sampleEntries.flatMap(\.metadataKeys) }

  private mutating func readHeader(_ bytes: [UInt8]) throws {
    var reader = BoxReader(bytes, in: header.content)
    let (version, flags) = try reader.readFullBoxHeader()
    let size = version == 1 ? 8 : 4
    self.flags = flags
    try reader.skip(2 * size)
    id = try reader.readUInt32()
    try reader.skip(4)
    duration = try reader.readNumber(ofByteCount: size)
    try reader.skip(16)
    for _ in 0..<9 { matrix.append(Int32(bitPattern: try reader.readUInt32())) }
    self.size = (Double(try reader.readUInt32()) / 65536, Double(try reader.readUInt32()) / 65536)
    if id == 0 { throw Problem(.damaged, ["detail": "track number 0"]) }
  }

  private mutating func readMedia(_ children: [Box], _ bytes: [UInt8]) throws {
    var reader = BoxReader(bytes, in: mediaHeader.content)
    let size = try reader.readFullBoxHeader().version == 1 ? 8 : 4
    try reader.skip(2 * size)
    timescale = try reader.readUInt32()
    mediaDuration = try reader.readNumber(ofByteCount: size)
    if timescale == 0 { throw Problem(.damaged, ["detail": "media of 0 ticks a second"]) }
    reader = BoxReader(bytes, in: try Self.child("hdlr", of: children).content)
    try reader.skip(8)
    handler = try reader.readType()
  }

  private mutating func readEdits(_ children: [Box], _ bytes: [UInt8]) throws {
    guard let container = children.first(where: { $0.type == "edts" }),
      let list = BoxReader.boxes(in: container.content, of: bytes).first(where: { $0.type == "elst" })
    else { return }
    var reader = BoxReader(bytes, in: list.content)
    let isLong = try reader.readFullBoxHeader().version == 1
    let count = try reader.readUInt32()
    guard count <= Self.maximumEditCount else { throw Problem(.damaged, ["detail": "\(count) edits"]) }
    for _ in 0..<count {
      let duration = try reader.readNumber(ofByteCount: isLong ? 8 : 4)
      let start =
        isLong
        ? Int64(bitPattern: try reader.readNumber(ofByteCount: 8))
        : Int64(Int32(bitPattern: try reader.readUInt32()))
      let rate = Int32(bitPattern: try reader.readUInt32())
      edits.append(QuickTimeEdit(duration: duration, mediaTime: start, rate: rate))
    }
  }

  private mutating func readReferences(_ children: [Box], _ bytes: [UInt8]) {
    guard let container = children.first(where: { $0.type == "tref" }) else { return }
    for box in BoxReader.boxes(in: container.content, of: bytes) {
      var reader = BoxReader(bytes, in: box.content)
      var targets: [UInt32] = []
      while reader.remaining >= 4, let target = try? reader.readUInt32() { targets.append(target) }
      references.append(Reference(type: box.type, targets: targets))
    }
  }

  private mutating func readEntries(_ descriptions: Box, _ bytes: [UInt8]) throws {
    var reader = BoxReader(bytes, in: descriptions.content)
    try reader.skip(4)
    let count = try reader.readUInt32()
    while sampleEntries.count < min(Int(count), Self.maximumEntryCount), let box = try? reader.nextBox() {
      guard let entry = try? QuickTimeSampleEntry(box, handler: handler, in: bytes) else { continue }
      sampleEntries.append(entry)
    }
  }
}
