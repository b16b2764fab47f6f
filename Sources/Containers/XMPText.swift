/// Looks up single values in an XMP packet by their qualified name without building a document.
///
/// Good for flags that decide how a file is read (gain map, orientation, extended XMP), which every writer spells
/// with the customary prefix. Everything else belongs to a real XMP parser.
struct XMPText {
  let packet: [UInt8]

  /// Values asked for are short; a bound keeps unclosed quotes from costing a search of the whole packet each.
  private static let longestValue = 4096

  /// Wraps a packet.
  init(_ packet: [UInt8]) { self.packet = packet }

  /// The value of a property written as attribute (`name="value"`) or as element (`<name>value</name>`).
  func value(of name: String) -> String? { values(of: name, limit: 1).first?.text }

  /// Whether the packet mentions a string at all.
  func mentions(_ text: String) -> Bool {
    ByteSearch.firstIndex(of: Array(text.utf8), in: packet, range: packet.indices) != nil
  }

  /// The first values of a property with the places of their names, in order.
  func values(of name: String, limit: Int = 100) -> [(position: Int, text: String)] {
    let pattern = Array(name.utf8)
    var found: [(Int, String)] = []
    var from = 0
    while found.count < limit,
      let position = ByteSearch.firstIndex(of: pattern, in: packet, range: from..<packet.count)
    {
      from = position + pattern.count
      if let text = value(after: from) { found.append((position, text)) }
    }
    return found
  }

  private func value(after end: Int) -> String? {
    var index = skipWhite(end)
    guard index < packet.count else { return nil }
    let closing: UInt8
    if packet[index] == UInt8(ascii: ">") {
      closing = UInt8(ascii: "<")
    } else {
      guard packet[index] == UInt8(ascii: "=") else { return nil }
      index = skipWhite(index + 1)
      guard index < packet.count, packet[index] == UInt8(ascii: "\"") || packet[index] == UInt8(ascii: "'")
      else {
        return nil
      }
      closing = packet[index]
    }
    let start = index + 1
    guard
      let stop = ByteSearch.firstIndex(of: closing, in: packet, range: start..<(start + Self.longestValue))
    else { return nil }
    return String(decoding: packet[start..<stop], as: UTF8.self)
  }

  private func skipWhite(_ start: Int) -> Int {
    var index = start
    while index < packet.count, [0x20, 0x09, 0x0A, 0x0D].contains(packet[index]) { index += 1 }
    return index
  }
}
