/// Breaks text into lines of a width in columns, for help and messages.
///
/// Latin text breaks at spaces. Between two wide characters (Chinese) a line may break anywhere, except that no line
/// begins with closing punctuation or ends with opening punctuation.
public enum TextLayout {
  /// The lines of `text`, none wider than `width` unless one word alone is. Line feeds in it are kept as breaks.
  public static func wrapped(_ text: String, width: Int) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line($0, width: width) }
  }

  private static func line(_ text: Substring, width: Int) -> [String] {
    var lines: [String] = []
    var current = ""
    var used = 0
    for piece in pieces(of: text) {
      let gap = piece.hasSpaceBefore && !current.isEmpty ? 1 : 0
      let columns = DisplayWidth.columns(of: piece.text)
      if !current.isEmpty && used + gap + columns > width {
        lines.append(current)
        current = piece.text
        used = columns
      } else {
        current += (gap == 1 ? " " : "") + piece.text
        used += gap + columns
      }
    }
    lines.append(current)
    return lines
  }

  /// A stretch that is never broken.
  private struct Piece {
    var text: String
    var hasSpaceBefore: Bool
  }

  private static func pieces(of text: Substring) -> [Piece] {
    var result: [Piece] = []
    var hasSpaceBefore = false
    var previous: Character?
    for character in text {
      if character == " " {
        hasSpaceBefore = true
        previous = nil
        continue
      }
      if let previous, !result.isEmpty, !breaks(between: previous, and: character) {
        result[result.count - 1].text.append(character)
      } else {
        result.append(Piece(text: String(character), hasSpaceBefore: hasSpaceBefore))
      }
      hasSpaceBefore = false
      previous = character
    }
    return result
  }

  /// Whether a line may end between two characters that stand together.
  static func breaks(between left: Character, and right: Character) -> Bool {
    guard isWide(left) || isWide(right) else { return false }
    return !closing.contains(right) && !opening.contains(left)
  }

  private static func isWide(_ character: Character) -> Bool { DisplayWidth.columns(of: character) == 2 }

  private static let closing = Set("，。、；：！？）」』》〉】…—·,.;:!?)]}%…")
  private static let opening = Set("（「『《〈【([{")
}
