internal import Containers

/// Rewrites the item locations (`iloc`) of a finished file for readers that know only some of their forms.
enum HEIFItemLocations {
  /// The file with plain offsets where it has base offsets in an `iloc` of version 1, as libheif writes it beside a grid.
  ///
  /// exiv2 0.27, by which most Linux photo programs read metadata, knows base offsets in version 0 and plain offsets in
  /// both versions, but finds nothing at all in this form. Nothing in the file moves: a `free` box fills the gap.
  static func withoutBaseOffsets(_ bytes: [UInt8]) throws -> [UInt8] {
    guard let box = try locationBox(in: bytes) else { return bytes }
    var reader = BoxReader(bytes, in: box.content)
    let (version, _) = try reader.readFullBoxHeader()
    // 32-bit offsets, lengths and bases.
    guard version == 1, try reader.readUInt16() == 0x4440 else { return bytes }
    let count = try reader.readUInt16()
    // The gap, four bytes an item, must hold a box header.
    guard count >= 2 else { return bytes }

    var content: [UInt8] = [1, 0, 0, 0, 0x44, 0x00] + bigEndian(UInt32(count)).suffix(2)
    for _ in 0..<count {
      content += try reader.readBytes(6)
      let base = try reader.readUInt32()
      let extents = try reader.readUInt16()
      content += bigEndian(UInt32(extents)).suffix(2)
      for _ in 0..<extents {
        let (offset, overflow) = base.addingReportingOverflow(try reader.readUInt32())
        guard !overflow else { return bytes }
        content += bigEndian(offset)
        content += try reader.readBytes(4)
      }
    }
    let gap = box.range.count - 8 - content.count
    guard gap >= 8, reader.isAtEnd else { return bytes }
    let location = bigEndian(UInt32(content.count + 8)) + Array("iloc".utf8) + content
    let free =
      bigEndian(UInt32(gap)) + Array("free".utf8) + [UInt8](repeating: 0, count: gap - 8)
    var rewritten = bytes
    rewritten.replaceSubrange(box.range, with: location + free)
    return rewritten
  }

  private static func locationBox(in bytes: [UInt8]) throws -> Box? {
    var file = BoxReader(bytes)
    while let box = try file.nextBox() {
      guard box.type == "meta" else { continue }
      var meta = BoxReader(bytes, in: box.content)
      _ = try meta.readFullBoxHeader()
      return try meta.readBoxes().first { $0.type == "iloc" }
    }
    return nil
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
