/// Writes an Exif block anew, without dead bytes: for blocks made here, and as the last means against the size limit
/// of a JPEG segment, when the MakerNote, whose offsets would not survive it, has to go anyway.
enum ExifCompaction {
  /// Tags whose values are offsets to things that are not copied.
  private static let unportable: Set<UInt16> = [
    ExifTag.makerNote, ExifTag.subIFDs, ExifTag.stripOffsets, ExifTag.stripByteCounts,
    ExifTag.thumbnailOffset,
    ExifTag.thumbnailLength, ExifTag.padding, ExifTag.offsetSchema,
  ]

  /// The block's tags in a new block of the same byte order: MakerNote, thumbnail and padding left out.
  /// - Parameter maximumValueByteCount: longer values are left out too.
  static func compacted(_ structure: ExifStructure, maximumValueByteCount: Int = .max) throws -> [UInt8] {
    let header: [UInt8] = structure.block.order == .big ? [0x4D, 0x4D, 0, 42] : [0x49, 0x49, 42, 0]
    var block = try TIFFBlock(header + [0, 0, 0, 0])
    var pointers: [UInt16: ExifValue] = [:]
    var exifPointers: [UInt16: ExifValue] = [:]
    let order = block.order
    let source = Source(block: structure.block, limit: maximumValueByteCount)
    if let offset = structure.value(.exif, ExifTag.interopDirectory)?.integer(),
      let directory = try? structure.block.directory(at: offset)
    {
      exifPointers[ExifTag.interopDirectory] = .long(write(directory, from: source, [:], to: &block), order)
    }
    if let directory = structure.exif {
      pointers[ExifTag.exifDirectory] = .long(write(directory, from: source, exifPointers, to: &block), order)
    }
    if let directory = structure.gps {
      pointers[ExifTag.gpsDirectory] = .long(write(directory, from: source, [:], to: &block), order)
    }
    let main = write(structure.main, from: source, pointers, to: &block)
    try block.overwrite(at: TIFFBlock.firstDirectoryPointer, with: order.bytes(UInt32(clamping: main)))
    return block.bytes
  }

  private struct Source {
    var block: TIFFBlock
    var limit: Int
  }

  private static func write(
    _ directory: TIFFDirectory,
    from source: Source,
    _ pointers: [UInt16: ExifValue],
    to block: inout TIFFBlock
  ) -> Int {
    var values = pointers
    // Values on top of each other would grow the block without bound.
    var room = 2 * source.block.count - block.count
    for entry in directory.entries
    where values[entry.tag] == nil && !unportable.contains(entry.tag) && !isPointer(entry.tag) {
      guard let byteCount = entry.byteCount, byteCount <= source.limit, byteCount <= room else { continue }
      room -= byteCount
      values[entry.tag] = source.block.value(of: entry)
    }
    var entries: [UInt8] = []
    for (tag, value) in values.sorted(by: { $0.key < $1.key }) { entries += block.entry(tag, value) }
    let count = block.order.bytes(UInt16(clamping: values.count))
    return block.append(count + entries + [0, 0, 0, 0])
  }

  private static func isPointer(_ tag: UInt16) -> Bool {
    tag == ExifTag.exifDirectory || tag == ExifTag.gpsDirectory || tag == ExifTag.interopDirectory
  }
}
