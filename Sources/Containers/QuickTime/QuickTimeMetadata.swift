/// A `meta` box with keys and values: QuickTime's own (handler `mdta`, keys by name) or that of iTunes (`mdir`, keys of
/// four characters).
public struct QuickTimeMetadata: Hashable, Sendable {
  /// One value.
  public struct Value: Hashable, Sendable {
    /// Its well-known type.
    public var type: UInt32
    /// Country and language; 0: for all.
    public var locale: UInt32
    /// The value itself.
    public var bytes: [UInt8]

    /// Makes a value.
    public init(type: UInt32, locale: UInt32 = 0, bytes: [UInt8]) {
      self.type = type
      self.locale = locale
      self.bytes = bytes
    }

    /// What it means.
    public var value: QuickTimeValue { QuickTimeValue(bytes, type: type) }
  }

  /// A key with its values.
  public struct Item: Hashable, Sendable {
    /// Of what kind the name is: "mdta", or "mdir" for keys of four characters.
    public var namespace: BoxType
    /// The key.
    public var key: String
    /// Its values, one for each language.
    public var values: [Value]

    /// Makes an item.
    public init(namespace: BoxType = "mdta", key: String, values: [Value]) {
      self.namespace = namespace
      self.key = key
      self.values = values
    }
  }

  /// "mdta" or "mdir".
  public let handler: BoxType
  /// The items in the order of their values.
  public var items: [Item]
  /// What else the box holds, byte for byte: lists of countries and languages that values name by number.
  private var otherBoxes: [UInt8] = []

  private static let maximumItemCount = 10_000

  /// Metadata without anything in it.
  public init() {
    handler = "mdta"
    items = []
  }

  /// Reads a `meta` box; nil where it is of another kind.
  init?(_ box: Box, in bytes: [UInt8]) {
    // ISO's form has version and flags first, QuickTime's has not: the handler box tells which it is.
    var reader = BoxReader(bytes, in: box.content)
    guard (try? reader.skip(4)) != nil, let word = try? reader.readType() else { return nil }
    let start = box.content.lowerBound + (word == "hdlr" ? 0 : 4)
    guard start <= box.content.upperBound else { return nil }
    let children = BoxReader.boxes(in: start..<box.content.upperBound, of: bytes)
    guard let handlerBox = children.first(where: { $0.type == "hdlr" }),
      let list = children.first(where: { $0.type == "ilst" })
    else { return nil }
    reader = BoxReader(bytes, in: handlerBox.content)
    guard (try? reader.skip(8)) != nil, let handler = try? reader.readType(),
      handler == "mdta" || handler == "mdir"
    else { return nil }
    self.handler = handler
    let keys = handler == "mdta" ? Self.keys(children.first { $0.type == "keys" }, bytes) : []
    items = []
    let known: Set<BoxType> = ["hdlr", "keys", "ilst", "free", "skip"]
    otherBoxes = children.filter { !known.contains($0.type) }.flatMap { bytes[$0.range] }
    for entry in BoxReader.boxes(in: list.content, of: bytes).prefix(Self.maximumItemCount) {
      var item = Item(namespace: handler, key: "", values: Self.values(entry, bytes))
      if handler == "mdir" {
        item.key = Self.text(of: entry.type)
      } else {
        let index = Int(entry.type.code) - 1
        guard keys.indices.contains(index) else { continue }
        (item.namespace, item.key) = keys[index]
      }
      items.append(item)
    }
  }

  /// The first value of a key.
  public func value(of key: String) -> QuickTimeValue? {
    items.first { $0.key == key }?.values.first?.value
  }

  /// Gives a key one value, in its place or behind the others; nil takes the key away.
  public mutating func set(_ key: String, to value: QuickTimeValue?) {
    let place = items.firstIndex { $0.key == key }
    guard let value else {
      items.removeAll { $0.key == key }
      return
    }
    let encoded = value.encoded
    let values = [Value(type: encoded.type, bytes: encoded.bytes)]
    if let place {
      items[place].values = values
    } else {
      items.append(Item(key: key, values: values))
    }
  }

  private static func keys(_ box: Box?, _ bytes: [UInt8]) -> [(BoxType, String)] {
    guard let box else { return [] }
    var reader = BoxReader(bytes, in: box.content)
    guard (try? reader.skip(8)) != nil else { return [] }
    // A key is laid out like a box: its size, its namespace for a type, its name for a content.
    return BoxReader.boxes(in: reader.position..<reader.end, of: bytes).prefix(maximumItemCount).map {
      ($0.type, String(decoding: bytes[$0.content].prefix { $0 != 0 }, as: UTF8.self))
    }
  }

  private static func values(_ entry: Box, _ bytes: [UInt8]) -> [Value] {
    BoxReader.boxes(in: entry.content, of: bytes).compactMap { box in
      guard box.type == "data" else { return nil }
      var reader = BoxReader(bytes, in: box.content)
      guard let type = try? reader.readUInt32(), let locale = try? reader.readUInt32() else { return nil }
      return Value(type: type & 0xFF_FFFF, locale: locale, bytes: Array(bytes[reader.position..<reader.end]))
    }
  }

  /// Four characters as Latin-1, so that "©nam" is written as it is known.
  private static func text(of type: BoxType) -> String {
    String(
      String.UnicodeScalarView(
        [24, 16, 8, 0].map { Unicode.Scalar(UInt8(truncatingIfNeeded: type.code >> $0)) }
      )
    )
  }

  /// The `meta` box in QuickTime's form, byte for byte as AVFoundation writes it; the values' order is the keys' order.
  public var box: [UInt8] {
    let handler = BoxWriter.box(
      "hdlr",
      [UInt8](repeating: 0, count: 8) + Array("mdta".utf8) + [UInt8](repeating: 0, count: 14)
    )
    var keys = BigEndian.bytes(items.count, count: 4)
    var list: [UInt8] = []
    for (index, item) in items.enumerated() {
      keys += BoxWriter.box(item.namespace, Array(item.key.utf8))
      let values = item.values.flatMap { value in
        BoxWriter.box(
          "data",
          BigEndian.bytes(Int(value.type), count: 4) + BigEndian.bytes(Int(value.locale), count: 4)
            + value.bytes
        )
      }
      list += BoxWriter.box(BoxType(UInt32(truncatingIfNeeded: index + 1)), values)
    }
    return BoxWriter.box(
      "meta",
      handler + BoxWriter.fullBox("keys", keys) + BoxWriter.box("ilst", list)
        + otherBoxes
    )
  }
}

/// Writes boxes.
enum BoxWriter {
  /// A box with a size of 32 bits.
  static func box(_ type: BoxType, _ content: [UInt8]) -> [UInt8] {
    BigEndian.bytes(content.count + 8, count: 4) + BigEndian.bytes(Int(type.code), count: 4) + content
  }

  /// A box with version and flags.
  static func fullBox(_ type: BoxType, version: UInt8 = 0, flags: Int = 0, _ content: [UInt8]) -> [UInt8] {
    box(type, [version] + BigEndian.bytes(flags, count: 3) + content)
  }
}
