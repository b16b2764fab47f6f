internal import Messages

/// The four-character code of a box, an item or a brand.
public struct BoxType: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The four bytes, first one highest.
  public var code: UInt32

  /// Makes a type of its number.
  public init(_ code: UInt32) { self.code = code }

  /// Makes a type of four characters of ASCII, or "©", which stands for the byte A9 as in QuickTime's user data; shorter
  /// texts are filled up with spaces.
  public init(stringLiteral text: StaticString) {
    var code: UInt32 = 0
    text.withUTF8Buffer { buffer in
      // "©" is C2 A9 in UTF-8.
      let characters = buffer.filter { $0 != 0xC2 }
      for index in 0..<4 { code = code << 8 | UInt32(index < characters.count ? characters[index] : 0x20) }
    }
    self.code = code
  }

  /// Whether it is made of printable characters ("©", as QuickTime writes it, counts).
  public var isPrintable: Bool {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }.allSatisfy {
      (0x20...0x7E).contains($0) || $0 == 0xA9
    }
  }

  /// The four characters; others than printable ASCII as "?".
  public var description: String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
    return String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : 0x3F }, as: UTF8.self)
  }
}

/// One box of an ISO base media file: where it stands.
public struct Box: Hashable, Sendable {
  /// The box's type.
  public var type: BoxType
  /// Header and content, as positions in the file.
  public var range: Range<Int>
  /// Content alone, behind size, type, large size and `uuid` user type.
  public var content: Range<Int>
}

/// Reads big-endian numbers and boxes (ISO/IEC 14496-12, 4.2) out of a range of a file; never leaves that range.
///
/// Every reading function throws `decode.truncated` where the file itself ends too early and `decode.damaged` where
/// the content contradicts the size of what it stands in.
public struct BoxReader: Sendable {
  /// The whole file.
  public let bytes: [UInt8]
  /// Where the next read begins.
  public private(set) var position: Int
  /// Where the range ends.
  public let end: Int

  /// Reads all of `bytes`.
  public init(_ bytes: [UInt8]) {
    self.init(bytes, in: 0..<bytes.count)
  }

  /// Reads the part `range` of `bytes`; what lies outside of `bytes` is cut off.
  public init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    let clamped = range.clamped(to: 0..<bytes.count)
    position = clamped.lowerBound
    end = clamped.upperBound
  }

  /// Bytes left in the range.
  public var remaining: Int { end - position }
  /// Whether nothing is left.
  public var isAtEnd: Bool { position >= end }

  /// Passes over `count` bytes and returns where they stand.
  @discardableResult
  public mutating func skip(_ count: Int) throws -> Range<Int> {
    guard count >= 0, count <= remaining else { throw shortage(of: count) }
    let range = position..<(position + count)
    position += count
    return range
  }

  /// Reads an unsigned number of 0 to 8 bytes; 0 bytes are 0.
  public mutating func readNumber(ofByteCount count: Int) throws -> UInt64 {
    guard count <= 8 else { throw Problem(.damaged, ["detail": "number of \(count) bytes"]) }
    var value: UInt64 = 0
    for index in try skip(count) { value = value << 8 | UInt64(bytes[index]) }
    return value
  }

  /// Reads one byte.
  public mutating func readUInt8() throws -> UInt8 {
    UInt8(truncatingIfNeeded: try readNumber(ofByteCount: 1))
  }

  /// Reads two bytes.
  public mutating func readUInt16() throws -> UInt16 {
    UInt16(truncatingIfNeeded: try readNumber(ofByteCount: 2))
  }

  /// Reads four bytes.
  public mutating func readUInt32() throws -> UInt32 {
    UInt32(truncatingIfNeeded: try readNumber(ofByteCount: 4))
  }

  /// Reads four bytes as a type.
  public mutating func readType() throws -> BoxType { BoxType(try readUInt32()) }

  /// Reads `count` bytes.
  public mutating func readBytes(_ count: Int) throws -> [UInt8] { Array(bytes[try skip(count)]) }

  /// Reads up to and without the next NUL, or to the end of the range; passes over the NUL.
  public mutating func readText() -> String {
    let rest = bytes[position..<end]
    let text = rest.prefix { $0 != 0 }
    position = min(end, text.endIndex + 1)
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads version and flags, with which the content of a full box begins.
  public mutating func readFullBoxHeader() throws -> (version: UInt8, flags: UInt32) {
    let word = try readUInt32()
    return (UInt8(truncatingIfNeeded: word >> 24), word & 0xFF_FFFF)
  }

  /// Reads the next box's header and passes over the box; nil at the end of the range.
  ///
  /// A size of 0 means "to the end" (4.2.2). A box always takes at least eight bytes, so that a walk ends.
  public mutating func nextBox() throws -> Box? {
    guard !isAtEnd else { return nil }
    let start = position
    var size = try readNumber(ofByteCount: 4)
    let type = try readType()
    if size == 1 { size = try readNumber(ofByteCount: 8) }
    if type == "uuid" { try skip(16) }
    let headerCount = position - start
    if size == 0 { size = UInt64(end - start) }
    guard size >= UInt64(headerCount) else {
      throw Problem(.damaged, ["detail": "box \(type) of \(size) bytes"])
    }
    guard let length = Int(exactly: size), length <= end - start else {
      position = start
      // Rubbish in place of a box is no sign that the file was cut off.
      guard type.isPrintable else { throw Problem(.damaged, ["detail": "box \(type) at \(start)"]) }
      throw shortage(of: Int(clamping: size), in: "box \(type)")
    }
    position = start + length
    return Box(type: type, range: start..<position, content: (start + headerCount)..<position)
  }

  /// The boxes from here to the end of the range.
  public mutating func readBoxes() throws -> [Box] {
    var boxes: [Box] = []
    while let box = try nextBox() { boxes.append(box) }
    return boxes
  }

  private func shortage(of count: Int, in what: String = "") -> Problem {
    let place = what.isEmpty ? "" : "\(what): "
    if end == bytes.count {
      return Problem(
        .truncated,
        ["detail": "\(place)\(count) bytes wanted at \(position), \(remaining) left"]
      )
    }
    return Problem(
      .damaged,
      ["detail": "\(place)\(count) bytes wanted at \(position), \(remaining) in the box"]
    )
  }
}
