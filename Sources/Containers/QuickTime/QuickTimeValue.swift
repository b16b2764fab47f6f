/// A metadata value by its well-known type (QuickTime File Format, "Well-known types").
public enum QuickTimeValue: Hashable, Sendable {
  /// Types 1 (UTF-8) and 2 (UTF-16).
  case text(String)
  /// Types 21 (signed), 22 (unsigned) and those of fixed width.
  case integer(Int64)
  /// Types 23 and 24.
  case real(Double)
  /// Any other, with its type.
  case data([UInt8], type: UInt32)

  /// Reads a value.
  init(_ bytes: [UInt8], type: UInt32) {
    switch type {
    case 1: self = .text(Self.text(bytes))
    case 2: self = .text(Self.utf16(bytes))
    case 21, 65, 66, 67, 74: self = Self.signed(bytes).map(Self.integer) ?? .data(bytes, type: type)
    case 22, 75, 76, 77, 78: self = Self.unsigned(bytes).map(Self.integer) ?? .data(bytes, type: type)
    case 23 where bytes.count == 4:
      self = .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: Self.number(bytes)))))
    case 24 where bytes.count == 8: self = .real(Double(bitPattern: Self.number(bytes)))
    default: self = .data(bytes, type: type)
    }
  }

  /// The bytes of the value and their type.
  var encoded: (type: UInt32, bytes: [UInt8]) {
    switch self {
    case .text(let text): (1, Array(text.utf8))
    case .integer(let number): (21, BigEndian.bytes(Int(number), count: 8))
    case .real(let number):
      (23, BigEndian.bytes(Int(Float(number).bitPattern), count: 4))
    case .data(let bytes, let type): (type, bytes)
    }
  }

  /// The text, of a text.
  public var text: String? {
    if case .text(let text) = self { return text }
    return nil
  }

  /// The number, of a number; of a text that is one as libavformat writes all values.
  public var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    case .text(let text): Double(text)
    case .data: nil
    }
  }

  /// Some writers end texts with a NUL.
  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  private static func utf16(_ bytes: [UInt8]) -> String {
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map {
      UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
    }
    return String(decoding: units.prefix { $0 != 0 }, as: UTF16.self)
  }

  private static func number(_ bytes: [UInt8]) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }

  private static func signed(_ bytes: [UInt8]) -> Int64? {
    guard (1...8).contains(bytes.count) else { return nil }
    let shift = UInt64(8 * (8 - bytes.count))
    return Int64(bitPattern: number(bytes) << shift) >> Int64(shift)
  }

  private static func unsigned(_ bytes: [UInt8]) -> Int64? {
    guard (1...8).contains(bytes.count) else { return nil }
    return Int64(exactly: number(bytes))
  }
}
