/// XMP models as the bytes that stand in files.
enum XMPPacket {
  private static let start = "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
  private static let end = "\n<?xpacket end=\"w\"?>"

  /// A packet with its wrapper.
  static func bytes(_ document: XMPDocument) throws -> [UInt8] {
    Array((start + heartAsAttribute(try document.serialized()) + end).utf8)
  }

  /// A packet, and what does not fit into it as a second one: the main packet then names the other by its MD5.
  static func split(_ document: XMPDocument, limit: Int) throws -> (main: [UInt8], extended: [UInt8]?) {
    let whole = try bytes(document)
    if whole.count <= limit { return (whole, nil) }
    // The name of the second packet, and room for what moving changes in the first.
    var excess = whole.count - limit + 256
    let main = try document.copy()
    let extended = try document.copy()
    let properties = document.properties().map { (property: $0, size: document.size(of: $0)) }
    var moved: [XMPDocument.Property] = []
    for (property, size) in properties.sorted(by: { movesEarlier($0, $1) }) where excess > 0 {
      moved.append(property)
      excess -= size
    }
    main.delete(moved)
    extended.delete(properties.map(\.property).filter { !moved.contains($0) })
    let second = Array(try extended.serialized().utf8)
    try main.set(XMPNamespace.note, "HasExtendedXMP", to: MD5.hexadecimal(second))
    return (try bytes(main), second)
  }

  /// Large properties move first; those that simple readers look for stay as long as others can go.
  private static func movesEarlier(
    _ left: (property: XMPDocument.Property, size: Int),
    _ right: (property: XMPDocument.Property, size: Int)
  ) -> Bool {
    let (isLeftKept, isRightKept) = (isKept(left.property), isKept(right.property))
    return isLeftKept == isRightKept ? left.size > right.size : isRightKept
  }

  private static func isKept(_ property: XMPDocument.Property) -> Bool {
    let namespaces = [
      XMPNamespace.dc, XMPNamespace.xmp, XMPNamespace.digiKam, XMPNamespace.lr, XMPNamespace.fstop,
      XMPNamespace.collections, XMPNamespace.microsoftWithoutSlash,
    ]
    let names = ["photoshop:DateCreated", "exif:DateTimeOriginal", "xmpMM:DocumentID", "xmpMM:InstanceID"]
    return namespaces.contains(property.namespace) || names.contains(property.name)
      || property.name.hasPrefix("exif:GPS")
  }

  /// PhotoPrism finds a heart only as an attribute, and a date only as an element, so that the compact form of RDF would
  /// be as wrong as the long one: this one property is moved. The searched texts can't stand in a value, where "<"
  /// is escaped.
  private static func heartAsAttribute(_ text: String) -> String {
    for value in ["0", "1"] {
      guard let element = text.firstRange(of: "<fstop:favorite>\(value)</fstop:favorite>"),
        let about = text.firstRange(of: " rdf:about=\""), about.upperBound < element.lowerBound,
        let quote = text[about.upperBound...].firstIndex(of: "\"")
      else { continue }
      let lineStart = text[..<element.lowerBound].lastIndex(of: "\n") ?? element.lowerBound
      return text[...quote] + "\n    fstop:favorite=\"\(value)\"" + text[text.index(after: quote)..<lineStart]
        + text[element.upperBound...]
    }
    return text
  }
}

extension XMPDocument {
  /// The model of a packet and its extension; where both say something, the packet holds.
  static func merged(_ packet: [UInt8], extended: [UInt8]) throws -> XMPDocument {
    let main = try XMPDocument(packet: packet)
    let second = try XMPDocument(packet: extended)
    second.delete(main.properties())
    let (text, other) = (try main.serialized(), try second.serialized())
    guard let end = text.range(of: "</rdf:RDF>", fromEnd: true),
      let first = other.firstRange(of: "<rdf:Description"),
      let last = other.range(of: "</rdf:RDF>", fromEnd: true),
      first.lowerBound < last.lowerBound
    else { return main }
    let joined = text[..<end.lowerBound] + other[first.lowerBound..<last.lowerBound] + text[end.lowerBound...]
    return try XMPDocument(packet: Array(joined.utf8))
  }
}

extension String {
  fileprivate func range(of text: String, fromEnd: Bool) -> Range<String.Index>? { ranges(of: text).last }
}
