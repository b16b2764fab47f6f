/// Turns facts into sentences, in one language. No other part of the program holds a sentence.
///
/// Texts that come from outside (names, details of C libraries) stand in the sentences as they are; whoever prints on a
/// terminal passes the line through `ControlCharacters.escaped`.
public struct Wording: Sendable {
  /// The language of the sentences.
  public let language: Language

  /// What stands before every message on standard error.
  public static let prefix = "shiying: "

  /// Words in `language`.
  public init(_ language: Language) { self.language = language }

  /// `FILE: what happened: why; what to do`.
  ///
  /// - Parameters:
  ///   - problem: the facts.
  ///   - subject: the file, or the library or folder where the problem is not a file's; empty: no subject.
  public func problem(_ problem: Problem, subject: String) -> String {
    let facts = Facts(problem.values, subject: subject)
    let sentence =
      switch language {
      case .english: EnglishProblems.sentence(problem.code, facts)
      case .traditionalChinese: ChineseProblems.sentence(problem.code, facts)
      }
    return joined(sentence, subject: subject)
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
    switch language {
    case .english: EnglishMessages.sentence(message)
    case .traditionalChinese: ChineseMessages.sentence(message)
    }
  }

  /// What is wrong with a command line; the second line says where help is.
  public func usage(_ problem: UsageProblem) -> String {
    switch language {
    case .english: EnglishUsage.sentence(problem)
    case .traditionalChinese: ChineseUsage.sentence(problem)
    }
  }

  /// A field's name in the output of `info` and `list`.
  public func label(_ label: Label) -> String { label.text[language] }

  private func joined(_ sentence: Sentence, subject: String) -> String {
    var text = subject.isEmpty ? sentence.what : "\(subject): \(sentence.what)"
    let (colon, semicolon) = language == .english ? (": ", "; ") : ("：", "；")
    if !sentence.why.isEmpty { text += colon + sentence.why }
    if !sentence.remedy.isEmpty { text += semicolon + sentence.remedy }
    return text
  }
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
  public static func written(_ name: String) -> String {
    switch name {
    case "jpeg", "jpg", "heic", "heif", "png", "avif", "tiff", "gif", "bmp": name.uppercased()
    case "webp": "WebP"
    case "jxl": "JPEG XL"
    default: name
    }
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
