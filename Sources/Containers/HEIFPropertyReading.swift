extension HEIFProperty {
  /// Reads one box of `ipco`; a known property that can't be read becomes `.malformed`, so that only a picture
  /// that really has it fails.
  init(_ box: Box, in bytes: [UInt8]) {
    do {
      self = try Self.read(box, in: bytes)
    } catch {
      self = .malformed(box.type)
    }
  }

  /// Whether it is a property this program knows, so that it may be marked essential.
  var isUnderstood: Bool {
    if case .other(let type) = self { return Self.harmlessTypes.contains(type) }
    return true
  }

  /// Properties that say something about the picture or its coding but change no pixel of it, and configurations
  /// of codecs, which are judged by the item's type.
  private static let harmlessTypes: Set<BoxType> = [
    "pasp", "rloc", "clli", "mdcv", "cclv", "amve", "lsel", "a1op", "a1lx", "oinf", "tols", "subs", "udes",
    "altt",
    "av1C", "avcC", "vvcC", "jpgC", "j2kH", "uncC", "cmpd", "free", "skip", "crtt", "mdft", "elng", "cmin",
    "cmex",
  ]

  private static func read(_ box: Box, in bytes: [UInt8]) throws -> HEIFProperty {
    var reader = BoxReader(bytes, in: box.content)
    switch box.type {
    case "ispe":
      _ = try reader.readFullBoxHeader()
      return .spatialExtent(width: Int(try reader.readUInt32()), height: Int(try reader.readUInt32()))
    case "irot": return .rotation(quarterTurns: Int(try reader.readUInt8() & 3))
    case "imir": return .mirror(axis: Int(try reader.readUInt8() & 1))
    case "clap": return .cleanAperture(try readCleanAperture(&reader))
    case "pixi":
      _ = try reader.readFullBoxHeader()
      return .pixelInformation(try reader.readBytes(Int(try reader.readUInt8())).map { Int($0) })
    case "colr": return try readColour(&reader)
    case "auxC":
      _ = try reader.readFullBoxHeader()
      return .auxiliaryType(reader.readText())
    case "hvcC": return .hevcConfiguration(box.content)
    default: return .other(box.type)
    }
  }

  private static func readCleanAperture(_ reader: inout BoxReader) throws -> HEIFCleanAperture {
    func fraction(signed: Bool) throws -> HEIFCleanAperture.Fraction {
      let numerator = try reader.readUInt32()
      let denominator = try reader.readUInt32()
      return HEIFCleanAperture.Fraction(
        numerator: signed ? Int(Int32(bitPattern: numerator)) : Int(numerator),
        denominator: Int(denominator)
      )
    }
    return HEIFCleanAperture(
      width: try fraction(signed: false),
      height: try fraction(signed: false),
      horizontalOffset: try fraction(signed: true),
      verticalOffset: try fraction(signed: true)
    )
  }

  private static func readColour(_ reader: inout BoxReader) throws -> HEIFProperty {
    switch try reader.readType() {
    case "nclx":
      let primaries = Int(try reader.readUInt16())
      let transfer = Int(try reader.readUInt16())
      let matrix = Int(try reader.readUInt16())
      let isFullRange = try reader.readUInt8() & 0x80 != 0
      return .codePoints(primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: isFullRange)
    case "prof", "rICC": return .iccProfile(try reader.skip(reader.remaining))
    default: return .other("colr")
    }
  }
}
