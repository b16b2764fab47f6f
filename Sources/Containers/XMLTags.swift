/// Steps through the tags of well-formed XML; comments, CDATA and processing instructions are passed over.
struct XMLTags {
  /// What a tag does.
  enum Kind { case opening, closing, empty }

  /// One tag with its angle brackets.
  struct Tag {
    var kind: Kind
    var range: Range<Int>
    var nameRange: Range<Int>
  }

  let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next tag; nil at the end or where a tag does not end.
  mutating func next() -> Tag? {
    while let start = ByteSearch.firstIndex(of: UInt8(ascii: "<"), in: bytes, range: position..<bytes.count) {
      if let end = endOfOther(start) {
        position = end
        continue
      }
      guard let end = endOfTag(start) else { return nil }
      position = end
      let isClosing = bytes[start + 1] == UInt8(ascii: "/")
      let nameStart = start + (isClosing ? 2 : 1)
      let nameEnd = bytes[nameStart..<end].firstIndex { Self.isWhite($0) || $0 == 0x2F || $0 == 0x3E } ?? end
      let isEmpty = bytes[end - 2] == UInt8(ascii: "/")
      return Tag(
        kind: isClosing ? .closing : isEmpty ? .empty : .opening,
        range: start..<end,
        nameRange: nameStart..<nameEnd
      )
    }
    return nil
  }

  /// Moves past the element whose opening tag was just read; the place after its closing tag.
  mutating func skipElement() -> Int? {
    var depth = 1
    while let tag = next() {
      switch tag.kind {
      case .opening: depth += 1
      case .closing: depth -= 1
      case .empty: break
      }
      if depth == 0 { return tag.range.upperBound }
    }
    return nil
  }

  /// The qualified name of a tag.
  func name(_ tag: Tag) -> String { String(decoding: bytes[tag.nameRange], as: UTF8.self) }

  /// The attributes of a tag, each with the bytes from its name to its closing quote.
  func attributes(_ tag: Tag) -> [(name: String, range: Range<Int>)] {
    var found: [(String, Range<Int>)] = []
    var index = tag.nameRange.upperBound
    while let start = bytes[index..<tag.range.upperBound].firstIndex(where: { !Self.isWhite($0) }),
      let equals = bytes[start..<tag.range.upperBound].firstIndex(of: UInt8(ascii: "=")),
      let quote = bytes[equals..<tag.range.upperBound].firstIndex(where: { $0 == 0x22 || $0 == 0x27 }),
      let end = bytes[(quote + 1)..<tag.range.upperBound].firstIndex(of: bytes[quote])
    {
      let name = bytes[start..<equals].filter { !Self.isWhite($0) }
      found.append((String(decoding: name, as: UTF8.self), start..<(end + 1)))
      index = end + 1
    }
    return found
  }

  private func endOfOther(_ start: Int) -> Int? {
    for (opening, closing) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")] {
      guard ByteCursor(bytes, in: start..<bytes.count).stands(Array(opening.utf8)) else { continue }
      let end = Array(closing.utf8)
      return ByteSearch.firstIndex(of: end, in: bytes, range: start..<bytes.count).map { $0 + end.count }
        ?? bytes.count
    }
    return nil
  }

  /// One past the `>` that is not inside quotes.
  private func endOfTag(_ start: Int) -> Int? {
    var quote: UInt8?
    for index in (start + 1)..<max(start + 1, bytes.count) {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") {
        return index - start >= 2 ? index + 1 : nil
      } else if byte == 0x22 || byte == 0x27 {
        quote = byte
      }
    }
    return nil
  }

  private static func isWhite(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
