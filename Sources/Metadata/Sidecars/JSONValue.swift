internal import Messages

/// A value of JSON (RFC 8259), read within bounds that no real sidecar reaches.
indirect enum JSONValue: Hashable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSONValue])
  /// Of a name that occurs twice the last value counts, as in most readers.
  case object([String: JSONValue])

  /// Bytes of a document; osxphotos writes up to a few hundred KiB for one picture, Takeout a few KiB.
  static let maximumByteCount = 4 << 20
  /// Values in each other: the reader goes down by recursion.
  static let maximumDepth = 64
  /// All values of a document.
  static let maximumValueCount = 200_000

  /// Reads a document; a byte-order mark is passed over.
  /// - Throws: `decode.damaged`.
  init(json bytes: [UInt8]) throws {
    if bytes.count > Self.maximumByteCount { throw JSONReader.refusal("\(bytes.count) bytes") }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    if String(validating: bytes[start...], as: UTF8.self) == nil { throw JSONReader.refusal("no UTF-8") }
    var reader = JSONReader(rest: bytes[start...])
    self = try reader.document()
  }

  /// The member of an object, or nil: also where this is no object, or the member is null.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self, let value = members[name], value != .null else { return nil }
    return value
  }

  /// A text that is not empty.
  var text: String? {
    if case .text(let text) = self { return text.carriedText }
    return nil
  }

  /// A number; writers put some into quotes.
  var number: Double? {
    switch self {
    case .number(let number): number.isFinite ? number : nil
    case .text(let text): Double(text.trimmedText).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  /// true or false; 0 and 1 count as such.
  var flag: Bool? {
    switch self {
    case .flag(let flag): flag
    case .number(0): false
    case .number(1): true
    default: nil
    }
  }

  /// The items of a list; one value that is no list counts as a list of one.
  var items: [JSONValue] {
    if case .list(let items) = self { return items }
    return self == .null ? [] : [self]
  }

  /// The texts in a list; numbers in it are texts too, as exiftool writes a keyword "2024" without quotes.
  var texts: [String] {
    items.compactMap { item in
      switch item {
      case .text: item.text
      case .number(let number):
        number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
      default: nil
      }
    }
  }
}

/// Reads JSON out of UTF-8 that was checked.
private struct JSONReader {
  private var rest: ArraySlice<UInt8>
  private var valueCount = 0

  init(rest: ArraySlice<UInt8>) { self.rest = rest }

  static func refusal(_ detail: String) -> Problem { Problem(.damaged, ["detail": "JSON: \(detail)"]) }

  mutating func document() throws -> JSONValue {
    let value = try value(depth: 0)
    skipSpace()
    if !rest.isEmpty { throw Self.refusal("more than one value") }
    return value
  }

  private mutating func skipSpace() {
    rest = rest.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func demand(_ character: Unicode.Scalar) throws {
    if !take(character) { throw Self.refusal("\"\(character)\" is missing") }
  }

  private mutating func take(word: String) -> Bool {
    guard rest.starts(with: word.utf8) else { return false }
    rest.removeFirst(word.utf8.count)
    return true
  }

  private mutating func value(depth: Int) throws -> JSONValue {
    valueCount += 1
    if depth > JSONValue.maximumDepth { throw Self.refusal("more than \(JSONValue.maximumDepth) levels") }
    if valueCount > JSONValue.maximumValueCount {
      throw Self.refusal("more than \(JSONValue.maximumValueCount) values")
    }
    skipSpace()
    switch rest.first {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try list(depth: depth)
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t") where take(word: "true"): return .flag(true)
    case UInt8(ascii: "f") where take(word: "false"): return .flag(false)
    case UInt8(ascii: "n") where take(word: "null"): return .null
    default: return .number(try number())
    }
  }

  private mutating func object(depth: Int) throws -> JSONValue {
    try demand("{")
    var members: [String: JSONValue] = [:]
    if take("}") { return .object(members) }
    repeat {
      skipSpace()
      let name = try text()
      try demand(":")
      members[name] = try value(depth: depth + 1)
    } while take(",")
    try demand("}")
    return .object(members)
  }

  private mutating func list(depth: Int) throws -> JSONValue {
    try demand("[")
    var items: [JSONValue] = []
    if take("]") { return .list(items) }
    repeat { items.append(try value(depth: depth + 1)) } while take(",")
    try demand("]")
    return .list(items)
  }

  private mutating func number() throws -> Double {
    let digits = rest.prefix { (0x30...0x39).contains($0) || Array("+-.eE".utf8).contains($0) }
    // Longer ones than any number that a Double tells apart are no numbers of a sidecar.
    guard digits.count <= 64, let number = Double(String(decoding: digits, as: UTF8.self)) else {
      throw Self.refusal("no value where one should be")
    }
    rest.removeFirst(digits.count)
    return number
  }

  private mutating func text() throws -> String {
    guard rest.first == UInt8(ascii: "\"") else { throw Self.refusal("no name where one should be") }
    rest.removeFirst()
    var bytes: [UInt8] = []
    while true {
      let plain = rest.prefix { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
      bytes += plain
      rest.removeFirst(plain.count)
      guard let end = rest.popFirst() else { throw Self.refusal("a text without an end") }
      if end == UInt8(ascii: "\"") { return String(decoding: bytes, as: UTF8.self) }
      bytes += try escaped()
    }
  }

  /// What stands behind a backslash.
  private mutating func escaped() throws -> [UInt8] {
    switch rest.popFirst() {
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return Array(String(Character(try scalar())).utf8)
    case .some(let byte) where [UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/")].contains(byte):
      return [byte]
    default: throw Self.refusal("an unknown escape")
    }
  }

  /// A scalar of one or two "\u" escapes; half a pair is U+FFFD.
  private mutating func scalar() throws -> Unicode.Scalar {
    let first = try unit()
    if (0xD800...0xDBFF).contains(first), rest.starts(with: Array("\\u".utf8)) {
      let saved = rest
      rest.removeFirst(2)
      let second = try unit()
      if (0xDC00...0xDFFF).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (((first & 0x3FF) << 10) | (second & 0x3FF)))
      {
        return scalar
      }
      rest = saved
    }
    return Unicode.Scalar(first) ?? "\u{FFFD}"
  }

  private mutating func unit() throws -> UInt32 {
    let digits = rest.prefix(4)
    guard digits.count == 4, let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else {
      throw Self.refusal("an unknown escape")
    }
    rest.removeFirst(4)
    return unit
  }
}
