internal import Messages

/// The marker segments of one JPEG stream (ITU-T T.81, B.1.1): from SOI to EOI, entropy-coded data skipped.
struct JPEGMarkers {
  /// A marker that carries data.
  struct Segment: Hashable {
    /// The marker's second byte.
    var marker: UInt8
    /// The data after the two bytes of length.
    var payload: Range<Int>
  }

  /// Segments a reader of metadata cares for: APPn, SOFn, COM.
  private(set) var segments: [Segment] = []
  /// Where the walk ended: one past EOI, or at SOS when only the header was asked for.
  private(set) var end: Int

  /// Far more than the few hundred that extended XMP and ICC chunks take in real files.
  private static let maximumSegmentCount = 20_000

  /// Walks the stream that begins at `start`. Throws `truncated` when it ends before EOI, `damaged`
  /// when its segments make no sense.
  init(_ bytes: [UInt8], at start: Int = 0, headerOnly: Bool = false) throws {
    var cursor = ByteCursor(bytes)
    end = start
    try cursor.move(to: start)
    guard cursor.stands([0xFF, 0xD8]) else { throw Self.damaged("no SOI at \(start)") }
    _ = try cursor.take(2)
    while true {
      let marker = try Self.readMarker(&cursor)
      switch marker {
      case 0xD9:
        end = cursor.position
        return
      case 0xD8: throw Self.damaged("a second SOI before EOI at \(cursor.position)")
      case 0x01, 0xD0...0xD7: continue  // TEM and RSTn carry nothing
      case 0xDA where headerOnly:
        end = cursor.position
        return
      default:
        try takeSegment(marker, &cursor)
        if marker == 0xDA { try Self.skipScan(&cursor) }
      }
    }
  }

  private mutating func takeSegment(_ marker: UInt8, _ cursor: inout ByteCursor) throws {
    let length = try cursor.readNumber(2)
    guard length >= 2 else { throw Self.damaged("segment FF\(marker) of length \(length)") }
    let payload = try cursor.take(length - 2)
    guard Self.isKept(marker) else { return }
    guard segments.count < Self.maximumSegmentCount else { throw Self.damaged("too many segments") }
    segments.append(Segment(marker: marker, payload: payload))
  }

  private static func isKept(_ marker: UInt8) -> Bool {
    isFrame(marker) || marker & 0xF0 == 0xE0 || marker == 0xFE
  }

  /// Whether a marker begins a frame: SOF0...SOF15 without DHT, JPG and DAC.
  static func isFrame(_ marker: UInt8) -> Bool {
    (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
  }

  /// The next marker. Any number of fill bytes FF may stand before it (B.1.1.2), and what else stands there is skipped as
  /// libjpeg does it: some cameras leave bytes behind a segment. Whether such bytes are damage, libjpeg tells.
  private static func readMarker(_ cursor: inout ByteCursor) throws -> UInt8 {
    while true {
      let rest = cursor.position..<cursor.end
      guard let found = ByteSearch.firstIndex(of: UInt8(0xFF), in: cursor.bytes, range: rest) else {
        throw Problem(.truncated, ["detail": "JPEG without EOI"])
      }
      try cursor.move(to: found + 1)
      var marker = try cursor.readByte()
      while marker == 0xFF { marker = try cursor.readByte() }
      if marker != 0 { return marker }
    }
  }

  /// Moves to the marker that ends the scan: FF followed by neither a stuffed zero nor RSTn nor another FF.
  private static func skipScan(_ cursor: inout ByteCursor) throws {
    while true {
      let rest = cursor.position..<cursor.end
      guard let found = ByteSearch.firstIndex(of: UInt8(0xFF), in: cursor.bytes, range: rest),
        found + 1 < cursor.end
      else { throw Problem(.truncated, ["detail": "JPEG scan without an end"]) }
      switch cursor.bytes[found + 1] {
      case 0x00, 0xD0...0xD7: try cursor.move(to: found + 2)
      case 0xFF: try cursor.move(to: found + 1)
      default:
        try cursor.move(to: found)
        return
      }
    }
  }

  private static func damaged(_ detail: String) -> Problem {
    Problem(.damaged, ["detail": "JPEG: \(detail)"])
  }
}
