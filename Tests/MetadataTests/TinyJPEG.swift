internal import Foundation

/// An 8x8 JPEG as a carrier of metadata blocks.
enum TinyJPEG {
  private static let picture =
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1R"
    + "V19iZ2hnPk1xeXBkeFxlZ2P/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAABP/EABQQAQAAAAAAAAAAAAAAAAAA"
    + "AAD/2gAIAQEAAD8AE//Z"

  /// The picture with blocks in its segments.
  static func file(exif: [UInt8]? = nil, xmp: [UInt8]? = nil, iptc: [UInt8]? = nil) -> Data {
    let bytes = [UInt8](Data(base64Encoded: picture) ?? Data())
    var result: [UInt8] = [0xFF, 0xD8]
    func add(_ marker: UInt8, _ body: [UInt8]) {
      let length = body.count + 2
      result += [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + body
    }
    if let exif { add(0xE1, Array("Exif\0\0".utf8) + exif) }
    if let xmp { add(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + xmp) }
    if let iptc {
      let size = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: iptc.count >> $0) }
      let padding: [UInt8] = iptc.count.isMultiple(of: 2) ? [] : [0]
      add(0xED, Array("Photoshop 3.0\08BIM".utf8) + [4, 4, 0, 0] + size + iptc + padding)
    }
    return Data(result + bytes.dropFirst(2))
  }
}
