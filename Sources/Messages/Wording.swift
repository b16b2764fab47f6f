/// Turns facts into sentences, in one language. No other part of the program holds a sentence.
///
/// Texts that come from outside (names, details of C libraries) stand in the sentences as they are, except where the
/// words are for a terminal: there their control characters are shown escaped, line feeds included, so that no name can
/// end a message and forge another.
public struct Wording: Sendable {
  /// The language of the sentences.
  public let language: Language
  private let isForTerminal: Bool

  /// What stands before every message on standard error.
  public static let prefix = "shiying: "

  /// Words in `language`.
  public init(_ language: Language, forTerminal: Bool = false) {
    self.language = language
    isForTerminal = forTerminal
  }

  /// `FILE: what happened: why; what to do`.
  ///
  /// - Parameters:
  ///   - problem: the facts.
  ///   - subject: the file, or the library or folder where the problem is not a file's; empty: no subject.
  public func problem(_ problem: Problem, subject: String) -> String {
    joined(sentence(problem, subject: subject), subject: subject)
  }

  /// What happened and why, without what to do: for a message that gives an advice of its own.
  public func cause(_ problem: Problem) -> String {
    var sentence = sentence(problem, subject: "")
    sentence.remedy = ""
    return joined(sentence, subject: "")
  }

  private func sentence(_ problem: Problem, subject: String) -> Sentence {
    let facts = Facts(problem.values, subject: subject)
    var sentence =
      switch language {
      case .english: EnglishProblems.sentence(problem.code, facts)
      case .traditionalChinese: ChineseProblems.sentence(problem.code, facts)
      }
    if !facts["picture"].isEmpty { sentence.what = picture(facts) + sentence.what }
    return sentence
  }

  /// Which picture of a file with several a problem is about: "picture 2 of 3: ".
  private func picture(_ facts: Facts) -> String {
    let (first, count, others) = (facts["picture"], facts["pictures"], facts["furtherFailed"])
    return switch language {
    case .english:
      "picture \(first) of \(count)\(others.isEmpty ? "" : " (and \(others) more)"): "
    case .traditionalChinese: "\(count) 張圖的第 \(first) 張\(others.isEmpty ? "" : "（還有 \(others) 張）")："
    }
  }

  /// `FILE: what is worth saying; what to do`, of a copy that was delivered all the same.
  public func note(_ note: Note, subject: String) -> String {
    let facts = Facts(note.values, subject: subject)
    let sentence =
      switch language {
      case .english: EnglishNotes.sentence(note.code, facts)
      case .traditionalChinese: ChineseNotes.sentence(note.code, facts)
      }
    return joined(sentence, subject: subject)
  }

  /// A sentence of the command line's own: summary, question, result.
  public func message(_ message: Message) -> String {
    var message = message
    var hasOwnLines = false
    if case .hdrQuestion(let file, let format) = message {
      // The question has lines of its own, so the name in it is escaped before.
      message = .hdrQuestion(file: shown(file), format: format)
      hasOwnLines = true
    }
    let text =
      switch language {
      case .english: EnglishMessages.sentence(message)
      case .traditionalChinese: ChineseMessages.sentence(message)
      }
    return hasOwnLines ? text : shown(text)
  }

  /// What is wrong with a command line; the second line says where help is.
  public func usage(_ problem: UsageProblem) -> String {
    switch language {
    case .english: shown(EnglishUsage.fact(problem.fact)) + "\n" + EnglishUsage.help(problem)
    case .traditionalChinese: shown(ChineseUsage.fact(problem.fact)) + "\n" + ChineseUsage.help(problem)
    }
  }

  /// A field's name in the output of `info` and `list`.
  public func label(_ label: Label) -> String { label.text[language] }

  private func joined(_ sentence: Sentence, subject: String) -> String {
    var text = subject.isEmpty ? sentence.what : "\(subject): \(sentence.what)"
    let (colon, semicolon) = language == .english ? (": ", "; ") : ("：", "；")
    if !sentence.why.isEmpty { text += colon + sentence.why }
    if !sentence.remedy.isEmpty { text += semicolon + sentence.remedy }
    return shown(text)
  }

  private func shown(_ text: String) -> String { isForTerminal ? ControlCharacters.escaped(text) : text }
}

/// The parts of a message besides its subject; empty parts are left out.
struct Sentence {
  var what: String
  var why = ""
  var remedy = ""

  init(_ what: String, why: String = "", remedy: String = "") {
    self.what = what
    self.why = why
    self.remedy = remedy
  }
}

/// The values of a problem or note, under the names that their codes document.
struct Facts {
  private let values: [String: String]
  let subject: String

  init(_ values: [String: String], subject: String) {
    self.values = values
    self.subject = subject
  }

  /// A value, empty where the code that stated the facts left it out.
  subscript(name: String) -> String { values[name] ?? "" }

  /// A number of bytes, as people read it.
  func size(_ name: String) -> String { Int(self[name]).map(ByteCount.text) ?? self[name] }

  /// A value in brackets behind a word, or nothing.
  func bracketed(_ name: String) -> String { self[name].isEmpty ? "" : " (\(self[name]))" }

  /// The same of a value that is a list, separated by spaces.
  func bracketed(_ name: String, separator: String) -> String {
    let parts = self[name].split(separator: " ")
    return parts.isEmpty ? "" : " (\(parts.joined(separator: separator)))"
  }

  /// A format's name as it is written ("JPEG").
  var format: String { FormatName.written(self["format"]) }

  /// The path that a problem is about, unless the subject says it already.
  var otherPath: String { self["path"] == subject ? "" : self["path"] }

  /// A detail of a C library or of the system, on one line and without a full stop.
  var detail: String {
    var text = self["detail"].split(whereSeparator: \.isNewline).joined(separator: " ")
    while text.last == "." || text.last == " " { text.removeLast() }
    return text
  }
}

/// How formats are written.
public enum FormatName {
  /// The name that people know: "JPEG", "WebP".
  public static func written(_ name: String, in language: Language = .english) -> String {
    switch name {
    case "jpeg", "jpg", "heic", "heif", "png", "avif", "tiff", "gif", "bmp": name.uppercased()
    case "webp": "WebP"
    case "jxl": "JPEG XL"
    case "live": Terms.kind(name, language)
    case "motion-photo": LocalizedText("Motion Photo", zh: "動態相片")[language]
    default: name
    }
  }

  /// The name behind Chinese words, from which a space sets Latin letters apart.
  static func behindChinese(_ name: String) -> String {
    let name = written(name, in: .traditionalChinese)
    return name.utf8.first.map { $0 < 0x80 } == true ? " \(name)" : name
  }
}

/// Numbers with few decimals, as people read them.
public enum DecimalText {
  /// At most `decimals` (0...9) decimals, zeros at the end dropped: "-33.8568", "12".
  public static func text(_ value: Double, decimals: Int) -> String {
    let scale = (0..<max(0, min(9, decimals))).reduce(1) { unit, _ in unit * 10 }
    let scaled = (value.magnitude * Double(scale)).rounded()
    // Beyond 2^53 there are no decimals to drop; "not a number" has none either.
    guard scaled < 9e15 else { return "\(value)" }
    let whole = Int(scaled)
    var digits = String(whole % scale + scale).dropFirst()
    while digits.last == "0" { digits.removeLast() }
    let sign = value < 0 && whole > 0 ? "-" : ""
    return sign + "\(whole / scale)" + (digits.isEmpty ? "" : "." + digits)
  }
}

/// Numbers of bytes as people read them.
public enum ByteCount {
  /// "512 bytes", "4 GiB", "1.5 MiB": binary units, at most one decimal.
  public static func text(_ count: Int) -> String {
    guard count >= 1024 else { return "\(count) B" }
    var unit = 1024.0
    for name in ["KiB", "MiB", "GiB", "TiB"] {
      let value = Double(count) / unit
      if value < 1023.95 || name == "TiB" {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10) \(name)" : "\(tenths / 10).\(tenths % 10) \(name)"
      }
      unit *= 1024
    }
    return "\(count) B"
  }
}
