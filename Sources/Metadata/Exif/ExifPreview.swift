internal import Containers
internal import Pixels

/// The small picture in the Exif of a photo of which only the beginning is there.
public enum ExifPreview {
  /// A JPEG file of it, with the photo's orientation; nil where the bytes have none.
  /// - Parameter head: the first bytes of a JPEG file, as many as came.
  public static func jpeg(inHeadOf head: [UInt8]) -> [UInt8]? {
    guard let exif = exif(in: head), let structure = try? ExifStructure(exif),
      let directory = structure.thumbnail,
      let start = directory[ExifTag.thumbnailOffset].flatMap(structure.block.value)?.integer(),
      let length = directory[ExifTag.thumbnailLength].flatMap(structure.block.value)?.integer(),
      start >= 8, length > 4, length <= exif.count, start <= exif.count - length
    else { return nil }
    let picture = Array(exif[start..<(start + length)])
    guard picture.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
    let turned = structure.main[ExifTag.orientation].flatMap(structure.block.value)?.integer() ?? 1
    return picture.prefix(2) + orientationSegment(UInt8(clamping: turned)) + picture.dropFirst(2)
  }

  /// The payload of the Exif segment, found by walking the markers (ITU-T T.81, B.1.1).
  private static func exif(in head: [UInt8]) -> [UInt8]? {
    guard head.starts(with: [0xFF, 0xD8]) else { return nil }
    var position = 2
    while position + 4 <= head.count, head[position] == 0xFF, (0xE0...0xEF).contains(head[position + 1]) {
      let length = Int(head[position + 2]) << 8 | Int(head[position + 3])
      guard length >= 2, position + 2 + length <= head.count else { return nil }
      let payload = head[(position + 4)..<(position + 2 + length)]
      if head[position + 1] == 0xE1, payload.starts(with: Array("Exif\0\0".utf8)) {
        return Array(payload.dropFirst(6))
      }
      position += 2 + length
    }
    return nil
  }

  /// APP1 with an Exif block of one entry (Exif 2.32, 4.5.2): little-endian, tag 0x0112, one SHORT.
  private static func orientationSegment(_ value: UInt8) -> [UInt8] {
    [0xFF, 0xE1, 0x00, 0x22] + Array("Exif\0\0".utf8) + [0x49, 0x49, 0x2A, 0x00, 0x08, 0x00, 0x00, 0x00]
      + [
        0x01, 0x00, 0x12, 0x01, 0x03, 0x00, 0x01, 0x00, 0x00, 0x00, (1...8).contains(value) ? value : 1, 0, 0,
        0,
      ]
      + [0x00, 0x00, 0x00, 0x00]
  }
}
