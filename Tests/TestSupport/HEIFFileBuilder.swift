/// Makes small HEIF files box by box, right and wrong ones alike.
public struct HEIFFileBuilder {
  /// An item with all that belongs to it.
  public struct Item {
    /// Its number.
    public var id: Int
    /// Its type.
    public var type: String
    /// Its data.
    public var data: [UInt8]
    /// Its properties as whole boxes.
    public var properties: [[UInt8]]
    /// References to other items.
    public var references: [(type: String, targets: [Int])]
    /// Media type of a "mime" item.
    public var contentType = "application/rdf+xml"
    /// How a "mime" item is packed.
    public var contentEncoding = ""
    /// Not to be shown.
    public var isHidden = false
    /// Whether the data stands in `idat` (construction method 1).
    public var isInMeta = false
    /// Into how many pieces the data is divided.
    public var pieces = 1

    /// Makes an item.
    public init(
      _ id: Int,
      _ type: String,
      data: [UInt8] = [],
      properties: [[UInt8]] = [],
      references: [(type: String, targets: [Int])] = []
    ) {
      self.id = id
      self.type = type
      self.data = data
      self.properties = properties
      self.references = references
    }
  }

  /// The items, in order.
  public var items: [Item]
  /// The item that `pitm` names.
  public var primary: Int
  /// Version of `iloc`: 0, 1 or 2.
  public var locationVersion = 1
  /// Whether places are written as base offset (with offset 0) instead of offset.
  public var usesBaseOffset = false
  /// Whether `iref` has 32-bit numbers.
  public var hasLongReferences = false
  /// Boxes behind everything else.
  public var trailer: [UInt8] = []
  /// Content of `grpl`.
  public var groups: [UInt8] = []

  /// A file with some items.
  public init(_ items: [Item], primary: Int = 1) {
    self.items = items
    self.primary = primary
  }

  /// The file.
  public func bytes() -> [UInt8] {
    let brands = Self.box("ftyp", Array("heic".utf8) + Self.number(0, 4) + Array("mif1heic".utf8))
    // Offsets take the same space whatever they are, so the second pass can use the first one's length.
    let length = brands.count + meta(mediaStart: 0).count + 8
    let media = items.filter { !$0.isInMeta }.flatMap(\.data)
    return brands + meta(mediaStart: length) + Self.box("mdat", media) + trailer
  }

  private func meta(mediaStart: Int) -> [UInt8] {
    let content =
      Self.fullBox("hdlr", Self.number(0, 4) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
      + Self.fullBox("pitm", Self.number(primary, 2)) + information() + locations(mediaStart: mediaStart)
      + references() + properties() + Self.box("idat", items.filter(\.isInMeta).flatMap(\.data))
      + (groups.isEmpty ? [] : Self.box("grpl", groups))
    return Self.fullBox("meta", content)
  }

  private func information() -> [UInt8] {
    let entries = items.flatMap { item in
      let text =
        item.type == "mime"
        ? Array(item.contentType.utf8) + [0] + Array(item.contentEncoding.utf8) + [0] : [UInt8]()
      return Self.fullBox(
        "infe",
        version: 2,
        flags: item.isHidden ? 1 : 0,
        Self.number(item.id, 2) + Self.number(0, 2) + Array(item.type.utf8) + [0] + text
      )
    }
    return Self.fullBox("iinf", Self.number(items.count, 2) + entries)
  }

  private func locations(mediaStart: Int) -> [UInt8] {
    let idSize = locationVersion == 2 ? 4 : 2
    var content = [0x44, usesBaseOffset ? 0x40 : 0x00] + Self.number(items.count, idSize)
    var (inMedia, inMeta) = (mediaStart, 0)
    for item in items {
      content += Self.number(item.id, idSize)
      if locationVersion > 0 { content += Self.number(item.isInMeta ? 1 : 0, 2) }
      content += Self.number(0, 2)
      let start = item.isInMeta ? inMeta : inMedia
      if item.isInMeta { inMeta += item.data.count } else { inMedia += item.data.count }
      if usesBaseOffset { content += Self.number(start, 4) }
      content += Self.number(item.pieces, 2)
      for piece in 0..<item.pieces {
        let (from, to) = (
          item.data.count * piece / item.pieces, item.data.count * (piece + 1) / item.pieces
        )
        content += Self.number((usesBaseOffset ? 0 : start) + from, 4) + Self.number(to - from, 4)
      }
    }
    return Self.fullBox("iloc", version: locationVersion, content)
  }

  private func references() -> [UInt8] {
    let idSize = hasLongReferences ? 4 : 2
    let entries = items.flatMap { item in
      item.references.flatMap { reference in
        Self.box(
          reference.type,
          Self.number(item.id, idSize) + Self.number(reference.targets.count, 2)
            + reference.targets.flatMap { Self.number($0, idSize) }
        )
      }
    }
    return entries.isEmpty ? [] : Self.fullBox("iref", version: hasLongReferences ? 1 : 0, entries)
  }

  private func properties() -> [UInt8] {
    var (boxes, associations, index) = ([UInt8](), [UInt8](), 0)
    for item in items {
      associations += Self.number(item.id, 2) + Self.number(item.properties.count, 1)
      for property in item.properties {
        boxes += property
        index += 1
        associations += Self.number(0x8000 | index, 2)
      }
    }
    return Self.box(
      "iprp",
      Self.box("ipco", boxes)
        + Self.fullBox("ipma", flags: 1, Self.number(items.count, 4) + associations)
    )
  }

  /// A big-endian number.
  public static func number(_ value: Int, _ byteCount: Int) -> [UInt8] {
    (0..<byteCount).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  /// A box.
  public static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
    number(content.count + 8, 4) + Array(type.utf8) + content
  }

  /// A box with version and flags.
  public static func fullBox(_ type: String, version: Int = 0, flags: Int = 0, _ content: [UInt8]) -> [UInt8]
  {
    box(type, number(version << 24 | flags, 4) + content)
  }

  /// `ispe`.
  public static func extent(_ width: Int, _ height: Int) -> [UInt8] {
    fullBox("ispe", number(width, 4) + number(height, 4))
  }

  /// `irot`.
  public static func rotation(_ quarterTurns: Int) -> [UInt8] { box("irot", [UInt8(quarterTurns)]) }

  /// `imir`.
  public static func mirror(_ axis: Int) -> [UInt8] { box("imir", [UInt8(axis)]) }

  /// `clap`: width, height, horizontal and vertical offset, each numerator and denominator.
  public static func aperture(_ numbers: [Int]) -> [UInt8] { box("clap", numbers.flatMap { number($0, 4) }) }

  /// `colr` of type "nclx".
  public static func codePoints(_ primaries: Int, _ transfer: Int, _ matrix: Int, full: Bool) -> [UInt8] {
    box(
      "colr",
      Array("nclx".utf8) + number(primaries, 2) + number(transfer, 2) + number(matrix, 2) + [full ? 0x80 : 0]
    )
  }

  /// `auxC`.
  public static func auxiliary(_ urn: String) -> [UInt8] { fullBox("auxC", Array(urn.utf8) + [0]) }

  /// The data of a "grid" item.
  public static func grid(rows: Int, columns: Int, width: Int, height: Int) -> [UInt8] {
    [0, 1, UInt8(rows - 1), UInt8(columns - 1)] + number(width, 4) + number(height, 4)
  }
}
