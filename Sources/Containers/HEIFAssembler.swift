internal import Messages

/// Builds a HEIF file (ISO/IEC 23008-12) from items that are there already: coded pictures and metadata.
///
/// Items are located by plain 32-bit offsets in an `iloc` of version 0, the form that every reader knows, exiv2 0.27
/// among them. The small items stand before the pictures, where a reader finds them without reading on.
public struct HEIFAssembler: Sendable {
  /// A property of an item: a whole box.
  public struct Property: Hashable, Sendable {
    /// The box.
    public var box: [UInt8]
    /// Whether a reader must understand it.
    public var isEssential: Bool

    /// Makes a property.
    public init(_ type: BoxType, _ content: [UInt8], isEssential: Bool = false) {
      box = HEIFAssembler.box(type, content)
      self.isEssential = isEssential
    }

    /// Takes a whole box.
    public init(box: [UInt8], isEssential: Bool) {
      self.box = box
      self.isEssential = isEssential
    }

    /// `ispe`: a picture's columns and rows.
    public static func spatialExtent(width: Int, height: Int) -> Property {
      Property("ispe", [0, 0, 0, 0] + [width, height].flatMap { number(UInt32(clamping: $0), 4) })
    }

    /// The box's type.
    public var type: BoxType { BoxType(box.dropFirst(4).prefix(4).reduce(0) { $0 << 8 | UInt32($1) }) }
  }

  /// An item; its number is its place in the list, from 1.
  public struct Item: Sendable {
    /// "av01", "Exif", "mime"...
    public var type: BoxType
    /// The data.
    public var data: [UInt8]
    /// The properties in the order in which they are to be applied.
    public var properties: [Property]
    /// References to other items by their numbers.
    public var references: [HEIFItem.Reference]
    /// Media type of a "mime" item.
    public var contentType: String
    /// Not meant to be shown by itself.
    public var isHidden: Bool

    /// Makes an item.
    public init(
      _ type: BoxType,
      data: [UInt8],
      properties: [Property] = [],
      references: [HEIFItem.Reference] = [],
      contentType: String = "",
      isHidden: Bool = false
    ) {
      self.type = type
      self.data = data
      self.properties = properties
      self.references = references
      self.contentType = contentType
      self.isHidden = isHidden
    }
  }

  /// The first brand, then the others.
  public var brands: [BoxType]
  /// The items; the first one is the primary picture.
  public var items: [Item] = []
  /// Groups of items that stand for each other, the preferred one first (`altr`), by their numbers.
  public var alternatives: [[UInt32]] = []

  /// Starts a file.
  public init(brands: [BoxType]) { self.brands = brands }

  /// The file.
  /// - Throws: `encodeFailed` where it would have more bytes than a 32-bit offset reaches, or more items or properties than
  ///   the boxes number.
  public func bytes() throws -> [UInt8] {
    var file = try head()
    file.reserveCapacity(file.count + mediaCount)
    for index in storageOrder { file += items[index].data }
    return file
  }

  /// Gives the file's bytes piece by piece, from its beginning to its end, without ever having it whole.
  /// - Throws: what `bytes` does, before the first piece, and what `take` throws.
  public func write(_ take: ([UInt8]) throws -> Void) throws {
    try take(head())
    for index in storageOrder { try take(items[index].data) }
  }

  private var mediaCount: Int { items.reduce(0) { $0 + $1.data.count } }

  /// All that stands before the items' data.
  private func head() throws -> [UInt8] {
    let first = brands.first.map { Self.number($0.code, 4) } ?? []
    let type = Self.box("ftyp", first + [0, 0, 0, 0] + brands.flatMap { Self.number($0.code, 4) })
    // Offsets take the same space whatever they are, so the first pass tells where the data will begin.
    let start = type.count + meta(mediaStart: 0).count + 8
    let mediaCount = mediaCount
    let propertyCount = Set(items.flatMap { $0.properties.map(\.box) }).count
    guard start + mediaCount <= UInt32.max, items.count <= UInt16.max, propertyCount < 0x80 else {
      let detail = "\(items.count) items, \(propertyCount) properties, \(mediaCount) bytes"
      throw Problem(.encodeFailed, ["format": "heif", "detail": detail])
    }
    return type + meta(mediaStart: start)
      + Self.number(UInt32(truncatingIfNeeded: mediaCount + 8), 4) + Array("mdat".utf8)
  }

  /// Metadata first; the order of pictures stays.
  private var storageOrder: [Int] {
    items.indices.filter { !isPicture($0) } + items.indices.filter(isPicture)
  }

  private func isPicture(_ index: Int) -> Bool { HEIFItem.pictureTypes.contains(items[index].type) }

  private func meta(mediaStart: Int) -> [UInt8] {
    let handler = Self.fullBox("hdlr", [0, 0, 0, 0] + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
    let primary = Self.fullBox("pitm", Self.number(1, 2))
    return Self.fullBox(
      "meta",
      handler + primary + locations(mediaStart: mediaStart) + information + references + properties + groups
    )
  }

  private func locations(mediaStart: Int) -> [UInt8] {
    var starts = [Int](repeating: 0, count: items.count)
    var position = mediaStart
    for index in storageOrder {
      starts[index] = position
      position += items[index].data.count
    }
    var content: [UInt8] = [0x44, 0x00] + Self.number(UInt32(items.count), 2)
    for (index, item) in items.enumerated() {
      content += Self.number(UInt32(index + 1), 2) + [0, 0, 0, 1]
      content += Self.number(UInt32(truncatingIfNeeded: starts[index]), 4)
      content += Self.number(UInt32(truncatingIfNeeded: item.data.count), 4)
    }
    return Self.fullBox("iloc", content)
  }

  private var information: [UInt8] {
    // exiv2 up to 0.28 takes the XMP packet that is named last for the picture's.
    let others = items.indices.filter { describesOther(items[$0]) }
    let order = others + items.indices.filter { !describesOther(items[$0]) }
    let entries = order.flatMap { index in
      let item = items[index]
      let media = item.type == "mime" ? Array(item.contentType.utf8) + [0] : []
      return Self.fullBox(
        "infe",
        version: 2,
        flags: item.isHidden ? 1 : 0,
        Self.number(UInt32(index + 1), 2) + [0, 0] + Self.number(item.type.code, 4) + [0] + media
      )
    }
    return Self.fullBox("iinf", Self.number(UInt32(items.count), 2) + entries)
  }

  /// Whether it is metadata of another picture than the primary one.
  private func describesOther(_ item: Item) -> Bool {
    item.references.contains { $0.type == "cdsc" && !$0.targets.contains(1) }
  }

  private var references: [UInt8] {
    let entries = items.enumerated().flatMap { index, item in
      item.references.flatMap { reference in
        Self.box(
          reference.type,
          Self.number(UInt32(index + 1), 2) + Self.number(UInt32(reference.targets.count), 2)
            + reference.targets.flatMap { Self.number($0, 2) }
        )
      }
    }
    return entries.isEmpty ? [] : Self.fullBox("iref", entries)
  }

  /// Equal properties of several items are written once.
  private var properties: [UInt8] {
    var boxes: [[UInt8]] = []
    var associations: [UInt8] = []
    var count: UInt32 = 0
    for (index, item) in items.enumerated() where !item.properties.isEmpty {
      count += 1
      associations += Self.number(UInt32(index + 1), 2) + Self.number(UInt32(item.properties.count), 1)
      for property in item.properties {
        if !boxes.contains(property.box) { boxes.append(property.box) }
        let place = (boxes.firstIndex(of: property.box) ?? 0) + 1
        associations += Self.number(UInt32(place | (property.isEssential ? 0x80 : 0)), 1)
      }
    }
    return Self.box(
      "iprp",
      Self.box("ipco", boxes.flatMap { $0 }) + Self.fullBox("ipma", Self.number(count, 4) + associations)
    )
  }

  /// Groups have numbers of the same kind as items.
  private var groups: [UInt8] {
    let entries = alternatives.enumerated().flatMap { index, members in
      Self.fullBox(
        "altr",
        Self.number(UInt32(items.count + index + 1), 4) + Self.number(UInt32(members.count), 4)
          + members.flatMap { Self.number($0, 4) }
      )
    }
    return entries.isEmpty ? [] : Self.box("grpl", entries)
  }

  private static func box(_ type: BoxType, _ content: [UInt8]) -> [UInt8] {
    number(UInt32(truncatingIfNeeded: content.count + 8), 4) + number(type.code, 4) + content
  }

  private static func fullBox(
    _ type: BoxType,
    version: UInt8 = 0,
    flags: UInt8 = 0,
    _ content: [UInt8]
  ) -> [UInt8] {
    box(type, [version, 0, 0, flags] + content)
  }

  static func number(_ value: UInt32, _ byteCount: Int) -> [UInt8] {
    [24, 16, 8, 0].suffix(byteCount).map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
