/// `moov/udta`: texts of old QuickTime ("©xyz"), 3GPP's boxes, XMP. Positions count from the movie box's first byte.
public struct QuickTimeUserData: Sendable {
  /// The box itself; nil where there is none.
  public let box: Box?
  /// What lies in it.
  public let boxes: [Box]
  private let bytes: [UInt8]

  /// A place as 3GPP writes it (3GPP TS 26.244, 8.10).
  public struct Location: Hashable, Sendable {
    /// Degrees north.
    public var latitude: Double
    /// Degrees east.
    public var longitude: Double
    /// Metres.
    public var altitude: Double
  }

  init() {
    box = nil
    boxes = []
    bytes = []
  }

  init(_ box: Box, in bytes: [UInt8]) {
    self.box = box
    self.bytes = bytes
    boxes = BoxReader.boxes(in: box.content, of: bytes)
  }

  /// The content of the first box of a type.
  public func content(of type: BoxType) -> [UInt8]? {
    boxes.first { $0.type == type }.map { Array(bytes[$0.content]) }
  }

  /// The first text of an international text box: its length, its language, the text in UTF-8 (QuickTime File Format,
  /// "User data text strings"). Androids write it so; some writers leave length and language away.
  public func text(of type: BoxType) -> String? {
    guard let content = content(of: type) else { return nil }
    var reader = BoxReader(content)
    if let length = try? reader.readUInt16(), (try? reader.skip(2)) != nil, Int(length) <= reader.remaining,
      let text = try? reader.readBytes(Int(length))
    {
      return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    }
    return String(decoding: content.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The place in a `loci` box.
  public var location: Location? {
    guard let content = content(of: "loci") else { return nil }
    var reader = BoxReader(content)
    guard (try? reader.skip(6)) != nil else { return nil }
    _ = reader.readText()
    guard (try? reader.skip(1)) != nil else { return nil }
    let numbers = (0..<3).compactMap { _ in try? reader.readUInt32() }.map {
      Double(Int32(bitPattern: $0)) / 65536
    }
    guard numbers.count == 3 else { return nil }
    return Location(latitude: numbers[1], longitude: numbers[0], altitude: numbers[2])
  }

  /// The XMP packet in an `XMP_` box, where QuickTime files have it (XMP specification part 3, 1.2.6.2).
  public var xmp: [UInt8]? { content(of: "XMP_") }
}
