internal import Messages
public import Pixels

/// What the chunks of a WebP file say, read without decoding a pixel (RFC 9649).
public struct WebPChunks: Sendable {
  /// A frame of an animation.
  public struct Frame: Hashable, Sendable {
    /// Columns to the left of it on the canvas.
    public var left: Int
    /// Rows above it on the canvas.
    public var top: Int
    /// Its own size.
    public var size: PixelSize
    /// How long it is shown, milliseconds.
    public var duration: Int
    /// Its chunks: perhaps "ALPH", then "VP8 " or "VP8L".
    public var data: Range<Int>
    /// Whether it is laid over what is there; otherwise it takes its place.
    public var blends: Bool
    /// Whether its place becomes transparent when its time is over.
    public var isCleared: Bool
  }

  /// Size of the canvas; nil in a file of the simple form, whose only chunk says it.
  public private(set) var canvas: PixelSize?
  /// Whether the extended header promises transparency.
  public private(set) var promisesAlpha = false
  /// The first frame, in an animation.
  public private(set) var firstFrame: Frame?
  /// Frames of an animation besides the first.
  public var furtherFrameCount: Int { furtherFrames.count }
  private var furtherFrames: [Range<Int>] = []
  /// How often an animation plays; 0: without end.
  public private(set) var playCount: Int?
  /// The chunks of a still picture: perhaps "ALPH", then "VP8 " or "VP8L".
  public private(set) var picture: [Range<Int>] = []
  /// The content of ICCP.
  public private(set) var profile: [UInt8]?
  /// Exif and XMP.
  public private(set) var blocks = MetadataBlocks()
  /// An EXIF chunk is there but holds no TIFF structure.
  public private(set) var exifIsUnusable = false

  private static let maximumChunkCount = 1_000_000
  private let bytes: [UInt8]

  /// Walks a whole file. Throws `truncated` for one that is shorter than it says, `damaged` for one without a picture.
  /// Bytes behind the end that the header states are not looked at.
  public init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    var cursor = ByteCursor(bytes)
    guard cursor.stands(Array("RIFF".utf8)) else { throw Self.damaged("no RIFF header") }
    _ = try cursor.take(4)
    let length = try cursor.readNumber(4, isLittleEndian: true)
    guard cursor.stands(Array("WEBP".utf8)) else { throw Self.damaged("no WEBP header") }
    guard length >= 4, length <= cursor.remaining else {
      throw Problem(.truncated, ["detail": "WebP: \(length) bytes promised, \(cursor.remaining) there"])
    }
    var inside = ByteCursor(bytes, in: (cursor.position + 4)..<(cursor.position + length))
    for _ in 0..<Self.maximumChunkCount {
      guard let chunk = try Self.next(&inside) else { break }
      try take(chunk)
    }
    guard firstFrame != nil || !picture.isEmpty else { throw Self.damaged("no picture") }
  }

  private static func damaged(_ detail: String) -> Problem {
    Problem(.damaged, ["detail": "WebP: \(detail)"])
  }

  private struct Chunk {
    var kind: String
    /// Header and content, without padding.
    var whole: Range<Int>
    var data: Range<Int>
  }

  private static func next(_ cursor: inout ByteCursor) throws -> Chunk? {
    // A lone padding byte at the end is no chunk.
    guard cursor.remaining > 1 else { return nil }
    let start = cursor.position
    let kind = String(decoding: try cursor.read(4), as: UTF8.self)
    let data = try cursor.take(try cursor.readNumber(4, isLittleEndian: true))
    if data.count % 2 == 1, cursor.remaining > 0 { _ = try cursor.take(1) }
    return Chunk(kind: kind, whole: start..<data.upperBound, data: data)
  }

  private mutating func take(_ chunk: Chunk) throws {
    switch chunk.kind {
    case "VP8X" where canvas == nil: try takeHeader(chunk.data)
    case "ALPH" where picture.isEmpty: picture.append(chunk.whole)
    case "VP8 ", "VP8L":
      if !hasBitstream { picture.append(chunk.whole) }
      hasBitstream = true
    case "ANMF": try takeFrame(chunk.data)
    case "ANIM": playCount = playCount ?? takePlayCount(chunk.data)
    case "ICCP": profile = profile ?? Array(bytes[chunk.data])
    case "EXIF": takeExif(Array(bytes[chunk.data]))
    case "XMP ": blocks.xmp = blocks.xmp ?? Array(bytes[chunk.data])
    default: break
    }
  }

  private var hasBitstream = false

  /// Flags, then sides minus 1 in 24 bits each.
  private mutating func takeHeader(_ data: Range<Int>) throws {
    var cursor = ByteCursor(bytes, in: data)
    promisesAlpha = try cursor.readNumber(4, isLittleEndian: true) & 0x10 != 0
    let width = try cursor.readNumber(3, isLittleEndian: true) + 1
    let height = try cursor.readNumber(3, isLittleEndian: true) + 1
    canvas = PixelSize(width: width, height: height)
  }

  /// A background colour, then 16 bits.
  private func takePlayCount(_ data: Range<Int>) -> Int? {
    var cursor = ByteCursor(bytes, in: data)
    return (try? cursor.take(4)).flatMap { _ in try? cursor.readNumber(2, isLittleEndian: true) }
  }

  private mutating func takeFrame(_ data: Range<Int>) throws {
    if firstFrame != nil { return furtherFrames.append(data) }
    firstFrame = try frame(in: data)
  }

  /// A frame besides the first, from 1.
  /// - Throws: `damaged` where it does not lie on the canvas.
  public func furtherFrame(_ number: Int) throws -> Frame {
    guard furtherFrames.indices.contains(number - 1) else { throw Self.damaged("no frame \(number)") }
    return try frame(in: furtherFrames[number - 1])
  }

  private func frame(in data: Range<Int>) throws -> Frame {
    var cursor = ByteCursor(bytes, in: data)
    // Places are counted in pairs of pixels.
    let left = try cursor.readNumber(3, isLittleEndian: true) * 2
    let top = try cursor.readNumber(3, isLittleEndian: true) * 2
    let width = try cursor.readNumber(3, isLittleEndian: true) + 1
    let height = try cursor.readNumber(3, isLittleEndian: true) + 1
    let duration = try cursor.readNumber(3, isLittleEndian: true)
    let flags = try cursor.readByte()
    guard let canvas, left + width <= canvas.width, top + height <= canvas.height else {
      throw Self.damaged("a frame outside the canvas")
    }
    return Frame(
      left: left,
      top: top,
      size: PixelSize(width: width, height: height),
      duration: duration,
      data: cursor.position..<cursor.end,
      blends: flags & 2 == 0,
      isCleared: flags & 1 != 0
    )
  }

  /// EXIF holds a bare TIFF structure; many writers put "Exif\0\0" before it, as in a JPEG.
  private mutating func takeExif(_ data: [UInt8]) {
    guard let bare = JPEGMetadata.bareExif(data) else {
      exifIsUnusable = blocks.exif == nil
      return
    }
    blocks.exif = blocks.exif ?? bare
    exifIsUnusable = false
  }

  /// A frame as a file of its own, without the rest of the animation.
  public func file(of frame: Frame) -> [UInt8] {
    // The frame's own chunks decide about its transparency; the flag only allows it.
    WebPAssembler.file(
      WebPAssembler.header(size: frame.size, flags: WebPAssembler.alphaFlag) + Array(bytes[frame.data])
    )
  }
}
