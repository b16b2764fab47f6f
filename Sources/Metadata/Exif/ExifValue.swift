/// The value of a tag as its bytes stand in the file.
struct ExifValue: Hashable {
  /// TIFF type of a component.
  var type: UInt16
  /// Number of components.
  var count: UInt32
  /// All components.
  var bytes: [UInt8]
  /// How the numbers in `bytes` are written.
  var order: ByteOrder

  init(type: UInt16, count: UInt32, bytes: [UInt8], order: ByteOrder) {
    self.type = type
    self.count = count
    self.bytes = bytes
    self.order = order
  }

  /// Text, with the NUL that ends it. Exif 2 says ASCII; UTF-8 is what the MWG guidelines ask for beyond it.
  static func text(_ text: String, _ order: ByteOrder) -> ExifValue {
    let bytes = Array(text.utf8) + [0]
    return ExifValue(type: 2, count: UInt32(clamping: bytes.count), bytes: bytes, order: order)
  }

  static func bytes(_ bytes: [UInt8], type: UInt16 = 1, _ order: ByteOrder) -> ExifValue {
    ExifValue(type: type, count: UInt32(clamping: bytes.count), bytes: bytes, order: order)
  }

  static func shorts(_ values: [Int], _ order: ByteOrder) -> ExifValue {
    let bytes = values.flatMap { order.bytes(UInt16(clamping: $0)) }
    return ExifValue(type: 3, count: UInt32(clamping: values.count), bytes: bytes, order: order)
  }

  static func long(_ value: Int, _ order: ByteOrder) -> ExifValue {
    ExifValue(type: 4, count: 1, bytes: order.bytes(UInt32(clamping: value)), order: order)
  }

  static func rationals(_ values: [(Int, Int)], _ order: ByteOrder) -> ExifValue {
    let bytes = values.flatMap { order.bytes(UInt32(clamping: $0.0)) + order.bytes(UInt32(clamping: $0.1)) }
    return ExifValue(type: 5, count: UInt32(clamping: values.count), bytes: bytes, order: order)
  }

  /// The whole number at an index of a BYTE, SHORT or LONG.
  func integer(at index: Int = 0) -> Int? {
    switch type {
    case 1, 7: number(at: index, size: 1)
    case 3: number(at: index, size: 2)
    case 4, 13: number(at: index, size: 4)
    default: nil
    }
  }

  /// The fraction at an index of a RATIONAL, or of whole numbers; nil where its denominator is 0.
  func fraction(at index: Int) -> Double? {
    guard type == 5 else {
      return type == 10 ? signedFraction(at: index) : integer(at: index).map(Double.init)
    }
    guard let numerator = number(at: index * 2, size: 4),
      let denominator = number(at: index * 2 + 1, size: 4),
      denominator != 0
    else { return nil }
    return Double(numerator) / Double(denominator)
  }

  private func signedFraction(at index: Int) -> Double? {
    guard let numerator = number(at: index * 2, size: 4),
      let denominator = number(at: index * 2 + 1, size: 4),
      denominator != 0
    else { return nil }
    return Double(Int32(truncatingIfNeeded: numerator)) / Double(Int32(truncatingIfNeeded: denominator))
  }

  private func number(at index: Int, size: Int) -> Int? {
    let start = index * size
    guard start >= 0, start + size <= bytes.count else { return nil }
    let part = bytes[start..<(start + size)]
    return (order == .big ? Array(part) : part.reversed()).reduce(0) { $0 << 8 | Int($1) }
  }

  /// Text up to the first NUL: UTF-8 where it is valid, else Latin-1.
  var text: String? {
    guard type == 2 || type == 7 || type == 1 || type == 129 else { return nil }
    return ByteText.decoded(bytes.prefix { $0 != 0 })
  }

  /// Text of the Windows XP tags (0x9C9B...): UTF-16, little-endian whatever the block's order.
  var windowsText: String? {
    guard type == 1 || type == 7 else { return nil }
    return ByteText.utf16(bytes[...], isBigEndian: false)
  }

  /// Text of UserComment: 8 bytes name its character code (CIPA DC-008, 4.6.5, UserComment).
  var commentText: String? {
    guard type == 7 || type == 2, bytes.count > 8 else { return nil }
    let body = bytes[8...]
    switch bytes.prefix(8) {
    case [0x41, 0x53, 0x43, 0x49, 0x49, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0]:
      let text = body.prefix { $0 != 0 }
      return text.allSatisfy { $0 >= 0x20 || (9...13).contains($0) } ? ByteText.decoded(text) : nil
    case [0x55, 0x4E, 0x49, 0x43, 0x4F, 0x44, 0x45, 0]:
      // The order is that of the block, but writers disagree: Latin text shows which byte is the empty one.
      let evenZeros = stride(from: 8, to: bytes.count, by: 2).count { bytes[$0] == 0 }
      let oddZeros = stride(from: 9, to: bytes.count, by: 2).count { bytes[$0] == 0 }
      let isBigEndian = evenZeros == oddZeros ? order == .big : evenZeros > oddZeros
      return ByteText.utf16(body, isBigEndian: isBigEndian)
    default: return nil
    }
  }
}

/// Turns bytes of texts into strings.
enum ByteText {
  /// UTF-8 where it is valid, else Latin-1, in which every byte is a character.
  static func decoded(_ bytes: some Collection<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self) ?? latin1(bytes)
  }

  static func latin1(_ bytes: some Collection<UInt8>) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: bytes.lazy.map { Unicode.Scalar($0) })
    return String(scalars)
  }

  /// UTF-16 up to the first NUL, or nil if it is not valid.
  static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String? {
    var units: [UInt16] = []
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      let unit = isBigEndian ? first << 8 | second : second << 8 | first
      if unit == 0 { break }
      if unit != 0xFEFF { units.append(unit) }
      index += 2
    }
    return String(validating: units, as: UTF16.self)
  }
}
