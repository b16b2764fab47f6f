internal import Messages
public import Pixels

/// What the blocks of a GIF file say, read without decoding a pixel (GIF89a specification).
public struct GIFBlocks: Sendable {
  /// The first picture.
  public struct Frame: Sendable {
    /// Columns to the left of it on the canvas.
    public var left: Int
    /// Rows above it on the canvas.
    public var top: Int
    /// Its own size.
    public var size: PixelSize
    /// Whether its rows come in four passes.
    public var isInterlaced: Bool
    /// The colour that stands for nothing.
    public var transparentIndex: UInt8?
    /// Its colours.
    public var palette: [(red: UInt8, green: UInt8, blue: UInt8)] = []
  }

  /// The canvas, large enough for the first frame whatever the header says.
  public private(set) var canvas: PixelSize
  /// The first frame.
  public private(set) var frame: Frame
  /// Frames besides the first.
  public private(set) var furtherFrameCount = 0
  /// XMP, and a comment as Exif's UserComment.
  public private(set) var blocks = MetadataBlocks()

  private static let maximumBlockCount = 1_000_000
  private static let longestComment = 4096

  /// Walks the file as far as it goes; what follows a complete first frame may be missing.
  /// - Throws: `truncated`, `damaged` for one without a first frame.
  public init(_ bytes: [UInt8]) throws {
    var cursor = ByteCursor(bytes)
    _ = try cursor.take(6)
    let width = try cursor.readNumber(2, isLittleEndian: true)
    let height = try cursor.readNumber(2, isLittleEndian: true)
    let flags = Int(try cursor.readByte())
    _ = try cursor.take(2)
    let common = try Self.palette(flags, &cursor)
    var walk = Walk()
    do {
      for _ in 0..<Self.maximumBlockCount where try walk.takeBlock(&cursor, common) { continue }
    } catch { if walk.frame == nil { throw error } }
    guard let first = walk.frame else { throw Problem(.damaged, ["detail": "GIF: no picture"]) }
    frame = first
    canvas = PixelSize(
      width: max(width, first.left + first.size.width),
      height: max(height, first.top + first.size.height)
    )
    furtherFrameCount = max(0, walk.frameCount - 1)
    blocks.xmp = walk.xmp
    blocks.exif = walk.comment.flatMap(Self.exif)
  }

  /// A colour table whose size stands in the low bits of the flags.
  private static func palette(_ flags: Int, _ cursor: inout ByteCursor) throws
    -> [(red: UInt8, green: UInt8, blue: UInt8)]
  {
    guard flags & 0x80 != 0 else { return [] }
    let table = try cursor.read(3 << (flags & 7 + 1))
    return stride(from: 0, to: table.count, by: 3).map { (table[$0], table[$0 + 1], table[$0 + 2]) }
  }

  private struct Walk {
    var frame: Frame?
    var frameCount = 0
    var transparentIndex: UInt8?
    var xmp: [UInt8]?
    var comment: [UInt8]?

    /// - Returns: whether another block follows.
    mutating func takeBlock(
      _ cursor: inout ByteCursor,
      _ common: [(red: UInt8, green: UInt8, blue: UInt8)]
    ) throws -> Bool {
      switch try cursor.readByte() {
      case 0x21: try takeExtension(&cursor)
      case 0x2C: try takeFrame(&cursor, common)
      default: return false
      }
      return true
    }

    private mutating func takeFrame(
      _ cursor: inout ByteCursor,
      _ common: [(red: UInt8, green: UInt8, blue: UInt8)]
    ) throws {
      let numbers = try (0..<4).map { _ in try cursor.readNumber(2, isLittleEndian: true) }
      let flags = Int(try cursor.readByte())
      let own = try GIFBlocks.palette(flags, &cursor)
      if frame == nil {
        guard numbers[2] > 0, numbers[3] > 0 else { throw Problem(.damaged, ["detail": "GIF: no size"]) }
        frame = Frame(
          left: numbers[0],
          top: numbers[1],
          size: PixelSize(width: numbers[2], height: numbers[3]),
          isInterlaced: flags & 0x40 != 0,
          transparentIndex: transparentIndex,
          palette: own.isEmpty ? common : own
        )
      }
      frameCount += 1
      transparentIndex = nil
      _ = try cursor.take(1)
      _ = try GIFBlocks.subBlocks(&cursor)
    }

    private mutating func takeExtension(_ cursor: inout ByteCursor) throws {
      let label = try cursor.readByte()
      let start = cursor.position
      let data = try GIFBlocks.subBlocks(&cursor)
      switch label {
      case 0xF9: if data.count >= 4, data[0] & 1 != 0 { transparentIndex = data[3] }
      case 0xFE: comment = comment ?? (data.isEmpty ? nil : data)
      case 0xFF where data.starts(with: Array("XMP DataXMP".utf8)):
        // The packet stands there as it is, not in sub-blocks; 258 bytes behind it lead whoever reads it as sub-blocks to
        // its end (XMP specification part 3, 1.1.2).
        let packet = (start + 12)..<max(start + 12, cursor.position - 258)
        xmp = xmp ?? (packet.isEmpty ? nil : Array(cursor.bytes[packet]))
      default: break
      }
    }
  }

  /// Data in portions of up to 255 bytes, each behind its length, up to one of length 0.
  private static func subBlocks(_ cursor: inout ByteCursor) throws -> [UInt8] {
    var data: [UInt8] = []
    while case let count = Int(try cursor.readByte()), count > 0 {
      let range = try cursor.take(count)
      // Coded pixels are not needed here; metadata are no longer than this.
      if data.count < 1 << 16 { data += cursor.bytes[range] }
    }
    return data
  }

  /// An Exif block with a UserComment (the weakest of all descriptions). What programs say about themselves is none.
  private static func exif(comment: [UInt8]) -> [UInt8]? {
    let text = comment.prefix(longestComment).filter { $0 >= 0x20 || $0 == 0x0A || $0 == 0x09 }
    guard !text.isEmpty, !text.starts(with: Array("Created with".utf8)) else { return nil }
    var main = TIFFFields(isLittleEndian: false)
    let offset = 8 + main.byteCount(withFurther: 1)
    main.add(TIFFTag.exifDirectory, longs: [offset])
    var exif = TIFFFields(isLittleEndian: false)
    let value = Array("ASCII\0\0\0".utf8) + text
    exif.add(TIFFTag.userComment, type: 7, count: value.count, value)
    return [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8] + main.directory(at: 8, next: 0)
      + exif.directory(at: offset, next: 0)
  }
}
