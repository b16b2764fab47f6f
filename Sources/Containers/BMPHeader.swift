internal import Messages
public import Pixels

/// What stands before the pixels of a BMP file ([MS-WMF] 2.2.2, and IBM's OS/2 headers of 12, 16 and 64 bytes).
public struct BMPHeader: Sendable {
  /// How pixels are packed.
  public enum Compression: Sendable {
    /// Rows of whole numbers.
    case none
    /// Runs of 8-bit indices.
    case runs8
    /// Runs of 4-bit indices.
    case runs4
  }

  /// The bits of a pixel that are one channel.
  public struct Mask: Hashable, Sendable {
    /// Bits to the right of it.
    public var shift: Int
    /// Its own bits.
    public var bitCount: Int

    /// Nil where bits are missing between bits.
    init?(_ mask: UInt32) {
      shift = mask == 0 ? 0 : mask.trailingZeroBitCount
      bitCount = mask.nonzeroBitCount
      let whole = UInt64(1) << UInt64(bitCount) &- 1
      guard UInt64(mask) == whole << UInt64(shift) else { return nil }
    }
  }

  /// Columns and rows.
  public private(set) var size: PixelSize
  /// Whether the first row is the upper one.
  public private(set) var isTopDown = false
  /// 1, 2, 4, 8, 16, 24, 32.
  public private(set) var bitCount: Int
  /// How pixels are packed.
  public private(set) var compression = Compression.none
  /// Red, green, blue, alpha of pixels with 16 and 32 bits; a mask without bits is a channel that is not there.
  public private(set) var masks: [Mask] = []
  /// Colours of pixels with up to 8 bits.
  public private(set) var palette: [(red: UInt8, green: UInt8, blue: UInt8)] = []
  /// Where the pixels are.
  public private(set) var pixels: Range<Int>
  /// The embedded profile.
  public private(set) var profile: [UInt8]?

  private static let fileHeaderLength = 14

  /// Reads the headers.
  /// - Throws: `truncated`, `damaged`, and `formatUnsupported` for JPEG, PNG or fax codes inside.
  public init(_ bytes: [UInt8]) throws {
    var cursor = ByteCursor(bytes)
    _ = try cursor.take(10)
    let offset = try cursor.readNumber(4, isLittleEndian: true)
    let length = try cursor.readNumber(4, isLittleEndian: true)
    let isOld = length == 12
    guard isOld || length >= 16, length - 4 <= cursor.remaining else {
      throw Self.damaged("header of \(length)")
    }
    var fields = ByteCursor(bytes, in: cursor.position..<(Self.fileHeaderLength + length))
    let width = try fields.readNumber(isOld ? 2 : 4, isLittleEndian: true)
    var height = try fields.readNumber(isOld ? 2 : 4, isLittleEndian: true)
    if !isOld, height >= 1 << 31 {
      height = (1 << 32) - height
      isTopDown = true
    }
    guard (1..<(1 << 31)).contains(width), (1..<(1 << 31)).contains(height) else {
      throw Self.damaged("size \(width) x \(height)")
    }
    size = PixelSize(width: width, height: height)
    _ = try fields.take(2)
    bitCount = try fields.readNumber(2, isLittleEndian: true)
    let method = fields.remaining >= 4 ? try fields.readNumber(4, isLittleEndian: true) : 0
    pixels = min(offset, bytes.count)..<bytes.count
    // OS/2's second header has other meanings for 3 and 4.
    compression = try Self.compression(method, bitCount, isOS2: length == 64)
    var end = Self.fileHeaderLength + length
    if bitCount == 16 || bitCount == 32 { masks = try Self.masks(bytes, method, bitCount, length, &end) }
    if bitCount <= 8 {
      let used = length >= 36 ? Self.number(bytes, at: 46) : 0
      palette = Self.palette(bytes, at: end, limit: offset, bitCount, used: used, entrySize: isOld ? 3 : 4)
      guard !palette.isEmpty else { throw Self.damaged("no palette") }
    }
    profile = Self.profile(bytes, length)
  }

  private static func damaged(_ detail: String) -> Problem { Problem(.damaged, ["detail": "BMP: \(detail)"]) }

  private static func number(_ bytes: [UInt8], at offset: Int) -> Int {
    var cursor = ByteCursor(bytes, in: min(offset, bytes.count)..<bytes.count)
    return (try? cursor.readNumber(4, isLittleEndian: true)) ?? 0
  }

  private static func compression(_ method: Int, _ bitCount: Int, isOS2: Bool) throws -> Compression {
    switch (method, bitCount) {
    case (0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (0, 24), (0, 32): return .none
    case (1, 8): return .runs8
    case (2, 4): return .runs4
    case (3, 16), (3, 32), (6, 16), (6, 32): if !isOS2 { return .none }
    case (3, _), (4, _), (5, _): break
    default: throw damaged("compression \(method) of \(bitCount) bits")
    }
    throw Problem(.formatUnsupported, ["format": "BMP (compression \(method))"])
  }

  /// The masks stand in headers from 52 bytes on, of which those from 56 on have one for alpha; behind a header of 40 bytes
  /// only if the compression says so. Without any, 5 bits a channel of 16, 8 of 32, and no alpha.
  private static func masks(_ bytes: [UInt8], _ method: Int, _ bitCount: Int, _ length: Int, _ end: inout Int)
    throws -> [Mask]
  {
    var words: [UInt32] = bitCount == 16 ? [0x7C00, 0x03E0, 0x001F, 0] : [0xFF0000, 0xFF00, 0xFF, 0]
    if method == 3 || method == 6 {
      let start = fileHeaderLength + 40
      let hasAlpha = length >= 56 || (length == 40 && method == 6)
      for index in 0..<3 { words[index] = UInt32(clamping: number(bytes, at: start + 4 * index)) }
      words[3] = hasAlpha ? UInt32(clamping: number(bytes, at: start + 12)) : 0
      if length == 40 { end += method == 6 ? 16 : 12 }
    }
    let masks = words.compactMap(Mask.init)
    guard masks.count == 4, masks.prefix(3).allSatisfy({ $0.bitCount > 0 }) else {
      throw damaged("channel masks")
    }
    return masks
  }

  private static func palette(
    _ bytes: [UInt8],
    at start: Int,
    limit: Int,
    _ bitCount: Int,
    used: Int,
    entrySize: Int
  ) -> [(red: UInt8, green: UInt8, blue: UInt8)] {
    let most = 1 << bitCount
    // Some writers leave the offset of the pixels 0 or too small.
    let end = limit > start ? min(limit, bytes.count) : bytes.count
    let count = min(used == 0 ? most : min(used, most), max(0, end - start) / entrySize)
    return (0..<count).map { index in
      let place = start + index * entrySize
      return (bytes[place + 2], bytes[place + 1], bytes[place])
    }
  }

  /// Version 5: where the colour space says "MBED", a profile stands at an offset from the header's start.
  private static func profile(_ bytes: [UInt8], _ length: Int) -> [UInt8]? {
    guard length >= 124, number(bytes, at: fileHeaderLength + 56) == 0x4D42_4544 else { return nil }
    let start = fileHeaderLength + number(bytes, at: fileHeaderLength + 112)
    let count = number(bytes, at: fileHeaderLength + 116)
    guard count > 0, start <= bytes.count, count <= bytes.count - start else { return nil }
    return Array(bytes[start..<(start + count)])
  }
}
