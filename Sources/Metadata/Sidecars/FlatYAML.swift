internal import Messages

/// The part of YAML 1.1 that flat files of settings use: names with a text, a number or a block of text, and one level of
/// names below a name. Lists, references, documents behind the first, and whatever else is not understood is passed over.
struct FlatYAML {
  /// Texts by name; those one level down by "Name.Name".
  private(set) var values: [String: String] = [:]

  static let maximumByteCount = 1 << 20
  private static let maximumLineCount = 20_000

  private struct Line {
    var indent: Int
    var text: Substring
  }

  /// Reads a file.
  /// - Throws: `decode.damaged` where it is no UTF-8 or larger than any such file.
  init(_ bytes: [UInt8]) throws {
    guard bytes.count <= Self.maximumByteCount, let text = String(validating: bytes, as: UTF8.self) else {
      throw Problem(.damaged, ["detail": "YAML: \(bytes.count) bytes, or no UTF-8"])
    }
    let split = text.split(maxSplits: Self.maximumLineCount, omittingEmptySubsequences: false) {
      $0.isNewline
    }
    var lines = split.prefix(Self.maximumLineCount).map { line in
      Line(indent: line.prefix { $0 == " " }.count, text: line.drop { $0 == " " })
    }[...]
    if lines.first?.text.hasPrefix("---") == true { lines.removeFirst() }
    var section: String?
    while let line = lines.popFirst() {
      if line.text.hasPrefix("---") || line.text.hasPrefix("...") { break }
      guard let (name, rest) = Self.entry(line), line.indent == 0 || section != nil else { continue }
      if line.indent == 0 { section = rest.isEmpty ? name : nil }
      if rest.isEmpty { continue }
      let value = Self.value(rest, indent: line.indent, &lines)
      let key = line.indent > 0 ? section.map { "\($0).\(name)" } ?? name : name
      if let value { values[key] = value }
    }
  }

  /// A text that is not empty.
  subscript(name: String) -> String? { values[name]?.carriedText }

  /// "Name: rest".
  private static func entry(_ line: Line) -> (String, Substring)? {
    guard let colon = line.text.firstIndex(of: ":") else { return nil }
    let name = line.text[..<colon]
    let isName =
      !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF) || byte == UInt8(ascii: "_")
      }
    let rest = line.text[line.text.index(after: colon)...]
    guard isName, rest.isEmpty || rest.first == " " else { return nil }
    return (String(name), rest.drop { $0 == " " })
  }

  /// A value, with the lines that it goes on over: those that stand further right, or are empty.
  private static func value(_ first: Substring, indent: Int, _ lines: inout ArraySlice<Line>) -> String? {
    var further: [Line] = []
    while let line = lines.first, line.indent > indent || line.text.isEmpty {
      further.append(line)
      lines.removeFirst()
    }
    while further.last?.text.isEmpty == true { further.removeLast() }
    switch first.first {
    case "|": return block(further)
    case ">": return folded(further.map(\.text))
    case "\"": return folded([first] + further.map(\.text)).flatMap(doubleQuoted)
    case "'": return folded([first] + further.map(\.text)).flatMap(singleQuoted)
    // Flow collections, references, tags.
    case "[", "{", "&", "*", "!", "#": return nil
    default: return folded([first] + further.map(\.text)).map(withoutComment)
    }
  }

  private static func block(_ lines: [Line]) -> String? {
    guard let margin = lines.filter({ !$0.text.isEmpty }).map(\.indent).min() else { return nil }
    return lines.map { String(repeating: " ", count: max(0, $0.indent - margin)) + $0.text }
      .joined(separator: "\n")
  }

  /// Lines that were broken at a space; an empty line is a line's end.
  private static func folded(_ lines: [Substring]) -> String? {
    var result = ""
    var isStart = true
    for line in lines {
      if line.isEmpty {
        result += "\n"
        isStart = true
      } else if result.hasSuffix("\\") {
        // In double quotes: the break is none at all.
        result.removeLast()
        result += line
      } else {
        result += (isStart ? "" : " ") + line
        isStart = false
      }
    }
    return result
  }

  private static func withoutComment(_ text: String) -> String {
    guard let start = text.firstRange(of: " #") else { return text }
    return String(text[..<start.lowerBound])
  }

  private static func singleQuoted(_ text: String) -> String? {
    var result = ""
    var rest = text.dropFirst()
    while let character = rest.popFirst() {
      if character == "'" {
        if rest.first != "'" { return result }
        rest.removeFirst()
      }
      result.append(character)
    }
    return nil
  }

  private static func doubleQuoted(_ text: String) -> String? {
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars.dropFirst()
    while let scalar = rest.popFirst() {
      if scalar == "\"" { return String(result) }
      guard scalar == "\\" else {
        result.append(scalar)
        continue
      }
      guard let name = rest.popFirst() else { return nil }
      let digits: [Unicode.Scalar: Int] = ["x": 2, "u": 4, "U": 8]
      let plain: [Unicode.Scalar: Unicode.Scalar] = [
        "n": "\n", "t": "\t", "r": "\r", "_": "\u{A0}", "N": "\u{85}",
      ]
      if let count = digits[name] {
        let code = String(String.UnicodeScalarView(rest.prefix(count)))
        result.append(UInt32(code, radix: 16).flatMap(Unicode.Scalar.init) ?? "\u{FFFD}")
        rest = rest.dropFirst(count)
      } else {
        result.append(plain[name] ?? name)
      }
    }
    return nil
  }
}
