public import Pixels
internal import Messages

/// What the chunks of a PNG file say, read without decoding a pixel (PNG, third edition; ISO/IEC 15948).
public struct PNGChunks: Sendable {
  /// The image header (IHDR).
  public struct Header: Hashable, Sendable {
    /// Stored size, before `orientation`.
    public var size: PixelSize
    /// Bits a sample, or an index of a palette: 1, 2, 4, 8, 16.
    public var bitDepth: Int
    /// 0 grey, 2 colour, 3 palette, 4 grey and alpha, 6 colour and alpha.
    public var colourType: Int
    /// Whether rows come in Adam7 order.
    public var isInterlaced: Bool
  }

  /// The image header.
  public private(set) var header: Header
  /// Whether a tRNS chunk makes some pixels transparent.
  public private(set) var hasTransparency = false
  /// The largest number of significant bits in sBIT; nil without the chunk.
  public private(set) var significantBits: Int?
  /// What the colour chunks say.
  public private(set) var colour = PNGColour()
  /// Exif (eXIf or ImageMagick's text form), XMP, IPTC (text form only).
  public private(set) var blocks = MetadataBlocks()
  /// An eXIf chunk is there but holds no TIFF structure.
  public private(set) var exifIsUnusable = false
  /// Frames of an animation besides the first (acTL).
  public private(set) var furtherFrameCount = 0
  /// How often an animation plays; 0: without end. Nil of a still picture.
  public private(set) var playCount: Int?

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  /// Text, Exif and profiles larger than this once inflated are not believed.
  static let textLimit = 16 * 1024 * 1024
  /// Where the chunks with packed texts and the profile stand, whole: iCCP, zTXt, iTXt.
  public private(set) var packedChunks: [Range<Int>] = []
  /// Where the picture's packed data stand, chunk by chunk (IDAT).
  public private(set) var pixelChunks: [Range<Int>] = []
  private static let maximumChunkCount = 1_000_000
  /// Text chunks with metadata that are looked into; real files have one of each kind.
  private var unreadTextCount = 16
  /// The frames of an animation.
  public private(set) var frames = PNGFrameChunks()

  /// Walks a whole file, checking every CRC. Throws `truncated` for a file without IEND, `damaged` for one that breaks
  /// the rules or fails a checksum.
  public init(_ bytes: [UInt8]) throws {
    var cursor = ByteCursor(bytes)
    guard try cursor.read(8) == Self.signature else { throw Self.damaged("no PNG signature") }
    let first = try Self.readChunk(&cursor)
    guard first.type == "IHDR" else { throw Self.damaged("\(first.type) before IHDR") }
    header = try Self.readHeader(bytes, first.data)
    var promisedFrameCount = 0
    defer { countFrames(promised: promisedFrameCount) }
    for _ in 0..<Self.maximumChunkCount {
      let chunk = try Self.readChunk(&cursor)
      switch chunk.type {
      case "IEND":
        guard !pixelChunks.isEmpty else { throw Self.damaged("no IDAT") }
        return
      case "IHDR": throw Self.damaged("a second IHDR")
      case "IDAT":
        pixelChunks.append(chunk.data)
        frames.takePixels(chunk.data, isFurther: false)
      case "acTL":
        promisedFrameCount = (try? Self.number(bytes, chunk.data)) ?? 0
        playCount = try? Self.number(bytes, chunk.data.dropFirst(4))
      case "fcTL", "fdAT", "PLTE", "tRNS":
        // What is wrong with a frame is no fault of the picture's.
        try? frames.take(chunk.type, bytes, chunk.data)
        takeChunk(chunk, bytes)
      case "iCCP", "zTXt", "iTXt":
        packedChunks.append((chunk.data.lowerBound - 8)..<cursor.position)
        takeChunk(chunk, bytes)
      default: takeChunk(chunk, bytes)
      }
    }
    throw Self.damaged("too many chunks")
  }

  /// Where the picture is not itself the first frame, it is one more.
  private mutating func countFrames(promised: Int) {
    guard promised > 0 else { return }
    let isFirst = frames.all.isEmpty || frames.beginsWithPicture
    furtherFrameCount = min(promised, frames.mostFrames) - (isFirst ? 1 : 0)
  }

  private static func number(_ bytes: [UInt8], _ range: Range<Int>) throws -> Int {
    var cursor = ByteCursor(bytes, in: range)
    return try cursor.readNumber(4)
  }

  private static func damaged(_ detail: String) -> Problem { Problem(.damaged, ["detail": "PNG: \(detail)"]) }

  private static func readChunk(_ cursor: inout ByteCursor) throws -> (type: String, data: Range<Int>) {
    let length = try cursor.readNumber(4)
    let start = cursor.position
    let type = String(decoding: try cursor.read(4), as: UTF8.self)
    let data = try cursor.take(length)
    guard try cursor.readNumber(4) == Checksum.crc32(cursor.bytes, in: start..<data.upperBound) else {
      throw damaged("wrong CRC of \(type)")
    }
    return (type, data)
  }

  private static func readHeader(_ bytes: [UInt8], _ range: Range<Int>) throws -> Header {
    var cursor = ByteCursor(bytes, in: range)
    let width = try cursor.readNumber(4)
    let height = try cursor.readNumber(4)
    let bitDepth = Int(try cursor.readByte())
    let colourType = Int(try cursor.readByte())
    let methods = try cursor.read(2)
    let interlace = try cursor.readByte()
    let depths = [0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]]
    guard (1...0x7FFF_FFFF).contains(width), (1...0x7FFF_FFFF).contains(height) else {
      throw damaged("size \(width) x \(height)")
    }
    guard depths[colourType]?.contains(bitDepth) == true, methods == [0, 0], interlace <= 1 else {
      throw damaged(
        "colour type \(colourType), depth \(bitDepth), methods \(methods), interlace \(interlace)"
      )
    }
    return Header(
      size: PixelSize(width: width, height: height),
      bitDepth: bitDepth,
      colourType: colourType,
      isInterlaced: interlace == 1
    )
  }

  private mutating func takeChunk(_ chunk: (type: String, data: Range<Int>), _ bytes: [UInt8]) {
    switch chunk.type {
    case "tRNS": hasTransparency = true
    case "sBIT": significantBits = bytes[chunk.data].max().map(Int.init)
    case "eXIf": takeExif(Array(bytes[chunk.data]))
    case "iTXt", "zTXt", "tEXt":
      guard let text = PNGText(type: chunk.type, bytes[chunk.data]) else { return }
      if !text.isMetadata {
        let hasRoom = blocks.texts.count < EmbeddedText.maximumCount
        blocks.add(hasRoom ? text.smallContent() : nil, keyword: text.keyword)
      } else if unreadTextCount > 0 {
        unreadTextCount -= 1
        takeText(text)
      } else {
        blocks.add(nil, keyword: text.keyword)
      }
    default: colour.take(chunk.type, bytes, chunk.data)
    }
  }

  /// eXIf holds a bare TIFF structure; some writers put "Exif\0\0" before it.
  private mutating func takeExif(_ data: [UInt8]) {
    guard let bare = JPEGMetadata.bareExif(data) else {
      exifIsUnusable = blocks.exif == nil
      return
    }
    blocks.exif = blocks.exif ?? bare
    exifIsUnusable = false
  }

  /// What can't be unpacked, or becomes too large, is named among the texts that were not read.
  private mutating func takeText(_ text: PNGText) {
    let isPlain = text.keyword == "XML:com.adobe.xmp"
    guard let data = isPlain ? text.content() : text.rawProfile() else {
      blocks.add(nil, keyword: text.keyword)
      return
    }
    switch text.keyword {
    case "XML:com.adobe.xmp", "Raw profile type xmp": blocks.xmp = blocks.xmp ?? data
    case "Raw profile type exif", "Raw profile type APP1": takeRawExif(data)
    case "Raw profile type iptc":
      // ImageMagick keeps the Photoshop resources around the records; others the records alone.
      blocks.iptc = blocks.iptc ?? PhotoshopResources.iptc(in: data) ?? (data.first == 0x1C ? data : nil)
    default: break
    }
  }

  /// APP1 of a JPEG: Exif or XMP.
  private mutating func takeRawExif(_ data: [UInt8]) {
    if data.starts(with: JPEGMetadata.xmpIdentifier) {
      blocks.xmp = blocks.xmp ?? Array(data.dropFirst(JPEGMetadata.xmpIdentifier.count))
    } else {
      takeExif(data)
    }
  }
}
