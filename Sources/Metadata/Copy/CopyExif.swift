internal import Messages
internal import Pixels

/// Makes the Exif block of a copy out of the original's.
struct CopyExif {
  let carried: SourceMetadata
  let size: PixelSize
  let limit: Int?
  /// For the still of a Live Photo.
  var pairingIdentifier: String?

  /// Longer descriptions stand in XMP alone.
  private static let longestDescription = 4096

  /// The block, or nil where there is nothing to say, and what had to be left out.
  func block(from original: [UInt8]?) throws -> ([UInt8]?, [Note]) {
    guard let pairingIdentifier else { return try plainBlock(from: original) }
    let whole = try plainBlock(from: original)
    let paired = try PairingTag.set(pairingIdentifier, in: whole.0)
    guard let limit, paired.exif.count > limit else { return (paired.exif, whole.1 + paired.notes) }
    // The block is full: made anew with room for a MakerNote of nothing but the identifier.
    let room = CopyExif(carried: carried, size: size, limit: limit - PairingTag.roomForMinimalNote)
    let (block, notes) = try room.plainBlock(
      from: whole.0.flatMap { try? PairingTag.withoutMakerNote($0) } ?? original
    )
    let (exif, pairingNotes) = try PairingTag.set(pairingIdentifier, in: block)
    guard exif.count <= limit else {
      throw Problem(.metadataFailed, ["detail": "Exif of \(exif.count) bytes, limit \(limit)"])
    }
    let lost = Note(.exifReduced, ["part": "makernote"])
    return (exif, whole.1 + notes + pairingNotes + (whole.1.contains(lost) ? [] : [lost]))
  }

  private func plainBlock(from original: [UInt8]?) throws -> ([UInt8]?, [Note]) {
    guard let original, !original.isEmpty else { return (try fresh(), []) }
    var notes: [Note] = []
    do {
      if let bytes = try edited(original, &notes) { return (bytes, notes) }
      notes = [Note(.exifDropped, ["detail": "\(original.count) bytes"])]
    } catch let problem as Problem {
      notes = [Note(.exifDropped, ["detail": problem.values["detail"] ?? problem.code.rawValue])]
    }
    return (try fresh(), notes)
  }

  /// A block of nothing but what is carried over.
  private func fresh() throws -> [UInt8]? {
    let hasContent =
      carried.captureDate != nil || carried.place != nil || carried.writtenRating != nil
      || carried.description != nil
    if !hasContent { return nil }
    var editor = try ExifEditor.empty()
    let order = editor.order
    editor.set(ExifTag.exifVersion, in: .exif, to: .bytes(Array("0232".utf8), type: 7, order))
    editor.set(ExifTag.pixelXDimension, in: .exif, to: .long(size.width, order))
    editor.set(ExifTag.pixelYDimension, in: .exif, to: .long(size.height, order))
    try edit(&editor)
    return try ExifCompaction.compacted(editor.structure)
  }

  private func edit(_ editor: inout ExifEditor) throws {
    let reading = ExifReading(try ExifFields.read(editor.bytes))
    let geometry = ExifGeometry(editor.structure)
    try MakerNoteIdentity.remove(from: &editor)
    editor.remove([ExifTag.imageUniqueID], from: .exif)
    editGeometry(&editor, geometry)
    editDates(&editor, reading)
    editPlace(&editor, reading)
    editTexts(&editor, reading)
    editRating(&editor)
    try editor.commit()
  }

  private func editGeometry(_ editor: inout ExifEditor, _ geometry: ExifGeometry) {
    let order = editor.order
    if editor.structure.main[ExifTag.orientation] != nil {
      editor.set(ExifTag.orientation, in: .main, to: .shorts([1], order))
    }
    let sides: [(ExifDirectory, UInt16, Int)] = [
      (.exif, ExifTag.pixelXDimension, size.width), (.exif, ExifTag.pixelYDimension, size.height),
      (.main, ExifTag.imageWidth, size.width), (.main, ExifTag.imageLength, size.height),
    ]
    for (directory, tag, side) in sides {
      guard let entry = editor.structure[directory]?[tag] else { continue }
      let isShort = entry.type == 3 && side <= Int(UInt16.max)
      editor.set(tag, in: directory, to: isShort ? .shorts([side], order) : .long(side, order))
    }
    if let area = editor.structure.value(.exif, ExifTag.subjectArea), area.type == 3, area.count <= 4 {
      let values = (0..<Int(area.count)).compactMap(area.integer)
      if let turned = geometry.subjectArea(values, in: size) {
        editor.set(ExifTag.subjectArea, in: .exif, to: .shorts(turned, order))
      } else {
        editor.remove([ExifTag.subjectArea], from: .exif)
      }
    }
  }

  /// DateTimeOriginal becomes the date that is carried; the other two dates stay, unless one is missing or was the same.
  /// All three offsets become that of the carried date, because readers take any of them for all: dates that
  /// were told in another zone are told anew.
  private func editDates(_ editor: inout ExifEditor, _ reading: ExifReading) {
    guard let date = carried.captureDate else { return }
    let isNew = reading.original.map { !$0.isEquivalent(to: date) } ?? true
    if isNew { set(date, .original, in: &editor) }
    if reading.digitized == nil || (isNew && reading.digitized == reading.original) {
      set(date, .digitized, in: &editor)
    }
    guard let offset = date.offsetMinutes else { return }
    set(offset: offset, .original, in: &editor)
    for (other, known) in [(DateTags.digitized, reading.digitized), (.modified, reading.modified)] {
      if let known, let stated = known.offsetMinutes, stated != offset,
        let moved = known.moved(toOffset: offset)
      {
        set(moved, other, in: &editor)
      }
      set(offset: offset, other, in: &editor)
    }
  }

  private struct DateTags {
    let directory: ExifDirectory
    let date, subsecond, offset: UInt16
    static let original = DateTags(
      directory: .exif,
      date: ExifTag.dateTimeOriginal,
      subsecond: ExifTag.subSecTimeOriginal,
      offset: ExifTag.offsetTimeOriginal
    )
    static let digitized = DateTags(
      directory: .exif,
      date: ExifTag.dateTimeDigitized,
      subsecond: ExifTag.subSecTimeDigitized,
      offset: ExifTag.offsetTimeDigitized
    )
    static let modified = DateTags(
      directory: .main,
      date: ExifTag.dateTime,
      subsecond: ExifTag.subSecTime,
      offset: ExifTag.offsetTime
    )
  }

  private func set(_ date: CaptureDate, _ tags: DateTags, in editor: inout ExifEditor) {
    let order = editor.order
    editor.set(tags.date, in: tags.directory, to: .text(date.exifDate, order))
    if let digits = date.subsecondDigits {
      editor.set(tags.subsecond, in: .exif, to: .text(digits, order))
    } else {
      editor.remove([tags.subsecond], from: .exif)
    }
    if let offset = date.offsetMinutes {
      set(offset: offset, tags, in: &editor)
    } else {
      editor.remove([tags.offset], from: .exif)
    }
  }

  private func set(offset: Int, _ tags: DateTags, in editor: inout ExifEditor) {
    // A value that says the same ("Z") stays as it is written.
    let known = editor.structure.value(.exif, tags.offset)?.text.flatMap(CaptureDate.offset)
    let text = CaptureDate(year: 1, month: 1, day: 1, hour: 0, minute: 0, second: 0, offsetMinutes: offset)
    if known != offset, let text = text.exifOffset {
      editor.set(tags.offset, in: .exif, to: .text(text, editor.order))
    }
  }

  private func editPlace(_ editor: inout ExifEditor, _ reading: ExifReading) {
    guard let place = carried.place else {
      // An altitude alone (positions were taken out before) tells no place and stays.
      let gps = editor.structure.gps
      if gps?[ExifTag.gpsLatitude] != nil || gps?[ExifTag.gpsLongitude] != nil {
        editor.remove(ExifGPS.positionTags, from: .gps)
      }
      return
    }
    if let known = reading.place, MetadataComparison.isSame(known, place) { return }
    let values = ExifGPS.values(of: place, editor.order)
    editor.remove(ExifGPS.positionTags.filter { values[$0] == nil } + ExifGPS.fixTags, from: .gps)
    for (tag, value) in values { editor.set(tag, in: .gps, to: value) }
    if editor.structure.value(.gps, ExifTag.gpsVersionID) == nil {
      editor.set(ExifTag.gpsVersionID, in: .gps, to: .bytes([2, 3, 0, 0], editor.order))
    }
  }

  private func editTexts(_ editor: inout ExifEditor, _ reading: ExifReading) {
    if let description = carried.description, description != reading.description {
      if description.utf8.count <= Self.longestDescription {
        editor.set(ExifTag.imageDescription, in: .main, to: .text(description, editor.order))
      } else {
        editor.remove([ExifTag.imageDescription], from: .main)
      }
    }
    // Windows' own copies of what XMP says now: away where they say something else.
    if reading.title != carried.title { editor.remove([ExifTag.windowsTitle], from: .main) }
    if Set(reading.keywords.compactMap(\.carriedName)) != Set(carried.tags.map(\.writable.leaf)) {
      editor.remove([ExifTag.windowsKeywords], from: .main)
    }
  }

  private func editRating(_ editor: inout ExifEditor) {
    guard let stars = carried.writtenRating, StarRating.percents.indices.contains(stars) else {
      editor.remove([ExifTag.rating, ExifTag.ratingPercent], from: .main)
      return
    }
    editor.set(ExifTag.rating, in: .main, to: .shorts([stars], editor.order))
    editor.set(ExifTag.ratingPercent, in: .main, to: .shorts([StarRating.percents[stars]], editor.order))
  }

  /// The original's block, edited and brought within the target's limit, or nil if it can't be brought there. Given up
  /// in this order: the thumbnail, the MakerNote, large values of other tags.
  private func edited(_ original: [UInt8], _ notes: inout [Note]) throws -> [UInt8]? {
    var editor = try ExifEditor(original)
    for kind in editor.structure.damaged {
      notes.append(Note(.exifDropped, ["detail": "\(kind == .gps ? "GPS" : "Exif") directory"]))
    }
    let geometry = ExifGeometry(editor.structure)
    // Before anything is put behind it, so that its bytes can be cut off.
    if !geometry.isUnchanged(in: size) || geometry.thumbnailOrientation != .up {
      try ExifThumbnail.remove(from: &editor)
    }
    var bare = editor
    try edit(&editor)
    guard let limit, editor.bytes.count > limit else { return editor.bytes }
    if bare.structure.thumbnail != nil {
      notes.append(Note(.exifReduced, ["part": "thumbnail"]))
      try ExifThumbnail.remove(from: &bare)
      try edit(&bare)
      if bare.bytes.count <= limit { return bare.bytes }
    }
    if editor.structure.exif?[ExifTag.makerNote] != nil {
      notes.append(Note(.exifReduced, ["part": "makernote"]))
    }
    let compacted = try ExifCompaction.compacted(editor.structure)
    if compacted.count <= limit { return compacted }
    notes.append(Note(.exifReduced, ["part": "large values"]))
    let small = try ExifCompaction.compacted(editor.structure, maximumValueByteCount: 1024)
    return small.count <= limit ? small : nil
  }
}

extension SourceMetadata {
  /// The rating that is written: an explicit one, else 5 stars for a favourite, since hearts are unknown to most programs.
  var writtenRating: Int? { rating ?? (favourite == true ? 5 : nil) }
}
