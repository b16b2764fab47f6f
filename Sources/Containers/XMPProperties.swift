/// The top-level properties of a serialised XMP packet as ranges of its bytes, so that some can move to another
/// packet unchanged.
struct XMPProperties {
  /// One property: an attribute or a child element of a top-level rdf:Description.
  struct Property {
    /// Its bytes.
    var range: Range<Int>
    /// Whether it is an attribute.
    var isAttribute: Bool
    /// The names that its description declares: xmlns attributes and rdf:about.
    var context: [Range<Int>]
  }

  let packet: [UInt8]
  /// Every property, in the packet's order.
  private(set) var all: [Property] = []
  /// The tags around the descriptions, from the root element to rdf:RDF.
  private var opening: Range<Int>

  /// Nil for anything that does not look like a packet of well-formed tags with the prefix "rdf".
  init?(_ packet: [UInt8]) {
    self.packet = packet
    opening = 0..<0
    var scanner = XMLTags(packet)
    var root: Int?
    while let tag = scanner.next() {
      root = root ?? tag.range.lowerBound
      guard scanner.name(tag) == "rdf:RDF", tag.kind == .opening, let root else { continue }
      opening = root..<tag.range.upperBound
      while let child = scanner.next(), child.kind != .closing {
        guard scanner.name(child) == "rdf:Description", takeDescription(child, &scanner) else { return nil }
      }
      return
    }
    return nil
  }

  private mutating func takeDescription(_ tag: XMLTags.Tag, _ scanner: inout XMLTags) -> Bool {
    let attributes = scanner.attributes(tag)
    let context = attributes.filter { $0.name.hasPrefix("xmlns") || $0.name == "rdf:about" }.map(\.range)
    for attribute in attributes where !attribute.name.hasPrefix("xmlns") && attribute.name != "rdf:about" {
      all.append(Property(range: attribute.range, isAttribute: true, context: context))
    }
    guard tag.kind == .opening else { return true }
    while let child = scanner.next() {
      if child.kind == .closing { return true }
      guard let end = child.kind == .empty ? child.range.upperBound : scanner.skipElement() else {
        return false
      }
      all.append(Property(range: child.range.lowerBound..<end, isAttribute: false, context: context))
    }
    return false
  }

  /// The packet without some properties, given in order.
  func removing(_ properties: [Property]) -> [UInt8] {
    var rest: [UInt8] = []
    var from = 0
    for property in properties {
      rest += packet[from..<property.range.lowerBound]
      from = property.range.upperBound
    }
    return rest + packet[from...]
  }

  /// A packet of its own (without xpacket wrapper, as extended XMP is) that holds the properties.
  func packet(of properties: [Property]) -> [UInt8] {
    var output = Array(packet[opening])
    for property in properties {
      output += Array("<rdf:Description".utf8)
      for range in property.context { output += [0x20] + packet[range] }
      if property.isAttribute {
        output += [0x20] + packet[property.range] + Array("/>".utf8)
      } else {
        output += [0x3E] + packet[property.range] + Array("</rdf:Description>".utf8)
      }
    }
    var scanner = XMLTags(Array(packet[opening]))
    var names: [String] = []
    while let tag = scanner.next() { names.append(scanner.name(tag)) }
    return output + Array(names.reversed().map { "</\($0)>" }.joined().utf8)
  }
}
