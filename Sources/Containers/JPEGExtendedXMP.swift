internal import Messages

/// XMP beyond what one APP1 holds (XMP specification part 3, 1.1.3.1): the main packet names the rest by its MD5, and
/// the rest follows in numbered portions.
enum JPEGExtendedXMP {
  /// The largest main packet.
  static let largestPacket = 65_502
  /// The largest portion: what the specification leaves after identifier, MD5, length and offset.
  static let largestPortion = 65_400

  /// The identifier that a main packet asks for.
  static func identifier(in packet: [UInt8]) -> String? {
    XMPText(packet).value(of: "xmpNote:HasExtendedXMP").flatMap { $0.utf8.count == 32 ? $0 : nil }
  }

  /// Collects portions by identifier.
  struct Reader {
    private var portions: [[UInt8]: [(offset: Int, total: Int, data: [UInt8])]] = [:]

    init() {}

    /// Takes one portion, the cursor standing after the segment's identifier. What is too short is left out.
    mutating func take(_ cursor: inout ByteCursor) {
      guard let identifier = try? cursor.read(32), let total = try? cursor.readNumber(4),
        let offset = try? cursor.readNumber(4), let data = try? cursor.read(cursor.remaining)
      else { return }
      portions[identifier, default: []].append((offset, total, data))
    }

    /// The packet for an identifier, if its portions cover it exactly; lengths in the file only ever confirm what is
    /// there, so they can't ask for memory.
    func packet(for identifier: String) -> [UInt8]? {
      guard let parts = portions[Array(identifier.utf8)]?.sorted(by: { $0.offset < $1.offset }),
        let total = parts.first?.total
      else { return nil }
      var packet: [UInt8] = []
      for part in parts {
        guard part.total == total, part.offset <= packet.count else { return nil }
        // A portion that was said twice.
        if part.offset < packet.count, part.offset + part.data.count <= packet.count { continue }
        guard part.offset == packet.count else { return nil }
        packet += part.data
      }
      return packet.count == total ? packet : nil
    }
  }

  /// The segments' payloads for a packet.
  static func portions(of packet: [UInt8], identifier: String) -> [[UInt8]] {
    stride(from: 0, to: packet.count, by: largestPortion).map { start in
      let part = packet[start..<min(start + largestPortion, packet.count)]
      return JPEGMetadata.extendedXMPIdentifier + Array(identifier.utf8)
        + BigEndian.bytes(packet.count, count: 4) + BigEndian.bytes(start, count: 4) + part
    }
  }
}
