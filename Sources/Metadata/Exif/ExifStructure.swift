internal import Messages

/// Where the directories of an Exif block are. Each is visited once, so that pointers in a circle end.
struct ExifStructure {
  let block: TIFFBlock
  /// The first directory.
  let main: TIFFDirectory
  /// The Exif directory.
  private(set) var exif: TIFFDirectory?
  /// The GPS directory.
  private(set) var gps: TIFFDirectory?
  /// The thumbnail's directory.
  private(set) var thumbnail: TIFFDirectory?
  /// Directories that are pointed to but can't be read.
  private(set) var damaged: [ExifDirectory] = []

  /// - Throws: `decode.damaged` where there is no header or no first directory.
  init(_ bytes: [UInt8]) throws { try self.init(TIFFBlock(bytes)) }

  init(_ block: TIFFBlock) throws {
    self.block = block
    let first = Int(try block.uint32(at: TIFFBlock.firstDirectoryPointer))
    if first < 8 { throw TIFFBlock.damaged("the first directory lies in the header") }
    main = try block.directory(at: first)
    var visited: Set<Int> = [first]
    exif = visit(ExifTag.exifDirectory, as: .exif, &visited)
    gps = visit(ExifTag.gpsDirectory, as: .gps, &visited)
    if main.next >= 8, visited.insert(main.next).inserted { thumbnail = try? block.directory(at: main.next) }
  }

  private mutating func visit(
    _ tag: UInt16,
    as kind: ExifDirectory,
    _ visited: inout Set<Int>
  ) -> TIFFDirectory? {
    guard let entry = main[tag] else { return nil }
    guard let offset = block.value(of: entry)?.integer(), offset >= 8, visited.insert(offset).inserted,
      let directory = try? block.directory(at: offset)
    else {
      damaged.append(kind)
      return nil
    }
    return directory
  }

  subscript(kind: ExifDirectory) -> TIFFDirectory? {
    switch kind {
    case .main: main
    case .exif: exif
    case .gps: gps
    }
  }

  func value(_ kind: ExifDirectory, _ tag: UInt16) -> ExifValue? {
    self[kind]?[tag].flatMap(block.value)
  }

  /// The values of the tags that are read, as far as they can be.
  var fields: ExifFields {
    var fields = ExifFields()
    for kind in ExifDirectory.allCases {
      for entry in self[kind]?.entries ?? [] where ExifTag.read.contains(entry.tag) {
        if fields[kind, entry.tag] == nil { fields[kind, entry.tag] = block.value(of: entry) }
      }
    }
    return fields
  }

  /// The sum of what all entries claim to hold; in a sane block no more than its size.
  var claimedByteCount: Int {
    let interoperability = value(.exif, ExifTag.interopDirectory)?.integer().flatMap {
      try? block.directory(at: $0)
    }
    return [main, exif, gps, thumbnail, interoperability].compactMap { $0 }.flatMap(\.entries)
      .reduce(0) { $0 + 12 + ($1.isInline ? 0 : $1.byteCount ?? 0) }
  }
}
