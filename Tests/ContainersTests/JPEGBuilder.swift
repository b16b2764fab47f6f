@testable import Containers

/// Makes JPEG streams that are right in their markers and nonsense in their pixels.
enum JPEGBuilder {
  static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xFF, marker] + BigEndian.bytes(payload.count + 2, count: 2) + payload
  }

  static func segment(_ marker: UInt8, _ identifier: String, _ payload: [UInt8] = []) -> [UInt8] {
    segment(marker, Array(identifier.utf8) + payload)
  }

  /// SOI, the segments, a frame of 4 x 3 grey pixels, a scan with a stuffed zero, a restart marker and fill bytes, EOI.
  static func stream(_ segments: [[UInt8]] = [], frame: UInt8 = 0xC0, precision: UInt8 = 8) -> [UInt8] {
    let frame = segment(frame, [precision, 0, 3, 0, 4, 1, 1, 0x11, 0])
    let scan = segment(0xDA, [1, 1, 0, 0, 63, 0]) + [0x12, 0xFF, 0x00, 0x34, 0xFF, 0xD0, 0x56, 0xFF, 0xFF]
    return [0xFF, 0xD8] + segments.flatMap { $0 } + frame + scan + [0xFF, 0xD9]
  }

  static func xmp(_ packet: String) -> [UInt8] { segment(0xE1, "http://ns.adobe.com/xap/1.0/\0" + packet) }

  static func portion(_ identifier: String, total: Int, offset: Int, _ data: [UInt8]) -> [UInt8] {
    segment(
      0xE1,
      "http://ns.adobe.com/xmp/extension/\0" + identifier,
      BigEndian.bytes(total, count: 4) + BigEndian.bytes(offset, count: 4) + data
    )
  }

  static func profileChunk(_ number: UInt8, of count: UInt8, _ data: [UInt8]) -> [UInt8] {
    segment(0xE2, "ICC_PROFILE\0", [number, count] + data)
  }

  /// A bare TIFF structure whose IFD0 holds an orientation.
  static func exif(orientation: Int, isLittleEndian: Bool = false) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let bytes = BigEndian.bytes(value, count: count)
      return isLittleEndian ? bytes.reversed() : bytes
    }
    return Array((isLittleEndian ? "II" : "MM").utf8) + number(42, 2) + number(8, 4) + number(1, 2)
      + number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + [0, 0] + number(0, 4)
  }

  /// An MPF segment that lists a primary picture and others at offsets from the structure's start.
  static func multiPicture(_ pictures: [(attributes: Int, size: Int, offset: Int)]) -> [UInt8] {
    let count = pictures.count * 16
    var structure = Array("MM\0*".utf8) + BigEndian.bytes(8, count: 4) + BigEndian.bytes(1, count: 2)
    structure +=
      BigEndian.bytes(0xB002, count: 2) + BigEndian.bytes(7, count: 2) + BigEndian.bytes(count, count: 4)
    structure += BigEndian.bytes(26, count: 4) + BigEndian.bytes(0, count: 4)
    for picture in pictures {
      structure += BigEndian.bytes(picture.attributes, count: 4) + BigEndian.bytes(picture.size, count: 4)
      structure += BigEndian.bytes(picture.offset, count: 4) + [0, 0, 0, 0]
    }
    return segment(0xE2, "MPF\0", structure)
  }

  static func box(_ type: String, _ content: [UInt8] = []) -> [UInt8] {
    BigEndian.bytes(content.count + 8, count: 4) + Array(type.utf8) + content
  }

  /// A movie file in its outline.
  static var movie: [UInt8] {
    box("ftyp", Array("mp42".utf8)) + box("moov", [1, 2, 3]) + box("mdat", [4, 5])
  }
}

/// The same numbers on every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
