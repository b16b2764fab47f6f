internal import Messages
public import Pixels

/// How a GIF file moves, and what it says of itself: its blocks, walked piece by piece, so that a file of any length costs
/// no more memory than its longest block of metadata (GIF89a specification).
public struct GIFOutline: Sendable {
  /// Columns and rows that the header states.
  public private(set) var canvas: PixelSize
  /// How long each frame is shown, hundredths of a second, as the file says it.
  public private(set) var delays: [Int] = []
  /// How often it plays; 0: without end. 1 where nothing is said.
  public private(set) var playCount = 1
  /// The XMP packet.
  public private(set) var xmp: [UInt8]?
  /// Whether the file has its end.
  public private(set) var isComplete = false

  private var delay = 0

  private static let longestMetadata = 1 << 24
  private static let mostFrames = 1_000_000
  /// The bytes behind an XMP packet that lead whoever reads it as sub-blocks to its end (XMP specification part 3, 1.1.2).
  private static let trailerLength = 258

  /// Walks a file as far as it goes.
  /// - Throws: `damaged` where it is no GIF, `truncated` where it has no whole header; as the source.
  public init(_ source: ByteSource) throws {
    var window = Window(source)
    let signature = try window.read(6)
    guard signature.starts(with: Array("GIF8".utf8)) else {
      throw Problem(.damaged, ["detail": "GIF: no header"])
    }
    canvas = PixelSize(width: try window.number(2), height: try window.number(2))
    let flags = try window.number(1)
    try window.skip(2 + Self.tableLength(flags))
    do { while try takeBlock(&window) {} } catch let problem as Problem {
      // What is there is told; that it is not all shows in `isComplete`.
      guard problem.code == .truncated else { throw problem }
    }
  }

  /// Bytes of the colour table that the flags announce.
  private static func tableLength(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << (flags & 7 + 1) }

  /// - Returns: whether another block follows.
  private mutating func takeBlock(_ window: inout Window) throws -> Bool {
    switch try window.number(1) {
    case 0x21: try takeExtension(&window)
    case 0x2C:
      try window.skip(8)
      let flags = try window.number(1)
      try window.skip(Self.tableLength(flags) + 1)
      while case let count = try window.number(1), count > 0 { try window.skip(count) }
      guard delays.count < Self.mostFrames else {
        throw Problem(.damaged, ["detail": "GIF: too many frames"])
      }
      delays.append(delay)
      delay = 0
    case 0x3B:
      isComplete = true
      return false
    default: return false
    }
    return true
  }

  private mutating func takeExtension(_ window: inout Window) throws {
    let label = try window.number(1)
    var data = try window.read(try window.number(1))
    if label == 0xF9, data.count >= 4 { delay = Int(data[1]) | Int(data[2]) << 8 }
    let isXMP = label == 0xFF && data.starts(with: Array("XMP DataXMP".utf8))
    let loops =
      label == 0xFF && ["NETSCAPE2.0", "ANIMEXTS1.0"].contains { data.starts(with: Array($0.utf8)) }
    if data.isEmpty { return }
    data = []
    while case let count = try window.number(1), count > 0 {
      let block = try window.read(count)
      // The packet stands there as it is, so what looks like lengths belongs to it too.
      if isXMP, data.count < Self.longestMetadata { data += [UInt8(truncatingIfNeeded: count)] + block }
      if loops, block.count >= 3, block[0] & 7 == 1 {
        let repeats = Int(block[1]) | Int(block[2]) << 8
        playCount = repeats == 0 ? 0 : repeats + 1
      }
    }
    if isXMP, xmp == nil, data.count + 1 > Self.trailerLength {
      xmp = Array(data.dropLast(Self.trailerLength - 1))
    }
  }

  /// A piece of the file at a time.
  private struct Window {
    private let source: ByteSource
    private var bytes: [UInt8] = []
    /// Where `bytes` begin in the file.
    private var start = 0
    private var position = 0

    private static let length = 1 << 16

    init(_ source: ByteSource) { self.source = source }

    mutating func skip(_ count: Int) throws {
      position += count
      guard position <= source.byteCount else { throw Self.truncated(position) }
    }

    mutating func read(_ count: Int) throws -> [UInt8] {
      let end = position + count
      guard end <= source.byteCount else { throw Self.truncated(end) }
      if position < start || end > start + bytes.count {
        start = position
        bytes = try source.bytes(in: position..<(position + max(count, Self.length)))
        guard bytes.count >= count else { throw Self.truncated(end) }
      }
      defer { position = end }
      return Array(bytes[(position - start)..<(end - start)])
    }

    mutating func number(_ count: Int) throws -> Int {
      try read(count).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private static func truncated(_ end: Int) -> Problem {
      Problem(.truncated, ["detail": "GIF: a block ends at \(end), behind the file"])
    }
  }
}
