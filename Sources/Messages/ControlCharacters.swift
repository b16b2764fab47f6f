/// Makes names harmless on a terminal: a file name may hold escape sequences that rewrite the screen, line breaks that
/// forge a message, or bidirectional marks that show another name than there is.
///
/// For terminals only: what goes into a pipe or a file stays as it is.
public enum ControlCharacters {
  /// `text` with control characters as `\n`, `\t`, `\xNN` or `\u{NNNN}`.
  public static func escaped(_ text: some StringProtocol) -> String {
    if !text.unicodeScalars.contains(where: isHarmful) { return String(text) }
    var result = ""
    for scalar in text.unicodeScalars { append(scalar, to: &result) }
    return result
  }

  /// A line of JSON that is the same JSON, without a character that a terminal acts on: only strings can hold such
  /// characters there, and in strings `\u` followed by four digits stands for them.
  public static func escapedInJSON(_ line: some StringProtocol) -> String {
    if !line.unicodeScalars.contains(where: isHarmful) { return String(line) }
    var result = ""
    for scalar in line.unicodeScalars {
      guard isHarmful(scalar) else {
        result.unicodeScalars.append(scalar)
        continue
      }
      let digits = String(scalar.value, radix: 16)
      result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
    return result
  }

  /// The bytes of a name as text, invalid UTF-8 byte by byte as `\xNN`.
  public static func escaped(bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return escaped(text) }
    var result = ""
    var rest = bytes[...]
    while let first = rest.first {
      if let scalar = leadingScalar(of: rest) {
        append(scalar, to: &result)
        rest = rest.dropFirst(UTF8.width(scalar))
      } else {
        result += hexadecimal(UInt32(first))
        rest = rest.dropFirst()
      }
    }
    return result
  }

  /// Whether a terminal would do something else with the scalar than draw it, or would reorder its neighbours.
  static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0: true
    // ALM, LRM, RLM, embeddings and overrides, isolates (Unicode Standard Annex #9), line and paragraph separators.
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    // Byte order mark and interlinear annotations: not drawn.
    case 0xFEFF, 0xFFF9...0xFFFB: true
    default: false
    }
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout String) {
    guard isHarmful(scalar) else {
      result.unicodeScalars.append(scalar)
      return
    }
    switch scalar {
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    default:
      result += scalar.value < 0x80 ? hexadecimal(scalar.value) : "\\u{\(String(scalar.value, radix: 16))}"
    }
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return "\\x" + (digits.count < 2 ? "0" : "") + digits
  }

  /// The scalar that `bytes` begin with, nil where they are not UTF-8 there.
  private static func leadingScalar(of bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    for count in 1...4 {
      if let text = String(validating: bytes.prefix(count), as: UTF8.self) {
        return text.unicodeScalars.first
      }
      if bytes.count <= count { return nil }
    }
    return nil
  }
}
