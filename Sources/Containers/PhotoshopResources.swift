/// Photoshop image resources, the wrapping of IPTC in a JPEG (Adobe Photoshop File Formats Specification, "Image
/// Resources Section").
enum PhotoshopResources {
  private static let iptcNumber = 0x0404

  /// The IPTC-IIM records of the resources; nil where there are none. A damaged resource ends the search.
  static func iptc(in resources: [UInt8]) -> [UInt8]? {
    var cursor = ByteCursor(resources)
    while let (number, content) = try? next(&cursor) {
      if number == iptcNumber, !content.isEmpty { return Array(resources[content]) }
    }
    return nil
  }

  /// Reads "8BIM" (other signatures exist), a number, a Pascal string and the content, both padded to even lengths.
  private static func next(_ cursor: inout ByteCursor) throws -> (number: Int, content: Range<Int>)? {
    guard cursor.remaining >= 12 else { return nil }
    _ = try cursor.take(4)
    let number = try cursor.readNumber(2)
    let nameLength = Int(try cursor.readByte())
    _ = try cursor.take(nameLength + (nameLength + 1) % 2)
    let length = try cursor.readNumber(4)
    let content = try cursor.take(length)
    if length % 2 == 1, cursor.remaining > 0 { _ = try cursor.take(1) }
    return (number, content)
  }

  /// One IPTC resource around IIM records.
  static func wrapping(iptc: [UInt8]) -> [UInt8] {
    var resource = Array("8BIM".utf8) + [0x04, 0x04, 0, 0]
    resource += BigEndian.bytes(iptc.count, count: 4) + iptc
    return iptc.count % 2 == 0 ? resource : resource + [0]
  }
}

/// Numbers as bytes, the most significant first.
enum BigEndian {
  /// The low `count` bytes of a number that is not negative.
  static func bytes(_ number: Int, count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
