/// One local key of a timed metadata track (QuickTime File Format, "Timed metadata media").
public struct QuickTimeMetadataKey: Hashable, Sendable {
  /// The number that stands for it in samples.
  public var localID: UInt32
  /// Of what kind the name is: "mdta".
  public var namespace: BoxType
  /// Its name: "com.apple.quicktime.still-image-time".
  public var name: String
  /// The type of its values, where it is a well-known one: 65 for a signed byte.
  public var dataType: UInt32?

  /// The key whose track tells which moment a Live Photo's still shows.
  public static let stillImageTime = "com.apple.quicktime.still-image-time"
}

/// How the samples of a track are coded: one entry of `stsd`. Positions count from the movie box's first byte.
public struct QuickTimeSampleEntry: Sendable {
  /// The entry.
  public let box: Box
  /// "avc1", "hvc1", "mebx"...
  public var format: BoxType { box.type }
  /// Boxes inside it: `avcC`, `colr`...
  public private(set) var children: [Box] = []
  /// Coded size of a picture.
  public private(set) var size: (width: Int, height: Int)?
  /// The part of the picture that is shown (`clap`): numerators and denominators of width, height and both offsets.
  public private(set) var cleanAperture: [Int32]?
  /// Width to height of a pixel (`pasp`).
  public private(set) var pixelAspect: (horizontal: UInt32, vertical: UInt32)?
  /// What `colr` says: its kind ("nclc", "nclx", "prof") and, but for a profile, code points of primaries, transfer and
  /// matrix.
  public private(set) var colour: (kind: BoxType, codes: [UInt16])?
  /// Local keys, of timed metadata.
  public private(set) var metadataKeys: [QuickTimeMetadataKey] = []

  private static let maximumKeyCount = 1000

  /// Bytes before the boxes inside an entry for pictures, for sound.
  static let visualHeaderCount = 78

  init(_ box: Box, handler: BoxType, in bytes: [UInt8]) throws {
    self.box = box
    if box.type == "mebx" {
      var reader = BoxReader(bytes, in: box.content)
      try reader.skip(8)
      children = BoxReader.boxes(in: reader.position..<reader.end, of: bytes)
      readKeys(bytes)
    } else if handler == "vide" || handler == "auxv" {
      try readPicture(bytes)
    }
  }

  /// Whether it holds a box of a type.
  public func contains(_ type: BoxType) -> Bool { children.contains { $0.type == type } }

  private mutating func readPicture(_ bytes: [UInt8]) throws {
    var reader = BoxReader(bytes, in: box.content)
    try reader.skip(24)
    size = (Int(try reader.readUInt16()), Int(try reader.readUInt16()))
    try reader.skip(Self.visualHeaderCount - 28)
    children = BoxReader.boxes(in: reader.position..<reader.end, of: bytes)
    for child in children {
      var reader = BoxReader(bytes, in: child.content)
      switch child.type {
      case "clap":
        let numbers = (0..<8).compactMap { _ in try? reader.readUInt32() }
        if numbers.count == 8 { cleanAperture = numbers.map { Int32(bitPattern: $0) } }
      case "pasp":
        if let horizontal = try? reader.readUInt32(), let vertical = try? reader.readUInt32() {
          pixelAspect = (horizontal, vertical)
        }
      case "colr":
        guard colour == nil, let kind = try? reader.readType() else { continue }
        let isCoded = kind == "nclc" || kind == "nclx"
        colour = (kind, isCoded ? (0..<3).compactMap { _ in try? reader.readUInt16() } : [])
      default: continue
      }
    }
  }

  private mutating func readKeys(_ bytes: [UInt8]) {
    for list in children where list.type == "keys" {
      for key in BoxReader.boxes(in: list.content, of: bytes).prefix(Self.maximumKeyCount) {
        var found = QuickTimeMetadataKey(localID: key.type.code, namespace: BoxType(0), name: "")
        for box in BoxReader.boxes(in: key.content, of: bytes) {
          var reader = BoxReader(bytes, in: box.content)
          switch box.type {
          case "keyd":
            found.namespace = (try? reader.readType()) ?? BoxType(0)
            found.name = String(decoding: bytes[reader.position..<reader.end], as: UTF8.self)
          case "dtyp": if (try? reader.readUInt32()) == 0 { found.dataType = try? reader.readUInt32() }
          default: continue
          }
        }
        metadataKeys.append(found)
      }
    }
  }
}
