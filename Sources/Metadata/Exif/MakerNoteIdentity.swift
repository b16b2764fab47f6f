/// What in a MakerNote says "I am that very picture": photo programs pair, stack or hide copies that keep it.
enum MakerNoteIdentity {
  /// Tags of Apple's MakerNote (names as in exiftool): BurstUUID, ContentIdentifier (the pairing identifier),
  /// ImageUniqueID, LivePhotoVideoIndex (of a video that the copy does not have), ImageCaptureRequestID,
  /// PhotoIdentifier.
  static let appleTags: Set<UInt16> = [0x000B, 0x0011, 0x0015, 0x0017, 0x0020, 0x002B]

  /// Tag of Canon's MakerNote: ImageUniqueID, 16 bytes; all 0 means "none".
  static let canonImageUniqueID: UInt16 = 0x0028

  /// "Apple iOS\0", version 1, "MM"; then a directory whose offsets count from the "A".
  static let appleHeader = Array("Apple iOS\0".utf8) + [0, 1, 0x4D, 0x4D]

  /// Takes identity out of the MakerNote, in place: its length, and every other value in it, stays.
  /// A MakerNote that is not understood is left as it is.
  static func remove(from editor: inout ExifEditor) throws {
    guard let entry = editor.structure.exif?[ExifTag.makerNote], let length = entry.byteCount,
      let note = try? editor.structure.block.slice(entry.valueOffset, length)
    else { return }
    let start = entry.valueOffset
    if note.starts(with: appleHeader) {
      try editor.patch { block in
        if let cleaned = try? cleanedApple(Array(note)) { try block.overwrite(at: start, with: cleaned) }
      }
    } else if isCanon(editor.structure), let directory = try? editor.structure.block.directory(at: start),
      let identity = directory[canonImageUniqueID], identity.byteCount == 16,
      identity.valueOffset >= start + directory.byteCount, identity.valueOffset + 16 <= start + length
    {
      try editor.patch { try $0.overwrite(at: identity.valueOffset, with: [UInt8](repeating: 0, count: 16)) }
    }
  }

  private static func isCanon(_ structure: ExifStructure) -> Bool {
    structure.value(.main, 0x010F)?.text?.hasPrefix("Canon") ?? false
  }

  /// Always big-endian, whatever the order of the block around it.
  static func cleanedApple(_ note: [UInt8], of tags: Set<UInt16> = appleTags) throws -> [UInt8] {
    // A block of its own: offsets count from its start, and nothing outside it can be touched.
    var block = try TIFFBlock([0x4D, 0x4D, 0, 42] + note)
    let base = 4
    let directory = try block.directory(at: base + appleHeader.count, base: base)
    let isIdentity = { (entry: TIFFEntry) in tags.contains(entry.tag) }
    for entry in directory.entries where isIdentity(entry) && !entry.isInline {
      // Only bytes behind the directory are values; a pointer into it is a damaged one.
      guard let length = entry.byteCount, entry.valueOffset >= directory.offset + directory.byteCount,
        block.contains(entry.valueOffset, length)
      else { continue }
      try block.overwrite(at: entry.valueOffset, with: [UInt8](repeating: 0, count: length))
    }
    _ = try block.removeEntries(of: directory, base: base, where: isIdentity)
    return Array(block.bytes[base...])
  }
}
