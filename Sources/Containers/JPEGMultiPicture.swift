/// The index of further pictures in a JPEG file (CIPA DC-007, Multi-Picture Format): an APP2 with a TIFF structure.
enum JPEGMultiPicture {
  /// More pictures than this are not looked at.
  static let maximumPictureCount = 64

  static let identifier = Array("MPF\0".utf8)
  private static let entryTag = 0xB002
  private static let entryLength = 16

  /// Where the indexed pictures other than the primary begin, and whether each is a mere preview ("large thumbnail",
  /// types 0x010001 and 0x010002). Sizes in the index are often wrong and are not used; offsets are believed only
  /// where a SOI stands.
  static func pictures(_ bytes: [UInt8], markers: JPEGMarkers) -> [Int: Bool] {
    var pictures: [Int: Bool] = [:]
    for segment in markers.segments where segment.marker == 0xE2 {
      let cursor = ByteCursor(bytes, in: segment.payload)
      guard cursor.stands(identifier) else { continue }
      let structure = (segment.payload.lowerBound + identifier.count)..<segment.payload.upperBound
      addPictures(bytes, structure: structure, to: &pictures)
    }
    return pictures
  }

  private static func addPictures(_ bytes: [UInt8], structure: Range<Int>, to pictures: inout [Int: Bool]) {
    guard let directory = try? TIFFDirectory(bytes, at: structure),
      let entry = directory.entries.first(where: { $0.tag == entryTag }),
      let list = directory.target(entry, byteCount: entry.count)
    else { return }
    var cursor = ByteCursor(bytes, in: list.clamped(to: structure))
    while cursor.remaining >= entryLength, pictures.count < maximumPictureCount {
      guard let attributes = try? cursor.readNumber(4, isLittleEndian: directory.isLittleEndian),
        (try? cursor.take(4)) != nil,
        let offset = try? cursor.readNumber(4, isLittleEndian: directory.isLittleEndian),
        (try? cursor.take(4)) != nil
      else { return }
      let start = structure.lowerBound + offset
      guard offset > 0, start < bytes.count, ByteCursor(bytes, in: start..<bytes.count).stands([0xFF, 0xD8])
      else { continue }
      pictures[start] = attributes & 0xFF_FFFF == 0x01_0001 || attributes & 0xFF_FFFF == 0x01_0002
    }
  }

  /// The index of a file of two pictures, as Ultra HDR has it, the second of which follows the primary one at once: what
  /// stands behind the length of an APP2.
  ///
  /// - Parameters:
  ///   - primaryByteCount: of the whole primary stream, this segment among it.
  ///   - start: where the structure (behind "MPF\0") begins in the file; offsets count from there.
  ///   - byteCount: of the second stream.
  static func payload(primaryByteCount: Int, start: Int, byteCount: Int) -> [UInt8] {
    func number(_ value: Int) -> [UInt8] { BigEndian.bytes(value, count: 4) }
    let header: [UInt8] = [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8, 0, 3]
    // Version; number of pictures; their entries, undefined bytes behind the directory.
    let version: [UInt8] = [0xB0, 0, 0, 7, 0, 0, 0, 4] + Array("0100".utf8)
    let count: [UInt8] = [0xB0, 1, 0, 4, 0, 0, 0, 1, 0, 0, 0, 2]
    let entries: [UInt8] = [0xB0, 2, 0, 7, 0, 0, 0, 32, 0, 0, 0, 50]
    // "Baseline MP Primary Image"; its offset is 0 whatever stands before it.
    let primary = number(0x03_0000) + number(primaryByteCount) + number(0) + number(0)
    let second = number(0) + number(byteCount) + number(primaryByteCount - start) + number(0)
    return identifier + header + version + count + entries + number(0) + primary + second
  }

  /// Bytes of `payload`.
  static let payloadByteCount = 86
}
