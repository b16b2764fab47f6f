@_spi(_Unicode) internal import Swift

// Texts of metadata as they are compared and stored.
extension String {
  /// Without white space, NUL and line ends at both ends.
  var trimmedText: String {
    func isFiller(_ scalar: Unicode.Scalar) -> Bool { scalar.value == 0 || scalar.properties.isWhitespace }
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !isFiller($0) }),
      let last = scalars.lastIndex(where: { !isFiller($0) })
    else { return "" }
    return String(scalars[first...last])
  }

  /// Normalisation form C: photo programs disagree on forms, and "Cão" must be one tag, not two.
  var composed: String {
    utf8.allSatisfy { $0 < 0x80 } ? self : String(String.UnicodeScalarView(_nfc))
  }

  /// A title or description as it is carried: trimmed, line ends as "\n", without the control characters that XML 1.0
  /// can't hold; nil where nothing is left.
  var carriedText: String? {
    var result = String.UnicodeScalarView()
    var followsReturn = false
    for scalar in trimmedText.unicodeScalars {
      switch scalar.value {
      case 0x0D: result.append("\n")
      case 0x0A where followsReturn: break
      case 0x09, 0x0A: result.append(scalar)
      case 0..<0x20, 0x7F, 0xFFFE, 0xFFFF: break
      default: result.append(scalar)
      }
      followsReturn = scalar.value == 0x0D
    }
    let text = String(result).trimmedText
    return text.isEmpty ? nil : text
  }

  /// One line of it: the level of a tag, the name of an album.
  var carriedName: String? {
    guard let text = carriedText else { return nil }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 0x20 ? " " : $0 })).composed
  }

  /// At most this many bytes of UTF-8, cut before a character that does not fit.
  func prefix(utf8Count limit: Int) -> String {
    if utf8.count <= limit { return self }
    var result = ""
    var count = 0
    for character in self {
      count += character.utf8.count
      if count > limit { break }
      result.append(character)
    }
    return result
  }
}
