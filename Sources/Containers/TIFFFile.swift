internal import Messages

/// The directories of a TIFF file, classic or BigTIFF (TIFF 6.0, section 2; BigTIFF design of libtiff), read within its
/// bytes: a field that points outside the file is a field that is not there.
struct TIFFFile {
  /// One field of a directory.
  struct Field {
    var tag: Int
    var type: Int
    var count: Int
    /// The bytes of the value, in the field itself or elsewhere.
    var data: Range<Int>
    /// Whether the value stands in the field itself.
    var isInline: Bool
  }

  struct Directory {
    var offset: Int
    /// Bytes of the directory itself.
    var byteCount: Int
    /// Of fields with the same tag, the first.
    var fields: [Int: Field]
    /// Offset of the directory after it; 0: none.
    var next: Int
  }

  let bytes: [UInt8]
  let isLittleEndian: Bool
  let isBig: Bool
  let firstDirectory: Int

  /// A real directory has a few dozen entries; one of a BigTIFF could claim 2^64.
  private static let maximumFieldCount = 65_535

  /// Reads the header.
  init(_ bytes: [UInt8]) throws {
    self.bytes = bytes
    switch bytes.prefix(4) {
    case [0x49, 0x49, 0x2A, 0]: (isLittleEndian, isBig) = (true, false)
    case [0x4D, 0x4D, 0, 0x2A]: (isLittleEndian, isBig) = (false, false)
    case [0x49, 0x49, 0x2B, 0]: (isLittleEndian, isBig) = (true, true)
    case [0x4D, 0x4D, 0, 0x2B]: (isLittleEndian, isBig) = (false, true)
    default: throw Problem(.damaged, ["detail": "no TIFF header"])
    }
    let order = isLittleEndian
    guard
      let offset = isBig
        ? Self.number(bytes, at: 8, size: 8, order) : Self.number(bytes, at: 4, size: 4, order)
    else { throw Problem(.truncated, ["detail": "TIFF header"]) }
    firstDirectory = offset
  }

  /// A number of up to 8 bytes; nil outside the bytes, or where it is too large for an offset.
  private static func number(_ bytes: [UInt8], at offset: Int, size: Int, _ isLittleEndian: Bool) -> Int? {
    guard offset >= 0, size >= 1, size <= 8, offset <= bytes.count - size else { return nil }
    var value: UInt64 = 0
    for index in 0..<size {
      let place = isLittleEndian ? offset + size - 1 - index : offset + index
      value = value << 8 | UInt64(bytes[place])
    }
    return Int(exactly: value)
  }

  func number(at offset: Int, size: Int) -> Int? {
    Self.number(bytes, at: offset, size: size, isLittleEndian)
  }

  /// Bytes of a component by type; 13 is a directory's offset, 16 to 18 are BigTIFF's, 129 is Exif 3.0's UTF-8.
  static func componentSize(of type: Int) -> Int? {
    switch type {
    case 1, 2, 6, 7, 129: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12, 16, 17, 18: 8
    default: nil
    }
  }

  /// Reads the directory at an offset.
  /// - Throws: `truncated` where its entries are not all in the file.
  func directory(at offset: Int) throws -> Directory {
    let (countSize, entrySize, valueSize) = isBig ? (8, 20, 8) : (2, 12, 4)
    guard offset >= 8, let count = number(at: offset, size: countSize), count <= Self.maximumFieldCount,
      offset + countSize + count * entrySize <= bytes.count
    else { throw Problem(.truncated, ["detail": "TIFF directory at \(offset)"]) }
    var fields: [Int: Field] = [:]
    fields.reserveCapacity(count)
    for index in 0..<count {
      let start = offset + countSize + index * entrySize
      if let field = field(at: start, valueSize: valueSize), fields[field.tag] == nil {
        fields[field.tag] = field
      }
    }
    let end = offset + countSize + count * entrySize
    return Directory(
      offset: offset,
      byteCount: end + valueSize - offset,
      fields: fields,
      next: number(at: end, size: valueSize) ?? 0
    )
  }

  private func field(at start: Int, valueSize: Int) -> Field? {
    guard let tag = number(at: start, size: 2), let type = number(at: start + 2, size: 2),
      let count = number(at: start + 4, size: valueSize), let size = Self.componentSize(of: type)
    else { return nil }
    let (byteCount, isTooLarge) = count.multipliedReportingOverflow(by: size)
    guard !isTooLarge, byteCount <= bytes.count else { return nil }
    let place = start + 4 + valueSize
    let isInline = byteCount <= valueSize
    guard let offset = isInline ? place : number(at: place, size: valueSize),
      offset >= 0, offset <= bytes.count - byteCount
    else { return nil }
    return Field(tag: tag, type: type, count: count, data: offset..<(offset + byteCount), isInline: isInline)
  }

  /// The whole number at an index of a field.
  func number(_ field: Field?, at index: Int = 0) -> Int? {
    guard let field, index >= 0, index < field.count, [1, 3, 4, 7, 13, 16, 18].contains(field.type),
      let size = Self.componentSize(of: field.type)
    else { return nil }
    return number(at: field.data.lowerBound + index * size, size: size)
  }

  /// The bytes of a field's value; nil for an empty one.
  func content(_ field: Field?) -> [UInt8]? {
    field.flatMap { $0.data.isEmpty ? nil : Array(bytes[$0.data]) }
  }

  /// A directory that a field points to.
  func directory(_ pointer: Field?) -> Directory? {
    number(pointer).flatMap { try? directory(at: $0) }
  }
}

/// Numbers of TIFF's tags (TIFF 6.0; Adobe's, IPTC's and Exif's where named).
enum TIFFTag {
  static let newSubfileType = 254
  static let subfileType = 255
  static let imageWidth = 256
  static let imageLength = 257
  static let bitsPerSample = 258
  static let compression = 259
  static let photometric = 262
  static let make = 271
  static let stripOffsets = 273
  static let orientation = 274
  static let samplesPerPixel = 277
  static let rowsPerStrip = 278
  static let stripByteCounts = 279
  static let xResolution = 282
  static let yResolution = 283
  static let planarConfiguration = 284
  static let resolutionUnit = 296
  static let predictor = 317
  static let tileOffsets = 324
  static let subDirectories = 330
  static let extraSamples = 338
  static let sampleFormat = 339
  static let xmp = 700
  static let iptc = 33723
  static let photoshop = 34377
  static let dateTime = 306
  static let exifDirectory = 34665
  static let profile = 34675
  static let gpsDirectory = 34853
  static let userComment = 37510
  static let makerNote = 37500
  static let interoperability = 40965
  static let dngVersion = 50706

  /// Whether a tag of the first directory speaks of how this file's pixels are stored, or holds what has a place of its
  /// own, and so is no part of an Exif block.
  static func isStructural(_ tag: Int) -> Bool {
    switch tag {
    case 254...266, 273, 277...281, 284, 288...293, 300, 301, 317...325, 326...328, 330, 332...347, 351...435,
      512...532, 559, 700, 32995...32998, 33421, 33422, 33550, 33723, 33922, 34264, 34377, 34675,
      34735...34737,
      37439, 37724, 50706...51200, 52525...52600:
      true
    default: false
    }
  }
}
