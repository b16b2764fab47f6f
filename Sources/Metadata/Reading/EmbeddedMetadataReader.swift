public import Containers
public import Messages

/// Reads what a picture file itself says of date, place, favourite...
///
/// Where its blocks disagree, the MWG guidelines 2.0 decide (chapter 5): of dates, the date of capture goes before that of
/// digitising and that before the date of change, and of each Exif goes before XMP and XMP before IPTC; a description
/// is Exif's, keywords are XMP's, else IPTC's. Plain texts of PNG and JPEG count where no block says anything.
public enum EmbeddedMetadataReader {
  /// The metadata, and notes of blocks that are damaged.
  public static func read(_ blocks: MetadataBlocks) -> (SourceMetadata, [Note]) {
    var notes: [Note] = []
    let exif = reading(blocks.exif, .exifDropped, &notes) { ExifReading(try ExifFields.read($0)) }
    let xmp = reading(blocks.xmp, .xmpDropped, &notes) {
      XMPReading(try document($0, extended: blocks.extendedXMP))
    }
    let iptc = IPTCRecords(blocks.iptc ?? [])
    let texts = TextReading(blocks.texts)
    var result = SourceMetadata()
    result.captureDate = date(exif, xmp, iptc, texts)
    result.place = exif?.place ?? xmp?.place
    result.favourite = xmp?.favourite
    let standsForFavourite = xmp?.ratingStandsForFavourite ?? false
    result.rating = xmp?.rating ?? (standsForFavourite ? nil : exif?.rating)
    result.title = xmp?.title ?? iptc.text(IPTCNumber.objectName) ?? exif?.title ?? texts["Title"]
    result.description =
      exif?.description ?? xmp?.description ?? iptc.text(IPTCNumber.caption) ?? exif?.comment
      ?? texts["Description"] ?? texts.comment
    result.albums = xmp?.albums ?? []
    result.tags = xmp?.tags ?? []
    for keywords in [iptc.texts(IPTCNumber.keywords), exif?.keywords ?? []] where result.tags.isEmpty {
      result.tags = Tag.join([keywords.compactMap { Tag(readLevels: [$0]) }])
    }
    return (result, notes)
  }

  private static func reading<Reading>(
    _ block: [UInt8]?,
    _ code: NoteCode,
    _ notes: inout [Note],
    _ read: ([UInt8]) throws -> Reading
  ) -> Reading? {
    guard let block, !block.isEmpty else { return nil }
    do { return try read(block) } catch {
      let problem = error as? Problem
      notes.append(Note(code, ["detail": problem?.values["detail"] ?? problem?.code.rawValue ?? ""]))
      return nil
    }
  }

  /// An extension that can't be read leaves the packet.
  private static func document(_ packet: [UInt8], extended: [UInt8]?) throws -> XMPDocument {
    if let extended, !extended.isEmpty, let whole = try? XMPDocument.merged(packet, extended: extended) {
      return whole
    }
    return try XMPDocument(packet: packet)
  }

  /// The date of the most trusted block; what it leaves open (offset, sub-seconds) from those that show the same second.
  private static func date(
    _ exif: ExifReading?,
    _ xmp: XMPReading?,
    _ iptc: IPTCRecords,
    _ texts: TextReading
  ) -> CaptureDate? {
    if let date = exif?.original { return date.completed(by: xmp?.original) }
    if let date = xmp?.original { return date }
    let digitized = exif?.digitized?.completed(by: xmp?.created) ?? xmp?.created
    if let date = iptc.date(IPTCNumber.dateCreated, IPTCNumber.timeCreated) {
      // A mere day says less than a time on that day.
      let isSameDay =
        digitized.map { ($0.year, $0.month, $0.day) == (date.year, date.month, date.day) } ?? false
      return isSameDay && !iptc.contains(IPTCNumber.timeCreated) ? digitized : date
    }
    return digitized ?? iptc.date(IPTCNumber.digitalCreationDate, IPTCNumber.digitalCreationTime)
      ?? texts.date ?? exif?.modified
  }
}
