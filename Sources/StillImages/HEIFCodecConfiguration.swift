internal import Containers
internal import Messages
internal import Pixels

/// What the HEVC configuration record of an item (`hvcC`, ISO/IEC 14496-15, 8.3.3.1) says of its picture.
struct HEIFCodecConfiguration: Sendable {
  /// 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  var chromaFormat: Int
  /// Bits of a luma sample.
  var bitDepth: Int
  /// Bytes of the length before each unit of the item's data.
  var lengthSize: Int
  /// Parameter sets, each one unit without length.
  var parameterSets: [[UInt8]] = []
  /// Size of the decoded picture.
  var size: PixelSize

  /// Reads the record at `range`.
  init(_ bytes: [UInt8], in range: Range<Int>) throws {
    var reader = BoxReader(bytes, in: range)
    try reader.skip(16)
    chromaFormat = Int(try reader.readUInt8() & 3)
    bitDepth = Int(try reader.readUInt8() & 7) + 8
    let chromaDepth = Int(try reader.readUInt8() & 7) + 8
    try reader.skip(2)
    lengthSize = Int(try reader.readUInt8() & 3) + 1
    var sequence: HEIFSequenceParameters?
    for _ in 0..<(try reader.readUInt8()) {
      try reader.skip(1)
      for _ in 0..<(try reader.readUInt16()) {
        let unit = try reader.readBytes(Int(try reader.readUInt16()))
        if HEIFCodedUnit.isSequenceParameters(unit) { sequence = try HEIFSequenceParameters(unit: unit) }
        parameterSets.append(unit)
      }
    }
    guard let sequence else { throw Problem(.damaged, ["detail": "no sequence parameters in hvcC"]) }
    size = sequence.size
    // The bit stream rules where the record contradicts it.
    chromaFormat = sequence.chromaFormat
    bitDepth = sequence.bitDepth
    guard bitDepth <= 12, chromaFormat == 0 || chromaDepth <= 12 else {
      throw Problem(.codecUnsupported, ["codec": "HEVC", "detail": "\(bitDepth) bits"])
    }
  }
}

/// What the first two bytes of an HEVC unit say (ITU-T H.265, 7.3.1.2).
enum HEIFCodedUnit {
  /// The unit's kind.
  static func kind(_ unit: some Collection<UInt8>) -> Int? { unit.first.map { Int($0 >> 1 & 63) } }

  /// The layer it belongs to: 0 is the picture itself.
  static func layer(_ unit: some Collection<UInt8>) -> Int? {
    guard let first = unit.first, let second = unit.dropFirst().first else { return nil }
    return Int(first & 1) << 5 | Int(second >> 3)
  }

  /// Whether the unit is a sequence parameter set of the picture itself.
  static func isSequenceParameters(_ unit: some Collection<UInt8>) -> Bool {
    kind(unit) == 33 && layer(unit) == 0
  }
}

/// The begin of a sequence parameter set (ITU-T H.265, 7.3.2.2.1): enough to know a picture's size before memory is
/// taken for it.
struct HEIFSequenceParameters {
  /// 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  var chromaFormat: Int
  /// Bits of a luma sample.
  var bitDepth: Int
  /// Size after the conformance window.
  var size: PixelSize

  /// Reads a unit without its length.
  init(unit: some Collection<UInt8>) throws {
    // A head is enough: the fields read here take at most 130 bytes.
    var bits = HEIFBitReader(unit: unit.prefix(256))
    try bits.skip(16 + 4)
    let furtherSubLayers = try bits.read(3)
    try bits.skip(1)
    try Self.skipProfileAndLevel(&bits, furtherSubLayers: furtherSubLayers)
    _ = try bits.readExponential()
    chromaFormat = try bits.readExponential()
    guard chromaFormat <= 3 else { throw Problem(.damaged, ["detail": "chroma format \(chromaFormat)"]) }
    if chromaFormat == 3, try bits.read(1) == 1 { chromaFormat = 0 }
    var width = try bits.readExponential()
    var height = try bits.readExponential()
    if try bits.read(1) == 1 {
      let unitWidth = chromaFormat == 1 || chromaFormat == 2 ? 2 : 1
      let unitHeight = chromaFormat == 1 ? 2 : 1
      width -= unitWidth * (try bits.readExponential() + (try bits.readExponential()))
      height -= unitHeight * (try bits.readExponential() + (try bits.readExponential()))
    }
    guard width > 0, height > 0 else { throw Problem(.damaged, ["detail": "picture of \(width)x\(height)"]) }
    size = PixelSize(width: width, height: height)
    bitDepth = try bits.readExponential() + 8
    guard bitDepth <= 16 else { throw Problem(.damaged, ["detail": "\(bitDepth) bits a sample"]) }
  }

  /// `profile_tier_level` (7.3.3).
  private static func skipProfileAndLevel(_ bits: inout HEIFBitReader, furtherSubLayers: Int) throws {
    try bits.skip(88 + 8)
    guard furtherSubLayers > 0 else { return }
    var skipped = 0
    for index in 0..<8 {
      let flags = try bits.read(2)
      guard index < furtherSubLayers else { continue }
      skipped += (flags & 2 != 0 ? 88 : 0) + (flags & 1 != 0 ? 8 : 0)
    }
    try bits.skip(skipped)
  }
}

/// Reads bits of a codec's parameters; of an HEVC unit, leaving out the bytes that only keep start codes from appearing (7.3.1.1).
struct HEIFBitReader {
  private var bytes: [UInt8] = []
  private var position = 0

  /// Reads a unit from its first byte.
  init(unit: some Collection<UInt8>) {
    var zeros = 0
    for byte in unit {
      if zeros >= 2 && byte == 3 {
        zeros = 0
        continue
      }
      zeros = byte == 0 ? zeros + 1 : 0
      bytes.append(byte)
    }
  }

  /// Reads bytes as they are.
  init(plain bytes: some Collection<UInt8>) { self.bytes = Array(bytes) }

  /// Passes over bits.
  mutating func skip(_ count: Int) throws {
    guard count <= bytes.count * 8 - position else { throw Self.tooShort }
    position += count
  }

  /// Reads up to 32 bits.
  mutating func read(_ count: Int) throws -> Int {
    guard count <= bytes.count * 8 - position else { throw Self.tooShort }
    var value = 0
    for _ in 0..<count {
      value = value << 1 | Int(bytes[position >> 3] >> UInt8(7 - position & 7) & 1)
      position += 1
    }
    return value
  }

  /// Reads an unsigned Exp-Golomb number, `ue(v)` (9.2).
  mutating func readExponential() throws -> Int {
    var zeros = 0
    while try read(1) == 0 {
      zeros += 1
      guard zeros <= 31 else { throw Problem(.damaged, ["detail": "number in parameter set"]) }
    }
    return (1 << zeros) - 1 + (try read(zeros))
  }

  private static var tooShort: Problem { Problem(.damaged, ["detail": "parameter set too short"]) }
}
