internal import Messages

extension HEIFItems {
  /// Walks the first level and returns the `meta` box's content.
  mutating func readTopLevel() throws -> Range<Int> {
    var reader = BoxReader(bytes)
    guard !bytes.isEmpty else { throw Problem(.inputEmpty) }
    var first = reader
    _ = try first.skip(4)
    guard try first.readType() == "ftyp" else { throw Problem(.formatUnknown, ["found": ""]) }
    var metadata: Range<Int>?
    do {
      while let box = try reader.nextBox() {
        topLevelBoxes.append(box)
        if box.type == "ftyp" && topLevelBoxes.count == 1 { readBrands(box) }
        if box.type == "meta" && metadata == nil { metadata = box.content }
      }
    } catch let problem as Problem {
      // Makers append data that is no box; it does not matter once the directory has been found, and whether the
      // pictures are complete is told by their extents.
      guard metadata != nil else { throw problem }
    }
    if let metadata { return metadata }
    for (type, name) in [("mini", "HEIF (mini)"), ("moov", "HEIF (sequence)")] as [(BoxType, String)]
    where topLevelBoxes.contains(where: { $0.type == type }) {
      throw Problem(.formatUnsupported, ["format": name])
    }
    throw Problem(.truncated, ["detail": "no meta box"])
  }

  private mutating func readBrands(_ box: Box) {
    var reader = BoxReader(bytes, in: box.content)
    majorBrand = (try? reader.readType()) ?? BoxType(0)
    _ = try? reader.skip(4)
    while let brand = try? reader.readType() { compatibleBrands.append(brand) }
  }

  /// Reads all parts of `meta`. The order of its boxes is free, so they are looked up by type.
  mutating func readMeta(_ content: Range<Int>) throws {
    var reader = BoxReader(bytes, in: content)
    _ = try reader.readFullBoxHeader()
    var parts: [BoxType: Box] = [:]
    for box in try reader.readBoxes() where parts[box.type] == nil { parts[box.type] = box }

    if let box = parts["pitm"] { primaryID = try readPrimary(box) }
    guard let information = parts["iinf"] else { throw Problem(.damaged, ["detail": "no iinf box"]) }
    try readItemInformation(information)
    if let box = parts["iloc"] { try readLocations(box, idat: parts["idat"]) }
    if let box = parts["iref"] { try readReferences(box) }
    if let box = parts["iprp"] { try readProperties(box) }
    if let box = parts["grpl"] { try readGroups(box) }
  }

  private func readPrimary(_ box: Box) throws -> UInt32 {
    var reader = BoxReader(bytes, in: box.content)
    let (version, _) = try reader.readFullBoxHeader()
    return UInt32(try reader.readNumber(ofByteCount: version == 0 ? 2 : 4))
  }

  /// `iinf` with its `infe` entries (8.11.6); versions 0 and 1 name no item type and can't be pictures.
  private mutating func readItemInformation(_ box: Box) throws {
    var reader = BoxReader(bytes, in: box.content)
    let (version, _) = try reader.readFullBoxHeader()
    try reader.skip(version == 0 ? 2 : 4)
    while let entry = try reader.nextBox() {
      guard entry.type == "infe" else { continue }
      var fields = BoxReader(bytes, in: entry.content)
      let (entryVersion, flags) = try fields.readFullBoxHeader()
      guard entryVersion >= 2 else { continue }
      let id = UInt32(try fields.readNumber(ofByteCount: entryVersion == 2 ? 2 : 4))
      try fields.skip(2)
      var item = HEIFItem(id: id, type: try fields.readType())
      item.isHidden = flags & 1 != 0
      _ = fields.readText()
      if item.type == "mime" {
        item.contentType = fields.readText()
        item.contentEncoding = fields.readText()
      }
      // A second entry of the same number contradicts the first, which stands.
      guard items[id] == nil else { continue }
      items[id] = item
      order.append(id)
    }
  }

  /// `iloc` (8.11.3): offsets count from the file's begin (method 0) or from the begin of `idat` (method 1).
  private mutating func readLocations(_ box: Box, idat: Box?) throws {
    var reader = BoxReader(bytes, in: box.content)
    let (version, _) = try reader.readFullBoxHeader()
    let sizes = try reader.readUInt16()
    let offsetSize = Int(sizes >> 12 & 15)
    let lengthSize = Int(sizes >> 8 & 15)
    let baseSize = Int(sizes >> 4 & 15)
    let indexSize = version == 0 ? 0 : Int(sizes & 15)
    let count = try reader.readNumber(ofByteCount: version < 2 ? 2 : 4)
    for _ in 0..<count {
      let id = UInt32(try reader.readNumber(ofByteCount: version < 2 ? 2 : 4))
      let method = version == 0 ? 0 : Int(try reader.readUInt16() & 15)
      let dataReference = try reader.readUInt16()
      let base = try reader.readNumber(ofByteCount: baseSize)
      var extents: [Range<Int>]? = []
      for _ in 0..<(try reader.readUInt16()) {
        try reader.skip(indexSize)
        let offset = try reader.readNumber(ofByteCount: offsetSize)
        let length = try reader.readNumber(ofByteCount: lengthSize)
        let source = method == 0 ? 0..<bytes.count : idat?.content
        if let range = place(base, offset, length, source: source, isInFile: method == 0) {
          extents?.append(range)
        } else {
          extents = nil
        }
      }
      if method <= 1 && dataReference == 0 && items[id]?.extents == nil { items[id]?.extents = extents }
    }
  }

  /// A piece's range in the file. It may end behind the file's end (that is told later, as truncation), but not
  /// behind the end of `idat`. Length 0 means the rest of the source.
  private func place(
    _ base: UInt64,
    _ offset: UInt64,
    _ length: UInt64,
    source: Range<Int>?,
    isInFile: Bool
  ) -> Range<Int>? {
    guard let source else { return nil }
    let (sum, sumOverflows) = base.addingReportingOverflow(offset)
    guard !sumOverflows, let first = Int(exactly: sum), let count = Int(exactly: length) else { return nil }
    let (start, startOverflows) = source.lowerBound.addingReportingOverflow(first)
    guard !startOverflows else { return nil }
    if count == 0 { return start <= source.upperBound ? start..<source.upperBound : nil }
    let (end, endOverflows) = start.addingReportingOverflow(count)
    guard !endOverflows, isInFile || end <= source.upperBound else { return nil }
    return start..<end
  }

  /// `iref` (8.11.12): boxes whose type is the reference's type.
  private mutating func readReferences(_ box: Box) throws {
    var reader = BoxReader(bytes, in: box.content)
    let (version, _) = try reader.readFullBoxHeader()
    let idSize = version == 0 ? 2 : 4
    while let entry = try reader.nextBox() {
      var fields = BoxReader(bytes, in: entry.content)
      let id = UInt32(try fields.readNumber(ofByteCount: idSize))
      var targets: [UInt32] = []
      for _ in 0..<(try fields.readUInt16()) {
        targets.append(UInt32(try fields.readNumber(ofByteCount: idSize)))
      }
      items[id]?.references.append(HEIFItem.Reference(type: entry.type, targets: targets))
    }
  }

  /// `iprp` (ISO/IEC 23008-12, 9.3): `ipco` holds the properties, `ipma` says which items have which.
  private mutating func readProperties(_ box: Box) throws {
    var reader = BoxReader(bytes, in: box.content)
    let boxes = try reader.readBoxes()
    var properties: [HEIFProperty] = []
    var found: [Box] = []
    for container in boxes where container.type == "ipco" {
      var inner = BoxReader(bytes, in: container.content)
      for property in try inner.readBoxes() {
        properties.append(HEIFProperty(property, in: bytes))
        found.append(property)
      }
    }
    for association in boxes where association.type == "ipma" {
      var fields = BoxReader(bytes, in: association.content)
      let (version, flags) = try fields.readFullBoxHeader()
      let indexSize = flags & 1 != 0 ? 2 : 1
      for _ in 0..<(try fields.readUInt32()) {
        let id = UInt32(try fields.readNumber(ofByteCount: version == 0 ? 2 : 4))
        for _ in 0..<(try fields.readUInt8()) {
          let word = Int(try fields.readNumber(ofByteCount: indexSize))
          let essentialBit = indexSize == 2 ? 0x8000 : 0x80
          let index = word & (essentialBit - 1)
          // Index 0 means "no property" (9.3.3).
          guard index > 0 else { continue }
          guard index <= properties.count else {
            items[id]?.properties.append(.malformed("ipma"))
            continue
          }
          let isEssential = word & essentialBit != 0
          items[id]?.properties.append(properties[index - 1])
          items[id]?.propertyBoxes.append(
            HEIFItem.PropertyBox(range: found[index - 1].range, isEssential: isEssential)
          )
          if isEssential && !properties[index - 1].isUnderstood {
            items[id]?.unknownEssentialProperties.append(found[index - 1].type)
          }
        }
      }
    }
  }

  /// `grpl` (8.18): boxes whose type is the group's type.
  private mutating func readGroups(_ box: Box) throws {
    var reader = BoxReader(bytes, in: box.content)
    while let group = try reader.nextBox() {
      var fields = BoxReader(bytes, in: group.content)
      _ = try fields.readFullBoxHeader()
      try fields.skip(4)
      var members: [UInt32] = []
      for _ in 0..<(try fields.readUInt32()) { members.append(try fields.readUInt32()) }
      groups.append((group.type, members))
    }
  }
}
