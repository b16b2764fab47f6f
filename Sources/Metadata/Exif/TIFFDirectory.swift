internal import Messages

/// One entry of a directory: 12 bytes that hold a value of up to 4 bytes, or say where a longer one is.
struct TIFFEntry {
  /// What it is about.
  var tag: UInt16
  /// Type of a component; unknown ones occur (Apple's 16).
  var type: UInt16
  /// Number of components.
  var count: UInt32
  /// Where the entry itself starts.
  var position: Int
  /// Where the value starts: in the entry or elsewhere.
  var valueOffset: Int
  /// Bytes of the value, or nil for an unknown type.
  var byteCount: Int?

  /// Whether the value stands in the entry itself.
  var isInline: Bool { byteCount.map { $0 <= 4 } ?? true }
}

/// A directory ("IFD") of a TIFF structure.
struct TIFFDirectory {
  /// Where it starts.
  var offset: Int
  /// Its entries in the order in which they are written.
  var entries: [TIFFEntry]
  /// Offset of the directory after it; 0: none.
  var next: Int

  /// Bytes that the directory takes, values elsewhere not counted.
  var byteCount: Int { 2 + 12 * entries.count + 4 }

  /// Where the offset of the next directory is written.
  var nextPointer: Int { offset + 2 + 12 * entries.count }

  subscript(tag: UInt16) -> TIFFEntry? { entries.first { $0.tag == tag } }

  /// Bytes of a component by type (TIFF 6.0, section 2; 13 IFD, 129 UTF-8 of Exif 3.0, 16 as Apple uses it).
  static func componentSize(of type: UInt16) -> Int? {
    switch type {
    case 1, 2, 6, 7, 129: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12, 16, 17, 18: 8
    default: nil
    }
  }
}

extension TIFFBlock {
  /// Reads the directory at an offset. Values are not looked at: an entry that points outside the block is an entry
  /// without a value, not a reason to lose the others.
  /// - Parameter base: what value offsets count from (0, except in MakerNotes).
  /// - Throws: `decode.damaged` if the entries themselves don't fit into the block.
  func directory(at offset: Int, base: Int = 0) throws -> TIFFDirectory {
    let count = Int(try uint16(at: offset))
    _ = try slice(offset, 2 + 12 * count)
    var entries: [TIFFEntry] = []
    entries.reserveCapacity(count)
    for index in 0..<count {
      let position = offset + 2 + 12 * index
      let type = try uint16(at: position + 2)
      let components = try uint32(at: position + 4)
      let byteCount = TIFFDirectory.componentSize(of: type).map { $0 * Int(components) }
      let isInline = byteCount.map { $0 <= 4 } ?? true
      entries.append(
        TIFFEntry(
          tag: try uint16(at: position),
          type: type,
          count: components,
          position: position,
          valueOffset: isInline ? position + 8 : base + Int(try uint32(at: position + 8)),
          byteCount: byteCount
        )
      )
    }
    // The last directory of a block that was cut by its writer may lack the pointer: nothing follows then.
    let next = (try? uint32(at: offset + 2 + 12 * count)).map { Int($0) } ?? 0
    return TIFFDirectory(offset: offset, entries: entries, next: next)
  }

  /// The value of an entry, or nil where it is of unknown type or lies outside the block.
  func value(of entry: TIFFEntry) -> ExifValue? {
    guard let byteCount = entry.byteCount, let bytes = try? slice(entry.valueOffset, byteCount) else {
      return nil
    }
    return ExifValue(type: entry.type, count: entry.count, bytes: Array(bytes), order: order)
  }
}
