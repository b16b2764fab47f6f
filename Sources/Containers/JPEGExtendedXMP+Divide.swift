internal import Messages

extension JPEGExtendedXMP {
  /// A packet that fits one APP1 and what must follow in extended XMP; the main packet then names the extension by
  /// its MD5.
  ///
  /// A packet over the limit is divided property by property, the largest first, so that dates, places and keywords
  /// stay where every reader looks. Throws `metadataFailed` when that is not possible.
  static func divide(_ packet: [UInt8], extended: [UInt8]?) throws -> (packet: [UInt8], extended: [UInt8]?) {
    let bare = removingIdentifier(packet)
    if let extended {
      let named = try naming(MD5.hexadecimal(of: extended), in: bare)
      guard named.count <= largestPacket else { throw tooLarge(named.count) }
      return (named, extended)
    }
    if bare.count <= largestPacket { return (bare, nil) }
    return try dividing(removingPadding(bare))
  }

  private static func dividing(_ packet: [UInt8]) throws -> (packet: [UInt8], extended: [UInt8]?) {
    if packet.count <= largestPacket { return (packet, nil) }
    guard let properties = XMPProperties(packet) else {
      throw Problem(.metadataFailed, ["detail": "XMP of \(packet.count) bytes that can't be divided"])
    }
    // What naming the extension adds; the digest's length is always the same.
    let overhead = try naming(String(repeating: "0", count: 32), in: packet).count - packet.count
    var moved: [XMPProperties.Property] = []
    var size = packet.count + overhead
    let movable = properties.all.filter { !isPinned($0, in: packet) }
    for property in movable.sorted(by: { $0.range.count > $1.range.count }) where size > largestPacket {
      moved.append(property)
      size -= property.range.count
    }
    guard size <= largestPacket else { throw tooLarge(size) }
    moved.sort { $0.range.lowerBound < $1.range.lowerBound }
    let extended = properties.packet(of: moved)
    return (try naming(MD5.hexadecimal(of: extended), in: properties.removing(moved)), extended)
  }

  /// Properties that tell what stands behind the picture: whoever reads them does not look into an extension.
  private static func isPinned(_ property: XMPProperties.Property, in packet: [UInt8]) -> Bool {
    let name = packet[property.range].dropFirst(property.isAttribute ? 0 : 1)
    return ["Container:", "GCamera:", "hdrgm:"].contains { name.starts(with: $0.utf8) }
  }

  private static func tooLarge(_ size: Int) -> Problem {
    Problem(.metadataFailed, ["detail": "XMP of \(size) bytes, limit \(largestPacket)"])
  }

  /// Adds `xmpNote:HasExtendedXMP` to the packet.
  private static func naming(_ identifier: String, in packet: [UInt8]) throws -> [UInt8] {
    let closing = Array("</rdf:RDF>".utf8)
    guard let place = ByteSearch.firstIndex(of: closing, in: packet, range: packet.indices) else {
      throw Problem(.metadataFailed, ["detail": "XMP without rdf:RDF"])
    }
    // Every description of a packet is about the same thing (XMP specification part 1, 7.4).
    let about = XMPText(packet).value(of: "rdf:about") ?? ""
    let note = """
      <rdf:Description rdf:about="\(about)" xmlns:xmpNote="http://ns.adobe.com/xmp/note/" \
      xmpNote:HasExtendedXMP="\(identifier)"/>
      """
    return packet[..<place] + Array(note.utf8) + packet[place...]
  }

  /// A packet without an identifier of an extension that it had in another file.
  private static func removingIdentifier(_ packet: [UInt8]) -> [UInt8] {
    guard let value = identifier(in: packet) else { return packet }
    var packet = packet
    for form in [
      "xmpNote:HasExtendedXMP=\"\(value)\"", "xmpNote:HasExtendedXMP='\(value)'",
      "<xmpNote:HasExtendedXMP>\(value)</xmpNote:HasExtendedXMP>",
    ] {
      let pattern = Array(form.utf8)
      if let found = ByteSearch.firstIndex(of: pattern, in: packet, range: packet.indices) {
        packet.removeSubrange(found..<(found + pattern.count))
      }
    }
    return packet
  }

  /// A packet without the white space that writers leave before its trailer for edits in place.
  private static func removingPadding(_ packet: [UInt8]) -> [UInt8] {
    let trailer = Array("<?xpacket end".utf8)
    guard let end = ByteSearch.firstIndex(of: trailer, in: packet, range: packet.indices) else {
      return packet
    }
    var start = end
    while start > 0, [0x20, 0x09, 0x0A, 0x0D].contains(packet[start - 1]) { start -= 1 }
    return packet[..<start] + [0x0A] + packet[end...]
  }
}
