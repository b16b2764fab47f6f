/// Makes an Exif block, as other formats hold it, of the directories of a TIFF file.
///
/// Most MakerNotes count their offsets from the start of the file. Where all of Exif stands before the pixels, as this
/// program, ExifTool and cameras write it, the block is that beginning of the file, so that such offsets stay right.
/// Otherwise the block is built anew: then the MakerNote keeps its bytes, but offsets in it that count from the start
/// of the file no longer fit (as in every program that moves a MakerNote).
struct TIFFExifBlock {
  /// The longest beginning that is taken as it is; more would not fit into a JPEG.
  private static let longestBeginning = 60_000
  /// Values of a block that is built anew, in all. Fields may lie on top of each other, so their sum has no bound.
  private static let largestTotal = 32 * 1024 * 1024

  private let file: TIFFFile
  private let main: [TIFFFile.Field]
  private let exif: TIFFFile.Directory?
  private let gps: TIFFFile.Directory?
  private let interoperability: TIFFFile.Directory?

  /// The block; nil where the directory says nothing that belongs there.
  static func make(_ file: TIFFFile, _ main: TIFFFile.Directory) -> [UInt8]? {
    let block = TIFFExifBlock(file, main)
    if block.main.isEmpty && block.exif == nil && block.gps == nil { return nil }
    return block.beginning(main) ?? block.rebuilt()
  }

  private init(_ file: TIFFFile, _ first: TIFFFile.Directory) {
    self.file = file
    main = first.fields.values.filter { !TIFFTag.isStructural($0.tag) && !Self.isPointer($0.tag) }
      .sorted { $0.tag < $1.tag }
    // One directory in two roles would be written twice.
    var visited: Set<Int> = [first.offset]
    func directory(_ field: TIFFFile.Field?) -> TIFFFile.Directory? {
      guard let found = file.directory(field), visited.insert(found.offset).inserted else { return nil }
      return found
    }
    exif = directory(first.fields[TIFFTag.exifDirectory])
    gps = directory(first.fields[TIFFTag.gpsDirectory])
    interoperability = directory(exif?.fields[TIFFTag.interoperability])
  }

  private static func isPointer(_ tag: Int) -> Bool {
    [TIFFTag.exifDirectory, TIFFTag.gpsDirectory, TIFFTag.interoperability].contains(tag)
  }

  // MARK: - The file's own beginning

  private func beginning(_ directory: TIFFFile.Directory) -> [UInt8]? {
    guard !file.isBig, exif?.fields[TIFFTag.makerNote] != nil else { return nil }
    let directories = [exif, gps, interoperability].compactMap { $0 }
    var kept = directories.map { $0.offset..<($0.offset + $0.byteCount) }
    kept += (main + directories.flatMap(\.fields.values)).filter { !$0.isInline }.map(\.data)
    let end = kept.map(\.upperBound).max() ?? 8
    let pixels =
      [TIFFTag.stripOffsets, TIFFTag.tileOffsets]
      .compactMap { file.number(directory.fields[$0]) }.min() ?? file.bytes.count
    guard end <= Self.longestBeginning, end <= pixels, end <= file.bytes.count else { return nil }

    var block = Array(file.bytes[..<end])
    // What is not Exif's (the old directory, XMP, a profile) would be carried along as dead bytes.
    var dropped = directory.fields.values.filter { TIFFTag.isStructural($0.tag) && !$0.isInline }.map(\.data)
    dropped.append(directory.offset..<(directory.offset + directory.byteCount))
    for range in dropped {
      let inside = range.clamped(to: 0..<end)
      guard !kept.contains(where: { $0.overlaps(inside) }) else { continue }
      for index in inside { block[index] = 0 }
    }
    if block.count % 2 == 1 { block.append(0) }
    let pointer = TIFFFields.number(block.count, size: 4, file.isLittleEndian)
    var fields = TIFFFields(isLittleEndian: file.isLittleEndian)
    for field in main {
      // The values stay where they are.
      fields.addRaw(field.tag, field.type, field.count, value(of: field))
    }
    for (tag, directory) in [(TIFFTag.exifDirectory, exif), (TIFFTag.gpsDirectory, gps)] {
      if let directory { fields.add(tag, longs: [directory.offset]) }
    }
    block += fields.directory(at: block.count, next: 0)
    block.replaceSubrange(4..<8, with: pointer)
    return block
  }

  /// The four bytes of value or offset.
  private func value(of field: TIFFFile.Field) -> [UInt8] {
    if !field.isInline { return TIFFFields.number(field.data.lowerBound, size: 4, file.isLittleEndian) }
    return Array(file.bytes[field.data]) + [UInt8](repeating: 0, count: max(0, 4 - field.data.count))
  }

  // MARK: - A new block

  private func rebuilt() -> [UInt8] {
    let mark: [UInt8] = file.isLittleEndian ? [0x49, 0x49, 0x2A, 0] : [0x4D, 0x4D, 0, 0x2A]
    var block = mark + TIFFFields.number(8, size: 4, file.isLittleEndian)
    var room = Self.largestTotal
    var first = copied(main, &room)
    // The first directory needs the offsets of the others, which follow it: its size is known before.
    let pointers = (exif == nil ? 0 : 1) + (gps == nil ? 0 : 1)
    let behind = 8 + first.byteCount(withFurther: pointers)
    var rest: [UInt8] = []
    func append(_ directory: TIFFFile.Directory?, _ pointers: [(Int, Int?)]) -> Int? {
      guard let directory else { return nil }
      let offset = behind + rest.count
      var fields = copied(
        directory.fields.values.filter { !Self.isPointer($0.tag) }.sorted { $0.tag < $1.tag },
        &room
      )
      for case (let tag, let target?) in pointers { fields.add(tag, longs: [target]) }
      rest += fields.directory(at: offset, next: 0)
      return offset
    }
    let other = append(interoperability, [])
    if let offset = append(exif, [(TIFFTag.interoperability, other)]) {
      first.add(TIFFTag.exifDirectory, longs: [offset])
    }
    if let offset = append(gps, []) { first.add(TIFFTag.gpsDirectory, longs: [offset]) }
    block += first.directory(at: 8, next: 0)
    return block + rest
  }

  private func copied(_ fields: [TIFFFile.Field], _ room: inout Int) -> TIFFFields {
    var result = TIFFFields(isLittleEndian: file.isLittleEndian)
    // 16 to 18 are numbers of BigTIFF alone.
    for field in fields where field.data.count <= room && !(16...18).contains(field.type) {
      room -= field.data.count
      result.add(field.tag, type: field.type, count: field.count, Array(file.bytes[field.data]))
    }
    return result
  }
}
