/// Makes the IPTC block of a copy out of the original's: as it is, except where it would contradict what is carried.
struct CopyIPTC {
  let carried: SourceMetadata

  /// Lengths that IIM 4.2 allows, in bytes.
  private static let longestKeyword = 64
  private static let longestTitle = 64
  private static let longestCaption = 2000

  /// The block, or nil where it would have to be changed and can't be, because it is damaged.
  func block(from original: [UInt8]) -> [UInt8]? {
    let old = IPTCRecords(original)
    var new = old
    // Photo programs take urgency for stars; it yields to a real rating.
    if carried.rating != nil { new.remove(IPTCNumber.urgency) }
    let keywords = carried.tags.map { $0.writable.leaf.prefix(utf8Count: Self.longestKeyword) }
    if Set(keywords) != Set(old.texts(IPTCNumber.keywords).map(\.composed)) {
      var seen: Set<String> = []
      new.replace(IPTCNumber.keywords, with: keywords.filter { seen.insert($0).inserted })
    }
    replace(IPTCNumber.caption, with: carried.description?.prefix(utf8Count: Self.longestCaption), in: &new)
    replace(IPTCNumber.objectName, with: carried.title?.prefix(utf8Count: Self.longestTitle), in: &new)
    replaceDate(in: &new)
    if new.datasets == old.datasets { return original }
    return old.isDamaged ? nil : new.bytes
  }

  private func replace(_ number: UInt8, with text: String?, in records: inout IPTCRecords) {
    if let known = records.text(number), let text, known != text { records.replace(number, with: [text]) }
  }

  private func replaceDate(in records: inout IPTCRecords) {
    guard let date = carried.captureDate, records.contains(IPTCNumber.dateCreated),
      let known = records.date(IPTCNumber.dateCreated, IPTCNumber.timeCreated)
    else { return }
    let hasTime = records.contains(IPTCNumber.timeCreated)
    let isSameDay = (known.year, known.month, known.day) == (date.year, date.month, date.day)
    if isSameDay
      && (!hasTime || (known.isSameWallClockSecond(as: date) && known.offsetMinutes == date.offsetMinutes))
    {
      return
    }
    let text = date.exifDate.filter { $0 != ":" }
    records.replace(IPTCNumber.dateCreated, with: [String(text.prefix(8))])
    if let offset = date.exifOffset?.filter({ $0 != ":" }) {
      records.replace(IPTCNumber.timeCreated, with: [String(text.suffix(6)) + offset])
    } else {
      // The time's form demands an offset, and none is known.
      records.remove(IPTCNumber.timeCreated)
    }
  }
}
