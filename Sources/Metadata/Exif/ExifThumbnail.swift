/// The small picture that Exif holds in its second directory.
enum ExifThumbnail {
  /// Takes the thumbnail out: its directory is no longer pointed to, and where its bytes are the last of the block,
  /// they are cut off. Bytes between others stay, since a MakerNote may count on what follows.
  static func remove(from editor: inout ExifEditor) throws {
    guard let thumbnail = editor.structure.thumbnail else { return }
    let owned = extents(of: thumbnail, in: editor.structure.block)
    let pointer = editor.structure.main.nextPointer
    try editor.patch { block in
      try block.overwrite(at: pointer, with: [0, 0, 0, 0])
    }
    let others = referenced(by: editor.structure)
    try editor.patch { block in block.truncate(to: end(of: block, without: owned, keeping: others)) }
  }

  /// Byte ranges that only the thumbnail's directory refers to.
  private static func extents(of directory: TIFFDirectory, in block: TIFFBlock) -> [Range<Int>] {
    var result = [directory.offset..<(directory.offset + directory.byteCount)]
    result += directory.entries.compactMap(Self.extent)
    for (start, length) in [
      (ExifTag.thumbnailOffset, ExifTag.thumbnailLength), (ExifTag.stripOffsets, ExifTag.stripByteCounts),
    ] {
      if let start = directory[start].flatMap(block.value)?.integer(),
        let length = directory[length].flatMap(block.value)?.integer(), length > 0
      {
        result.append(start..<(start + length))
      }
    }
    return result
  }

  private static func extent(of entry: TIFFEntry) -> Range<Int>? {
    guard !entry.isInline, let byteCount = entry.byteCount else { return nil }
    return entry.valueOffset..<(entry.valueOffset + byteCount)
  }

  /// Where the last byte ends that anything else refers to.
  private static func referenced(by structure: ExifStructure) -> Int {
    let interoperability = structure.value(.exif, ExifTag.interopDirectory)?.integer()
      .flatMap { try? structure.block.directory(at: $0) }
    return [structure.main, structure.exif, structure.gps, interoperability].compactMap { $0 }
      .flatMap { directory in
        directory.entries.compactMap(extent).map(\.upperBound) + [directory.offset + directory.byteCount]
      }.max() ?? 8
  }

  /// Walks from the end over the thumbnail's ranges and the padding between them.
  private static func end(of block: TIFFBlock, without owned: [Range<Int>], keeping minimum: Int) -> Int {
    var end = block.count
    while true {
      let padding = min(3, end)
      guard
        let range = owned.first(where: {
          $0.upperBound <= end && $0.upperBound >= end - padding && !$0.isEmpty
        }),
        range.lowerBound >= minimum
      else { return end }
      end = range.lowerBound
    }
  }
}
