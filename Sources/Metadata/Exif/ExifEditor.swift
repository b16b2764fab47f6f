/// Changes tags of an Exif block without rebuilding it: what is not changed keeps its bytes and its place, above all the
/// MakerNote, whose offsets count from the block's start in half of all cameras.
///
/// A tag that is there is changed where it stands (a longer value goes behind the block's end); tags that are not there
/// make a new copy of their directory behind the end, and the pointer to it is changed. The old directory stays as
/// dead bytes.
struct ExifEditor {
  private(set) var structure: ExifStructure
  private var changes: [ExifDirectory: Changes] = [:]

  private struct Changes {
    var values: [UInt16: ExifValue] = [:]
    var removals: Set<UInt16> = []
  }

  /// Takes a block to edit.
  /// - Throws: `decode.damaged`.
  init(_ bytes: [UInt8]) throws { structure = try ExifStructure(bytes) }

  /// A block without any tag.
  static func empty() throws -> ExifEditor {
    try ExifEditor([0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0])
  }

  var bytes: [UInt8] { structure.block.bytes }
  var order: ByteOrder { structure.block.order }

  mutating func set(_ tag: UInt16, in directory: ExifDirectory, to value: ExifValue) {
    changes[directory, default: Changes()].removals.remove(tag)
    changes[directory, default: Changes()].values[tag] = value
  }

  mutating func remove(_ tags: [UInt16], from directory: ExifDirectory) {
    for tag in tags { changes[directory, default: Changes()].values[tag] = nil }
    changes[directory, default: Changes()].removals.formUnion(tags)
  }

  /// Changes bytes in place by hand, for what lies inside values.
  mutating func patch(_ change: (inout TIFFBlock) throws -> Void) throws {
    var block = structure.block
    try change(&block)
    structure = try ExifStructure(block)
  }

  /// Carries out all changes.
  /// - Throws: `decode.damaged`, `metadata.failed` where the block becomes too large for its 32-bit offsets.
  mutating func commit() throws {
    // Subdirectories first: one that is new is pointed to by the main directory.
    for kind in [ExifDirectory.exif, .gps, .main] {
      guard let change = changes[kind] else { continue }
      changes[kind] = nil
      var block = structure.block
      try apply(change, to: kind, &block)
      structure = try ExifStructure(block)
    }
  }

  private mutating func apply(_ change: Changes, to kind: ExifDirectory, _ block: inout TIFFBlock) throws {
    guard var directory = structure[kind] else {
      if !change.values.isEmpty {
        let new = TIFFDirectory(offset: 0, entries: [], next: 0)
        let offset = try write(new, adding: change.values, to: &block)
        set(Self.pointer(to: kind), in: .main, to: .long(offset, block.order))
      }
      return
    }
    if directory.entries.contains(where: { change.removals.contains($0.tag) }) {
      directory = try block.removeEntries(of: directory) { change.removals.contains($0.tag) }
      if directory.entries.isEmpty, change.values.isEmpty, kind != .main {
        remove([Self.pointer(to: kind)], from: .main)
        return
      }
    }
    var missing: [UInt16: ExifValue] = [:]
    for (tag, value) in change.values.sorted(by: { $0.key < $1.key }) {
      if let entry = directory[tag] {
        if block.value(of: entry) != value { try block.overwrite(entry, with: value) }
      } else {
        missing[tag] = value
      }
    }
    if missing.isEmpty { return }
    let offset = try write(directory, adding: missing, to: &block)
    if kind == .main {
      try block.overwrite(
        at: TIFFBlock.firstDirectoryPointer,
        with: block.order.bytes(UInt32(clamping: offset))
      )
    } else {
      set(Self.pointer(to: kind), in: .main, to: .long(offset, block.order))
    }
  }

  private static func pointer(to kind: ExifDirectory) -> UInt16 {
    kind == .gps ? ExifTag.gpsDirectory : ExifTag.exifDirectory
  }

  /// Writes a copy of a directory with further tags behind the block's end.
  private func write(
    _ directory: TIFFDirectory,
    adding values: [UInt16: ExifValue],
    to block: inout TIFFBlock
  ) throws -> Int {
    var entries: [(tag: UInt16, bytes: [UInt8])] = []
    for entry in directory.entries { entries.append((entry.tag, Array(try block.slice(entry.position, 12)))) }
    for (tag, value) in values { entries.append((tag, block.entry(tag, value))) }
    entries.sort { $0.tag < $1.tag }
    let order = block.order
    return block.append(
      order.bytes(UInt16(clamping: entries.count)) + entries.flatMap(\.bytes)
        + order.bytes(UInt32(clamping: directory.next))
    )
  }
}

extension TIFFBlock {
  /// The 12 bytes of an entry; a value of more than 4 bytes is put behind the block's end.
  mutating func entry(_ tag: UInt16, _ value: ExifValue) -> [UInt8] {
    let field: [UInt8]
    if value.bytes.count <= 4 {
      field = value.bytes + [UInt8](repeating: 0, count: 4 - value.bytes.count)
    } else {
      field = order.bytes(UInt32(clamping: append(value.bytes)))
    }
    return order.bytes(tag) + order.bytes(value.type) + order.bytes(value.count) + field
  }

  /// Gives an entry another value. The old one is left alone where it lies elsewhere: other things may lie there too.
  mutating func overwrite(_ entry: TIFFEntry, with value: ExifValue) throws {
    try overwrite(at: entry.position, with: self.entry(entry.tag, value))
  }

  /// Takes entries out of a directory where it stands: later ones move up, freed bytes become 0.
  mutating func removeEntries(
    of directory: TIFFDirectory,
    base: Int = 0,
    where isRemoved: (TIFFEntry) -> Bool
  ) throws -> TIFFDirectory {
    let kept = directory.entries.filter { !isRemoved($0) }
    var new = order.bytes(UInt16(clamping: kept.count))
    for entry in kept { new += try slice(entry.position, 12) }
    let hasPointer = contains(directory.nextPointer, 4)
    if hasPointer { new += try slice(directory.nextPointer, 4) }
    let byteCount = 2 + 12 * directory.entries.count + (hasPointer ? 4 : 0)
    new += [UInt8](repeating: 0, count: byteCount - new.count)
    try overwrite(at: directory.offset, with: new)
    return try self.directory(at: directory.offset, base: base)
  }
}
