/// The metadata of one JPEG stream, taken out of its APPn segments.
struct JPEGMetadata {
  private(set) var blocks = MetadataBlocks()
  private(set) var exifIsUnusable = false
  /// Where `blocks.exif` stands in the file.
  private(set) var exifRange: Range<Int>?
  private(set) var profile = JPEGSegments.Profile.absent
  private(set) var adobeTransform: Int?
  /// The data after an ISO 21496-1 identifier: 4 bytes in a primary picture, gain map metadata in a gain map.
  private(set) var gainMapMetadata: [UInt8]?

  static let exifIdentifier = Array("Exif\0".utf8)
  static let xmpIdentifier = Array("http://ns.adobe.com/xap/1.0/\0".utf8)
  static let extendedXMPIdentifier = Array("http://ns.adobe.com/xmp/extension/\0".utf8)
  static let profileIdentifier = Array("ICC_PROFILE\0".utf8)
  static let gainMapIdentifier = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
  static let photoshopIdentifier = Array("Photoshop 3.0\0".utf8)
  static let adobeIdentifier = Array("Adobe".utf8)

  init(_ markers: JPEGMarkers, _ bytes: [UInt8]) {
    var extended = JPEGExtendedXMP.Reader()
    var chunks = JPEGProfileChunks()
    var resources: [UInt8] = []
    for segment in markers.segments {
      var cursor = ByteCursor(bytes, in: segment.payload)
      switch segment.marker {
      case 0xE1:
        if Self.skip(Self.exifIdentifier, &cursor) {
          takeExif(&cursor)
        } else if Self.skip(Self.xmpIdentifier, &cursor) {
          blocks.xmp = blocks.xmp ?? (try? cursor.read(cursor.remaining))
        } else if Self.skip(Self.extendedXMPIdentifier, &cursor) {
          extended.take(&cursor)
        }
      case 0xE2:
        if Self.skip(Self.profileIdentifier, &cursor) {
          chunks.take(&cursor)
        } else if Self.skip(Self.gainMapIdentifier, &cursor) {
          gainMapMetadata = gainMapMetadata ?? (try? cursor.read(cursor.remaining))
        }
      case 0xED:
        // One set of resources may be spread over several segments; the identifier is repeated in each.
        if Self.skip(Self.photoshopIdentifier, &cursor) { resources += bytes[cursor.position..<cursor.end] }
      case 0xEE:
        if Self.skip(Self.adobeIdentifier, &cursor), cursor.remaining >= 7 {
          adobeTransform = Int(bytes[cursor.position + 6])
        }
      case 0xFE: blocks.add(Array(bytes[segment.payload]), keyword: "Comment")
      default: break
      }
    }
    profile = chunks.profile
    blocks.iptc = PhotoshopResources.iptc(in: resources)
    blocks.extendedXMP = blocks.xmp.flatMap(JPEGExtendedXMP.identifier(in:)).flatMap(extended.packet(for:))
  }

  /// The TIFF structure of an Exif block that another container holds: bare, or as many writers put it there, behind
  /// "Exif\0\0" as in a JPEG. Nil for what is no such structure.
  static func bareExif(_ data: [UInt8]) -> [UInt8]? {
    let prefix = exifIdentifier + [0]
    let bare = data.starts(with: prefix) ? Array(data.dropFirst(prefix.count)) : data
    let isTIFF = bare.starts(with: [0x49, 0x49, 0x2A, 0]) || bare.starts(with: [0x4D, 0x4D, 0, 0x2A])
    return isTIFF ? bare : nil
  }

  /// Exif's own identifier is "Exif" and two bytes, of which some writers leave the second undefined.
  private mutating func takeExif(_ cursor: inout ByteCursor) {
    guard blocks.exif == nil, (try? cursor.take(1)) != nil else { return }
    guard cursor.stands([0x49, 0x49, 0x2A, 0x00]) || cursor.stands([0x4D, 0x4D, 0x00, 0x2A]) else {
      exifIsUnusable = true
      return
    }
    exifRange = cursor.position..<cursor.end
    blocks.exif = try? cursor.read(cursor.remaining)
    exifIsUnusable = false
  }

  private static func skip(_ identifier: [UInt8], _ cursor: inout ByteCursor) -> Bool {
    cursor.stands(identifier) && (try? cursor.take(identifier.count)) != nil
  }
}
