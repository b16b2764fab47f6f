internal import Messages

/// A movie file as QuickTime (QuickTime File Format, 2016) and ISO/IEC 14496-12 lay it out: its brands, the boxes of its
/// first level, and its movie box. Media data is never read.
public struct QuickTimeFile {
  /// The file.
  public let source: ByteSource
  /// The first brand; nil where the file has no `ftyp`, as old QuickTime files and films copied from a phone.
  public private(set) var majorBrand: BoxType?
  /// All brands that it says it is compatible with.
  public private(set) var compatibleBrands: [BoxType] = []
  /// The boxes of the first level, positions in the file. Bytes behind the last box that make no box are left out.
  public private(set) var topLevelBoxes: [Box]
  /// What the movie box says.
  public let movie: QuickTimeMovie
  /// Where the movie box stands in the file.
  public let movieRange: Range<Int>
  /// An XMP packet in a `uuid` box of the first level, as MP4 files have it (XMP specification part 3, 1.2.6.1).
  public private(set) var topLevelXMP: [UInt8]?

  /// A movie box of ten hours of film takes less than 16 MiB.
  public static let largestMovieBox = 256 << 20
  static let largestXMP = 16 << 20
  private static let maximumBoxCount = 100_000
  private static let xmpUserType: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]

  /// Reads the boxes' headers and the movie box.
  ///
  /// - Throws: `format.unknown` for what is no such file, `format.unsupported` for one without a movie box that can be
  ///   read, `decode.truncated`, `decode.damaged`, and what `source` throws.
  public init(_ source: ByteSource) throws {
    self.source = source
    let boxes = try Self.topLevel(source)
    topLevelBoxes = boxes
    guard let box = boxes.first(where: { $0.type == "moov" }) else {
      throw Problem(.damaged, ["detail": "no movie box"])
    }
    guard box.range.count <= Self.largestMovieBox else {
      throw Problem(.damaged, ["detail": "movie box of \(box.range.count) bytes"])
    }
    movieRange = box.range
    movie = try QuickTimeMovie(try source.bytes(in: box.range))
    try readBrands()
    try readXMP()
  }

  /// Whether it says that it is QuickTime: `qt  ` as its first brand, or no brands at all.
  public var isQuickTime: Bool { majorBrand.map { $0 == "qt  " } ?? true }

  /// Whether its samples are (also) in fragments.
  public var isFragmented: Bool { topLevelBoxes.contains { $0.type == "moof" } }

  /// Where media data may stand, in the file's order.
  public var mediaRanges: [Range<Int>] { topLevelBoxes.filter { $0.type == "mdat" }.map(\.content) }

  private static func topLevel(_ source: ByteSource) throws -> [Box] {
    var boxes: [Box] = []
    var position = 0
    while position < source.byteCount {
      let box: Box
      do {
        box = try header(at: position, source)
      } catch let problem as Problem {
        // Cameras leave rubbish behind the last box. Before the movie box it is damage.
        if boxes.contains(where: { $0.type == "moov" }) { return boxes }
        if boxes.isEmpty && problem.code != .truncated { throw Problem(.formatUnknown, ["found": ""]) }
        throw problem
      }
      guard boxes.count < maximumBoxCount else { throw Problem(.damaged, ["detail": "too many boxes"]) }
      boxes.append(box)
      position = box.range.upperBound
    }
    if boxes.isEmpty { throw Problem(.inputEmpty) }
    return boxes
  }

  private static func header(at position: Int, _ source: ByteSource) throws -> Box {
    let end = source.byteCount
    let head = try source.bytes(in: position..<min(end, position + 32))
    var reader = BoxReader(head)
    var size = try reader.readNumber(ofByteCount: 4)
    let type = try reader.readType()
    if size == 1 { size = try reader.readNumber(ofByteCount: 8) }
    if type == "uuid" { try reader.skip(16) }
    if size == 0 { size = UInt64(end - position) }
    guard type.isPrintable, size >= UInt64(reader.position) else {
      throw Problem(.damaged, ["detail": "box \(type) of \(size) bytes at \(position)"])
    }
    guard size <= UInt64(end - position) else {
      throw Problem(.truncated, ["detail": "box \(type) of \(size) bytes at \(position), file of \(end)"])
    }
    let range = position..<(position + Int(size))
    return Box(type: type, range: range, content: (position + reader.position)..<range.upperBound)
  }

  private mutating func readBrands() throws {
    guard let box = topLevelBoxes.first(where: { $0.type == "ftyp" }) else { return }
    let content = try source.bytes(
      in: box.content.lowerBound..<min(box.content.upperBound, box.content.lowerBound + 4096)
    )
    var reader = BoxReader(content)
    majorBrand = try reader.readType()
    try reader.skip(min(4, reader.remaining))
    while reader.remaining >= 4 { compatibleBrands.append(try reader.readType()) }
  }

  private mutating func readXMP() throws {
    for box in topLevelBoxes where box.type == "uuid" && box.content.count <= Self.largestXMP {
      if try isXMP(box) {
        topLevelXMP = try source.bytes(in: box.content)
        return
      }
    }
  }

  /// Whether a `uuid` box of the first level holds XMP.
  func isXMP(_ box: Box) throws -> Bool {
    let start = box.content.lowerBound
    return try source.bytes(in: (start - 16)..<start) == Self.xmpUserType
  }
}
