public import Messages

/// The pairing identifier of a Live Photo's still: tag 0x0011 of Apple's MakerNote (ContentIdentifier), 36 characters.
///
/// The MakerNote is a directory of its own, big-endian always, whose offsets count from its first byte. Entries of types that
/// no specification knows occur in it and are left alone.
public enum PairingTag {
  static let tag: UInt16 = 0x0011
  /// What an Exif block grows by where it gets a MakerNote of nothing but an identifier: the note, a new copy of a
  /// directory of up to 60 entries, a new main directory of up to 60.
  static let roomForMinimalNote = 2048
  private static let header = MakerNoteIdentity.appleHeader

  /// The identifier as it is written; nil where there is no Apple MakerNote, no such entry or no text in it.
  public static func identifier(inExif exif: [UInt8]?) -> String? {
    guard let exif, let structure = try? ExifStructure(exif), let note = makerNote(structure),
      let block = try? ownBlock(note), let directory = try? directory(block), let entry = directory[tag],
      entry.type == 2, let value = block.value(of: entry)
    else { return nil }
    let text = value.bytes.prefix { $0 != 0 }
    return text.isEmpty || !text.allSatisfy({ (0x20...0x7E).contains($0) })
      ? nil : String(decoding: text, as: UTF8.self)
  }

  /// The block with an identifier in it. An Apple MakerNote keeps everything else; another maker's can't stay.
  ///
  /// - Parameter exif: nil for none, which gives the smallest block there can be.
  /// - Throws: `decode.damaged`, `metadata.failed`.
  public static func set(_ identifier: String, in exif: [UInt8]?) throws -> (exif: [UInt8], notes: [Note]) {
    guard let exif, !exif.isEmpty else { return (minimalBlock(identifier), []) }
    var editor = try ExifEditor(exif)
    var notes: [Note] = []
    var note = minimalNote(identifier)
    if let old = editor.structure.exif?[ExifTag.makerNote] {
      if let bytes = makerNote(editor.structure), let grown = try? growing(bytes, by: identifier) {
        note = grown
      } else if editor.structure.block.value(of: old) != nil {
        notes.append(Note(.exifReduced, ["part": "makernote"]))
      }
    }
    editor.set(ExifTag.makerNote, in: .exif, to: .bytes(note, type: 7, editor.order))
    try editor.commit()
    return (editor.bytes, notes)
  }

  /// The block without its identifier, of the same length: every other byte stays.
  /// - Throws: `decode.damaged` where it is there and can't be taken out.
  public static func removing(from exif: [UInt8]) throws -> [UInt8] {
    guard identifier(inExif: exif) != nil else { return exif }
    var editor = try ExifEditor(exif)
    guard let entry = editor.structure.exif?[ExifTag.makerNote], let note = makerNote(editor.structure) else {
      throw TIFFBlock.damaged("MakerNote")
    }
    let cleaned = try MakerNoteIdentity.cleanedApple(note, of: [tag])
    try editor.patch { try $0.overwrite(at: entry.valueOffset, with: cleaned) }
    guard identifier(inExif: editor.bytes) == nil, editor.bytes.count == exif.count else {
      throw TIFFBlock.damaged("MakerNote")
    }
    return editor.bytes
  }

  /// The block written anew without any MakerNote.
  static func withoutMakerNote(_ exif: [UInt8]) throws -> [UInt8] {
    try ExifCompaction.compacted(try ExifStructure(exif))
  }

  /// The 69 bytes that ImageIO writes for an identifier of 36 characters.
  static func minimalNote(_ identifier: String) -> [UInt8] {
    let value = Array(identifier.utf8) + [0]
    return header + [0, 1] + entry(value.count, offset: 32) + [0, 0, 0, 0] + value
  }

  /// The 126 bytes that ImageIO writes: orientation, and the MakerNote.
  private static func minimalBlock(_ identifier: String) -> [UInt8] {
    let note = minimalNote(identifier)
    let order = ByteOrder.big
    return [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 2, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 1, 0, 0]
      + [0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0x26, 0, 0, 0, 0]
      + [0, 1, 0x92, 0x7C, 0, 7] + order.bytes(UInt32(clamping: note.count)) + [0, 0, 0, 0x38, 0, 0, 0, 0]
      + note + [0]
  }

  private static func entry(_ count: Int, offset: Int) -> [UInt8] {
    let order = ByteOrder.big
    return order.bytes(tag) + order.bytes(UInt16(2)) + order.bytes(UInt32(clamping: count))
      + order.bytes(UInt32(clamping: offset))
  }

  private static func makerNote(_ structure: ExifStructure) -> [UInt8]? {
    guard let entry = structure.exif?[ExifTag.makerNote], let length = entry.byteCount,
      let note = try? structure.block.slice(entry.valueOffset, length), note.starts(with: header)
    else { return nil }
    return Array(note)
  }

  /// A block of its own, so that nothing outside of the note is ever reached; offsets count from the fifth byte.
  private static func ownBlock(_ note: [UInt8]) throws -> TIFFBlock {
    try TIFFBlock([0x4D, 0x4D, 0, 42] + note)
  }

  private static func directory(_ block: TIFFBlock) throws -> TIFFDirectory {
    try block.directory(at: 4 + header.count, base: 4)
  }

  /// The note with the identifier changed in its place, or with one more entry: the directory grows by 12 bytes, so every
  /// value behind it moves by 12 and the offsets follow.
  private static func growing(_ note: [UInt8], by identifier: String) throws -> [UInt8] {
    var block = try ownBlock(note)
    let directory = try directory(block)
    let value = Array(identifier.utf8) + [0]
    let end = directory.offset + directory.byteCount
    if let old = directory[tag] {
      if old.type == 2, Int(old.count) == value.count, !old.isInline, old.valueOffset >= end,
        (try? block.overwrite(at: old.valueOffset, with: value)) != nil
      {
        return Array(block.bytes[4...])
      }
      _ = try block.removeEntries(of: directory, base: 4) { $0.tag == tag }
      // What removing freed stays as dead bytes behind the directory.
      return try growing(Array(block.bytes[4...]), by: identifier)
    }
    guard block.contains(directory.offset, directory.byteCount) else { throw TIFFBlock.damaged("MakerNote") }
    for entry in directory.entries where !entry.isInline && entry.valueOffset >= end {
      let moved = UInt32(clamping: entry.valueOffset - 4 + 12)
      try block.overwrite(at: entry.position + 8, with: block.order.bytes(moved))
    }
    var rest = Array(block.bytes[end...])
    if !(note.count + 12).isMultiple(of: 2) { rest.append(0) }
    let offset = end - 4 + 12 + rest.count
    var entries = try directory.entries.map { (tag: $0.tag, bytes: Array(try block.slice($0.position, 12))) }
    let place = entries.firstIndex { $0.tag > tag } ?? entries.count
    entries.insert((tag, entry(value.count, offset: offset)), at: place)
    let next = try block.slice(directory.nextPointer, 4)
    return header + block.order.bytes(UInt16(clamping: entries.count)) + entries.flatMap(\.bytes) + next
      + rest
      + value
  }
}
