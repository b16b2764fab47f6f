internal import Messages

/// Text in mdoc(7).
enum ManualText {
  /// Running text: backslashes, and characters that mean something at the beginning of a line, are made harmless.
  ///
  /// Neither groff nor mandoc breaks lines between Chinese characters, so every sentence begins a line of its own, and
  /// after other punctuation stands `\:`, at which groff may break.
  static func lines(_ text: String, _ language: Language) -> [String] {
    switch language {
    case .english: sentences(text).map(protected)
    case .traditionalChinese: chineseSentences(text).map { breakable(protected($0)) }
    }
  }

  /// A word or phrase that stands as the argument of a macro: quoted where it has spaces, and never taken for a macro.
  static func argument(_ text: String) -> String {
    let escaped = escaped(text).replacing("\"", with: "\\(dq")
    // Words of two or three letters that are callable macros would be obeyed (mdoc(7), "MACRO SYNTAX").
    let isName =
      escaped.count <= 3 && escaped.first?.isUppercase == true
      && escaped.dropFirst().allSatisfy(\.isLowercase)
    let word = isName ? "\\&" + escaped : escaped
    return word.contains(" ") || word.isEmpty ? "\"\(word)\"" : word
  }

  /// Text on a line of its own that is shown as it is (a command line): "-" would become a hyphen, which no shell takes.
  static func literal(_ text: String) -> String {
    guarded(common(text.replacing("\\", with: "\\e").replacing("-", with: "\\-")))
  }

  private static func protected(_ line: String) -> String {
    let words = line.split(separator: " ", omittingEmptySubsequences: false)
    return guarded(escaped(words.map(unhyphenated).joined(separator: " ")))
  }

  /// A line that begins with a control character of roff would be a request.
  private static func guarded(_ line: String) -> String {
    line.first == "." || line.first == "'" ? "\\&" + line : line
  }

  /// Keeps groff from dividing what is code and not a word (options, codes, paths): a mark that `escaped` turns into
  /// `\%`.
  private static func unhyphenated(_ word: Substring) -> String {
    let isCode =
      word.contains { "/_{".contains($0) } || word.dropFirst().dropLast().contains { ".(".contains($0) }
    return isCode && word.allSatisfy(\.isASCII) ? String(mark) + word : String(word)
  }

  private static let mark: Character = "\u{E000}"

  /// "--" in running text is the beginning of an option, not a dash.
  private static func escaped(_ text: String) -> String {
    common(text.replacing("\\", with: "\\e").replacing("--", with: "\\-\\-"))
      .replacing(String(mark), with: "\\%")
  }

  /// "~" and "^" are accents in roff.
  private static func common(_ text: String) -> String {
    text.replacing("~", with: "\\(ti").replacing("^", with: "\\(ha")
  }

  /// One sentence a line, as mdoc(7) asks, so that the formatter sets the space between them.
  private static func sentences(_ text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      line.append(character)
      let endsSentence = ".!?".contains(character) && rest.first == " " && !line.hasSuffix("..")
      if endsSentence {
        lines.append(line)
        line = ""
        rest.removeFirst()
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  private static func chineseSentences(_ text: String) -> [String] {
    var lines: [String] = []
    var line = ""
    for character in text {
      line.append(character)
      if "。！？".contains(character) {
        lines.append(line)
        line = ""
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// Puts a place to break behind punctuation inside a Chinese sentence.
  private static func breakable(_ line: String) -> String {
    var result = ""
    var previous: Character?
    for character in line {
      if let previous, "，、；：）」".contains(previous), !"，、；：）」。！？ ".contains(character) { result += "\\:" }
      result.append(character)
      previous = character
    }
    return result
  }
}
