internal import Messages
internal import Pixels

/// The sequence header of an AV1 stream (AV1 bitstream specification, 5.5): enough to know a picture's size, depth and
/// colours before memory is taken for it.
struct AV1SequenceHeader: Hashable, Sendable {
  /// `seq_profile`.
  var profile = 0
  /// `seq_level_idx` of the first operating point.
  var level = 0
  /// `seq_tier` of the first operating point.
  var tier = 0
  /// Size of the largest frame.
  var size = PixelSize(width: 0, height: 0)
  /// Bits of a sample: 8, 10 or 12.
  var bitDepth = 8
  /// 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  var chromaFormat = 1
  /// Primaries, transfer, matrix and range.
  var codePoints = CodePoints(primaries: 2, transfer: 2, matrix: 2, isFullRange: false)

  /// The sequence header of a picture's data. Where there are several they must be the same: a decoder takes memory for
  /// each.
  static func only(in data: ArraySlice<UInt8>) throws -> AV1SequenceHeader {
    var found: AV1SequenceHeader?
    try AV1Units.forEach(in: data) { type, payload in
      guard type == AV1Units.sequenceHeader else { return }
      let header = try AV1SequenceHeader(payload: payload)
      guard found == nil || found == header else {
        throw Problem(.damaged, ["detail": "AV1 picture with two sequence headers"])
      }
      found = header
    }
    guard let found else { throw Problem(.damaged, ["detail": "AV1 picture without sequence header"]) }
    return found
  }

  /// Reads the unit's content, without its header.
  init(payload: some Collection<UInt8>) throws {
    // A head is enough: with 32 operating points and all timing the fields read here take 500 bytes at most.
    var bits = HEIFBitReader(plain: payload.prefix(512))
    profile = try bits.read(3)
    guard profile <= 2 else {
      throw Problem(.codecUnsupported, ["codec": "AV1", "detail": "profile \(profile)"])
    }
    try bits.skip(1)
    let isReduced = try bits.read(1) == 1
    if isReduced { level = try bits.read(5) } else { try readOperatingPoints(&bits) }
    let (widthBits, heightBits) = (try bits.read(4) + 1, try bits.read(4) + 1)
    size = PixelSize(width: try bits.read(widthBits) + 1, height: try bits.read(heightBits) + 1)
    // Frame numbers.
    if !isReduced, try bits.read(1) == 1 { try bits.skip(7) }
    try bits.skip(3)
    if !isReduced { try Self.skipInterTools(&bits) }
    try bits.skip(3)
    try readColour(&bits)
  }

  /// Timing and operating points.
  private mutating func readOperatingPoints(_ bits: inout HEIFBitReader) throws {
    var delayBits: Int?
    if try bits.read(1) == 1 {
      try bits.skip(64)
      if try bits.read(1) == 1 { _ = try bits.readExponential() }
      if try bits.read(1) == 1 {
        delayBits = try bits.read(5) + 1
        try bits.skip(32 + 10)
      }
    }
    let hasDisplayDelay = try bits.read(1) == 1
    for point in 0...(try bits.read(5)) {
      try bits.skip(12)
      let pointLevel = try bits.read(5)
      let pointTier = pointLevel > 7 ? try bits.read(1) : 0
      if point == 0 { (level, tier) = (pointLevel, pointTier) }
      if let delayBits, try bits.read(1) == 1 { try bits.skip(2 * delayBits + 1) }
      if hasDisplayDelay, try bits.read(1) == 1 { try bits.skip(4) }
    }
  }

  /// Tools for frames that depend on others.
  private static func skipInterTools(_ bits: inout HEIFBitReader) throws {
    try bits.skip(4)
    let hasOrder = try bits.read(1) == 1
    if hasOrder { try bits.skip(2) }
    let choosesScreenTools = try bits.read(1) == 1
    let usesScreenTools = choosesScreenTools ? true : try bits.read(1) == 1
    if usesScreenTools, try bits.read(1) == 0 { try bits.skip(1) }
    if hasOrder { try bits.skip(3) }
  }

  /// `color_config` (5.5.2).
  private mutating func readColour(_ bits: inout HEIFBitReader) throws {
    let isDeep = try bits.read(1) == 1
    bitDepth = isDeep ? 10 : 8
    if profile == 2, isDeep, try bits.read(1) == 1 { bitDepth = 12 }
    let isGrey = profile == 1 ? false : try bits.read(1) == 1
    if try bits.read(1) == 1 {
      codePoints.primaries = try bits.read(8)
      codePoints.transfer = try bits.read(8)
      codePoints.matrix = try bits.read(8)
    }
    let isRGB = codePoints.primaries == 1 && codePoints.transfer == 13 && codePoints.matrix == 0
    if !isGrey && isRGB {
      codePoints.isFullRange = true
      chromaFormat = 3
      return
    }
    codePoints.isFullRange = try bits.read(1) == 1
    switch profile {
    case _ where isGrey: chromaFormat = 0
    case 0: chromaFormat = 1
    case 1: chromaFormat = 3
    default:
      guard bitDepth == 12 else {
        chromaFormat = 2
        return
      }
      let isHalfWide = try bits.read(1) == 1
      let isHalfHigh = isHalfWide ? try bits.read(1) == 1 : false
      chromaFormat = isHalfHigh ? 1 : isHalfWide ? 2 : 3
    }
  }
}

extension AV1SequenceHeader {
  /// The content of an `av1C` box (AV1 Codec ISO Media File Format Binding, 2.3.3) without copies of units.
  var configurationRecord: [UInt8] {
    let isHalfWide = chromaFormat <= 2
    let isHalfHigh = chromaFormat <= 1
    let flags = [
      tier == 1, bitDepth > 8, bitDepth == 12, chromaFormat == 0, isHalfWide, isHalfHigh, false, false,
    ]
    return [
      0x81, UInt8(truncatingIfNeeded: profile << 5 | level), flags.reduce(0) { $0 << 1 | ($1 ? 1 : 0) }, 0,
    ]
  }
}

/// The units (OBU) of an AV1 stream (AV1 bitstream specification, 5.3).
enum AV1Units {
  /// The type of a sequence header.
  static let sequenceHeader = 1

  /// Walks over the units: type, and content without header.
  static func forEach(in data: ArraySlice<UInt8>, _ body: (Int, ArraySlice<UInt8>) throws -> Void) throws {
    var rest = data
    while let head = rest.popFirst() {
      guard head & 0x80 == 0 else { throw Problem(.damaged, ["detail": "AV1 unit"]) }
      if head & 4 != 0, rest.popFirst() == nil { throw Problem(.damaged, ["detail": "AV1 unit header"]) }
      let count = head & 2 == 0 ? rest.count : try readLength(&rest)
      guard count <= rest.count else {
        throw Problem(.damaged, ["detail": "AV1 unit of \(count) bytes, \(rest.count) left"])
      }
      try body(Int(head >> 3 & 15), rest.prefix(count))
      rest = rest.dropFirst(count)
    }
  }

  /// `leb128` (4.10.5), at most 32 bits.
  private static func readLength(_ rest: inout ArraySlice<UInt8>) throws -> Int {
    var value = 0
    for index in 0..<8 {
      guard let byte = rest.popFirst() else { break }
      value |= Int(byte & 0x7F) << (7 * index)
      if byte & 0x80 == 0 {
        guard value <= UInt32.max else { break }
        return value
      }
    }
    throw Problem(.damaged, ["detail": "AV1 unit length"])
  }
}
