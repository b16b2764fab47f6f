/// XMP models as the bytes that stand in files.
enum XMPPacket {
  private static let start = "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
  private static let end = "\n<?xpacket end=\"w\"?>"

  /// A packet with its wrapper.
  static func bytes(_ document: XMPDocument) throws -> [UInt8] { try bytes(document) { $0 } }

  /// A packet whose serialised model is changed before it is wrapped.
  static func bytes(_ document: XMPDocument, _ change: (String) -> String) throws -> [UInt8] {
    // PhotoPrism finds a heart only as an attribute, and a date only as an element, so that the compact form of RDF
    // would be as wrong as the long one.
    let text = movedToAttribute("fstop:favorite", in: try document.serialized())
    return Array((start + change(text) + end).utf8)
  }

  /// A serialised model in which one simple property whose value needs no escaping is an attribute of the first
  /// rdf:Description instead of an element. The searched text can't stand in a value, where "<" is escaped.
  static func movedToAttribute(_ name: String, in text: String) -> String {
    guard let open = text.firstRange(of: "<\(name)>"),
      let close = text[open.upperBound...].firstRange(of: "</\(name)>"),
      let about = text.firstRange(of: " rdf:about=\""), about.upperBound < open.lowerBound,
      let quote = text[about.upperBound...].firstIndex(of: "\"")
    else { return text }
    let value = text[open.upperBound..<close.lowerBound]
    guard value.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D }) else {
      return text
    }
    let lineStart = text[..<open.lowerBound].lastIndex(of: "\n") ?? open.lowerBound
    return text[...quote] + "\n    \(name)=\"\(value)\"" + text[text.index(after: quote)..<lineStart]
      + text[close.upperBound...]
  }
}

extension XMPDocument {
  /// The model of a packet and its extension; where both say something, the packet holds.
  static func merged(_ packet: [UInt8], extended: [UInt8]) throws -> XMPDocument {
    try joined(try XMPDocument(packet: packet), try XMPDocument(packet: extended))
  }

  /// What either model says; where both say something, the first holds. The second loses it.
  static func joined(_ main: XMPDocument, _ second: XMPDocument) throws -> XMPDocument {
    second.delete(main.properties())
    let (text, other) = (try main.serialized(), try second.serialized())
    guard let first = other.firstRange(of: "<rdf:Description"),
      let last = other.range(of: "</rdf:RDF>", fromEnd: true), first.lowerBound < last.lowerBound
    else { return main }
    // A model that says nothing has no end tag.
    guard let end = text.range(of: "</rdf:RDF>", fromEnd: true) else { return second }
    let joined = text[..<end.lowerBound] + other[first.lowerBound..<last.lowerBound] + text[end.lowerBound...]
    return try XMPDocument(packet: Array(joined.utf8))
  }

  /// What a sidecar says of the picture itself, with everything taken out that it says of a file or to the program
  /// that wrote it: how to develop a raw picture, above all, which would be done to the copy a second time.
  func keepWhatSidecarsSay() {
    let kept: Set = [
      XMPNamespace.dc, XMPNamespace.rights, XMPNamespace.photoshop, XMPNamespace.iptcCore,
      XMPNamespace.iptcExtension,
      XMPNamespace.regions, XMPNamespace.microsoftPeople, XMPNamespace.acdseeRegions, XMPNamespace.plus,
      XMPNamespace.creativeCommons,
    ]
    let single: Set = [
      Property(namespace: XMPNamespace.xmp, name: "xmp:Label"),
      Property(namespace: XMPNamespace.exif, name: "exif:UserComment"),
      Property(namespace: XMPNamespace.digiKam, name: "digiKam:ColorLabel"),
      Property(namespace: XMPNamespace.digiKam, name: "digiKam:PickLabel"),
    ]
    delete(properties().filter { !kept.contains($0.namespace) && !single.contains($0) })
    for name in ["format", "source", "identifier"] { delete(XMPNamespace.dc, name) }
  }
}

extension String {
  fileprivate func range(of text: String, fromEnd: Bool) -> Range<String.Index>? { ranges(of: text).last }
}
