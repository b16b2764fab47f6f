internal import Messages

/// The byte order of a TIFF structure.
enum ByteOrder: Sendable {
  /// "MM": most significant byte first.
  case big
  /// "II": least significant byte first.
  case little

  func bytes(_ value: UInt16) -> [UInt8] {
    let pair = [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
    return self == .big ? pair : pair.reversed()
  }

  func bytes(_ value: UInt32) -> [UInt8] {
    let high = bytes(UInt16(truncatingIfNeeded: value >> 16))
    let low = bytes(UInt16(truncatingIfNeeded: value))
    return self == .big ? high + low : low + high
  }
}

/// The bytes of a TIFF structure as Exif uses it (TIFF 6.0, section 2; CIPA DC-008, 4.5). Every access is checked:
/// offsets come from files.
struct TIFFBlock {
  /// All bytes; offsets in the structure count from the first.
  private(set) var bytes: [UInt8]
  /// How its numbers are written.
  let order: ByteOrder

  /// Where the header holds the offset of the first directory.
  static let firstDirectoryPointer = 4

  /// Takes a block whose header is in order.
  /// - Throws: `decode.damaged`.
  init(_ bytes: [UInt8]) throws {
    switch bytes.prefix(4) {
    case [0x4D, 0x4D, 0, 42]: order = .big
    case [0x49, 0x49, 42, 0]: order = .little
    default: throw Self.damaged("no TIFF header")
    }
    if bytes.count > Int(Int32.max) { throw Self.damaged("more than 2 GiB") }
    self.bytes = bytes
  }

  static func damaged(_ detail: String) -> Problem { Problem(.damaged, ["detail": "Exif: \(detail)"]) }

  var count: Int { bytes.count }

  func contains(_ offset: Int, _ length: Int) -> Bool {
    offset >= 0 && length >= 0 && offset <= bytes.count && length <= bytes.count - offset
  }

  func slice(_ offset: Int, _ length: Int) throws -> ArraySlice<UInt8> {
    if !contains(offset, length) {
      throw Self.damaged("\(length) bytes at \(offset) lie outside \(bytes.count)")
    }
    return bytes[offset..<(offset + length)]
  }

  func uint16(at offset: Int) throws -> UInt16 {
    let pair = Array(try slice(offset, 2))
    let value = UInt16(pair[0]) << 8 | UInt16(pair[1])
    return order == .big ? value : value.byteSwapped
  }

  func uint32(at offset: Int) throws -> UInt32 {
    let value = try slice(offset, 4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return order == .big ? value : value.byteSwapped
  }

  /// Puts bytes over those that stand there.
  mutating func overwrite(at offset: Int, with new: [UInt8]) throws {
    _ = try slice(offset, new.count)
    bytes.replaceSubrange(offset..<(offset + new.count), with: new)
  }

  /// Puts bytes behind the last one, at an even offset as TIFF wants it, and returns that offset.
  mutating func append(_ new: [UInt8]) -> Int {
    if !bytes.count.isMultiple(of: 2) { bytes.append(0) }
    let offset = bytes.count
    bytes += new
    return offset
  }

  /// Cuts the block off.
  mutating func truncate(to count: Int) {
    if count < bytes.count { bytes.removeSubrange(max(0, count)...) }
  }
}
