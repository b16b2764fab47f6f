internal import Messages

/// Looks at a packet before a parser builds a tree of it: what would cost it without bound is refused.
enum XMPPacketCheck {
  /// Bytes of a packet; Lightroom's largest sidecars have a few MiB.
  static let maximumByteCount = 16 << 20
  /// Elements in each other: the toolkit goes down and up its tree by recursion.
  static let maximumDepth = 100
  /// Elements and attributes that are no list items: the toolkit looks for each name among all its siblings.
  static let maximumPropertyCount = 30_000
  /// All elements.
  static let maximumElementCount = 400_000
  /// Different namespaces: the toolkit never forgets one.
  static let maximumNamespaceCount = 500

  /// The packet as UTF-8 without byte-order mark and padding.
  /// - Throws: `decode.damaged` saying what is wrong; a document type (which could define entities that grow without
  ///   bound) is, since XMP has none.
  static func checked(_ packet: [UInt8]) throws -> [UInt8] {
    if packet.count > maximumByteCount { throw refusal("\(packet.count) bytes") }
    var text = try utf8(packet)[...]
    while let last = text.last, last == 0 || last == 0x20 || last == 0x0A || last == 0x0D {
      text.removeLast()
    }
    if text.isEmpty { throw refusal("empty") }
    var scan = XMPScan(bytes: Array(text))
    try scan.run()
    return oneMicrosoftNamespace(scan.bytes)
  }

  static func refusal(_ detail: String) -> Problem { Problem(.damaged, ["detail": "XMP: \(detail)"]) }

  private static func utf8(_ packet: [UInt8]) throws -> [UInt8] {
    switch packet.prefix(2) {
    case [0xFE, 0xFF], [0x00, 0x3C]: return try fromUTF16(packet, isBigEndian: true)
    case [0xFF, 0xFE], [0x3C, 0x00]: return try fromUTF16(packet, isBigEndian: false)
    default: return packet.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(packet.dropFirst(3)) : packet
    }
  }

  private static func fromUTF16(_ packet: [UInt8], isBigEndian: Bool) throws -> [UInt8] {
    guard let text = ByteText.utf16(packet[...], isBigEndian: isBigEndian) else {
      throw refusal("broken UTF-16")
    }
    // An XML declaration would still claim the old encoding.
    guard text.hasPrefix("<?xml "), let end = text.utf8.firstIndex(of: UInt8(ascii: ">")) else {
      return Array(text.utf8)
    }
    return Array(text.utf8[end...].dropFirst())
  }

  /// Windows writes its namespace with a "/" at the end, exiftool and others without; one model can hold only one of
  /// them under the prefix that readers expect.
  private static func oneMicrosoftNamespace(_ bytes: [UInt8]) -> [UInt8] {
    let uri = Array(XMPNamespace.microsoftWithoutSlash.utf8)
    func isBoth() -> Bool {
      [UInt8(ascii: "\""), UInt8(ascii: "'")].contains { bytes.firstRange(of: uri + [$0]) != nil }
    }
    guard bytes.firstRange(of: uri) != nil, !isBoth() else { return bytes }
    return bytes.replacing(uri + [UInt8(ascii: "/")], with: uri)
  }
}

/// Counts the markup of an XML text. It does not judge well-formedness; the parser does.
private struct XMPScan {
  let bytes: [UInt8]
  private var index = 0
  private var depth = 0
  private var elementCount = 0
  private var propertyCount = 0
  private var namespaces: Set<ArraySlice<UInt8>> = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func run() throws {
    while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
      index = open + 1
      if starts("!--") {
        skip(past: "-->")
      } else if starts("![CDATA[") {
        skip(past: "]]>")
      } else if starts("!") {
        throw XMPPacketCheck.refusal("document type declaration")
      } else if starts("?") {
        skip(past: "?>")
      } else if starts("/") {
        depth -= 1
        skip(past: ">")
      } else {
        try element()
      }
    }
  }

  private mutating func element() throws {
    let nameEnd = bytes[index...].firstIndex {
      $0 <= 0x20 || $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "/")
    }
    let isItem = bytes[index..<(nameEnd ?? bytes.count)].suffix(3).elementsEqual(":li".utf8)
    index = nameEnd ?? bytes.count
    elementCount += 1
    if !isItem { propertyCount += 1 }
    var isEmpty = false
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: ">") { break }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { attribute(quote: byte) }
      isEmpty = byte == UInt8(ascii: "/")
      index += 1
    }
    if !isEmpty { depth += 1 }
    if depth > XMPPacketCheck.maximumDepth { throw XMPPacketCheck.refusal("elements nested too deeply") }
    if elementCount > XMPPacketCheck.maximumElementCount
      || propertyCount > XMPPacketCheck.maximumPropertyCount
    {
      throw XMPPacketCheck.refusal("too many elements")
    }
    if namespaces.count > XMPPacketCheck.maximumNamespaceCount {
      throw XMPPacketCheck.refusal("too many namespaces")
    }
  }

  /// At the opening quote of an attribute's value; leaves `index` on the closing one.
  private mutating func attribute(quote: UInt8) {
    propertyCount += 1
    let close = bytes[(index + 1)...].firstIndex(of: quote) ?? bytes.count
    let name = bytes[..<index].suffix(64)
    if let start = name.lastIndex(where: { $0 <= 0x20 && $0 != 0 }),
      name[(start + 1)...].starts(with: "xmlns".utf8)
    {
      propertyCount -= 1
      namespaces.insert(bytes[start..<close])
    }
    index = min(close, bytes.count - 1)
  }

  private func starts(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

  private mutating func skip(past text: String) {
    let range = bytes[index...].firstRange(of: Array(text.utf8))
    index = range?.upperBound ?? bytes.count
  }
}
