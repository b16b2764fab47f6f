import Foundation
import Messages
import Testing

@Suite("Wording")
struct WordingTests {
  /// Every value that some code documents, each recognisable in a sentence.
  static let values = [
    "detail": "the detail.", "kind": "fifo", "format": "jpeg", "codec": "HEVC", "width": "70000",
    "height": "3",
    "limit": "65535", "found": "99", "known": "1", "what": "size", "expected": "4x3", "path": "/other/place",
    "template": "{x}", "signal": "11", "seconds": "300", "background": "white", "from": "10", "to": "8",
    "count": "2",
    "part": "thumbnail", "tag": "a/b", "filesystem": "NFS", "least": "2", "most": "30", "number": "4",
  ]

  @Test("Every problem has words", arguments: ProblemCode.allCases, Language.allCases)
  func problem(code: ProblemCode, language: Language) {
    for values in [Self.values, [:]] {
      let text = Wording(language).problem(Problem(code, values), subject: "IMG_1.HEIC")
      #expect(text.hasPrefix("IMG_1.HEIC: "))
      expectSentence(text, language)
    }
    #expect(!Wording(language).problem(Problem(code, Self.values), subject: "").hasPrefix(":"))
  }

  @Test("Every note has words", arguments: NoteCode.allCases, Language.allCases)
  func note(code: NoteCode, language: Language) {
    for values in [Self.values, [:]] {
      let text = Wording(language).note(Note(code, values), subject: "IMG_1.HEIC")
      #expect(text.hasPrefix("IMG_1.HEIC: "))
      expectSentence(text, language)
    }
  }

  @Test("Every label has words", arguments: Label.allCases, Language.allCases)
  func label(label: Label, language: Language) {
    #expect(!Wording(language).label(label).isEmpty)
  }

  @Test("Every finding has words", arguments: FindingKind.allCases, Language.allCases)
  func finding(kind: FindingKind, language: Language) {
    for message in [Message.finding(kind: kind, path: "/p", detail: ""), .repaired(kind: kind, path: "/p")] {
      let text = Wording(language).message(message)
      #expect(text.hasPrefix("/p: "))
      expectSentence(text, language)
    }
  }

  @Test("What a Live collage does is said as it is given")
  func collageMotions() {
    let given = ["together": "長按會動起來", "relay": "長按依序動起來，帶聲音", "focus": "長按會放大主角，播完回到拼貼"]
    for (kind, text) in given {
      #expect(Wording(.traditionalChinese).message(.collageMotion(kind, hasSound: true)) == text)
      #expect(Wording(.english).message(.collageMotion(kind, hasSound: true)).hasPrefix("press and hold"))
    }
  }

  @Test("A message is FILE: what happened: why; what to do")
  func form() {
    let problem = Problem(.truncated, ["detail": "12 bytes wanted,\n3 left."])
    #expect(
      Wording(.english).problem(problem, subject: "a.jpg")
        == "a.jpg: ends too early: 12 bytes wanted, 3 left; copy it again from where it came from"
    )
    #expect(
      Wording(.traditionalChinese).problem(problem, subject: "a.jpg")
        == "a.jpg: 檔案不完整，提早結束：12 bytes wanted, 3 left；請從原來的地方再複製一次"
    )
  }

  @Test("The HDR problem names the option that decides")
  func hdr() {
    for language in Language.allCases {
      let text = Wording(language).problem(
        Problem(.hdrUndecided, ["kind": "gain-map", "format": "jpeg"]),
        subject: "a"
      )
      #expect(text.contains("--hdr sdr"))
      #expect(text.contains("JPEG"))
    }
  }

  @Test("A new library is advised only where it could help, and the one that reads such files")
  func decoders() {
    func text(_ values: [String: String], _ language: Language) -> String {
      Wording(language).problem(Problem(.codecUnsupported, values), subject: "a")
    }
    for language in Language.allCases {
      #expect(text(["codec": "HEVC"], language).contains("libheif"))
      #expect(text(["codec": "JPEG in HEIF"], language).contains("libheif"))
      #expect(!text(["codec": "JPEG of 5 components"], language).contains("lib"))
      let movie = text(["codec": "video", "library": "libzimg"], language)
      #expect(movie.contains("libzimg") && !movie.contains("libheif"))
    }
  }

  @Test("A path that is the subject is not said twice")
  func samePath() {
    let problem = Problem(.diskFull, ["path": "/a"])
    #expect(Wording(.english).problem(problem, subject: "/a").components(separatedBy: "/a").count == 2)
    #expect(Wording(.english).problem(problem, subject: "/b").contains("/a"))
  }

  @Test("Plurals")
  func plurals() {
    let english = Wording(.english)
    #expect(english.message(.summary(RunSummary(delivered: 1))) == "1 copy made")
    #expect(english.message(.summary(RunSummary(delivered: 0))) == "0 copies made")
    #expect(
      english.message(.summary(RunSummary(delivered: 2, folder: "/l", isDryRun: true)))
        == "2 copies would be made in /l"
    )
    #expect(english.message(.changed(count: 1, failed: 0)) == "1 asset changed")
    #expect(
      english.message(.checked(files: 1, findings: 2, repaired: 1))
        == "1 file checked, 2 problems found, 1 put right"
    )
    #expect(english.message(.checked(files: 2, findings: 0, repaired: 0)) == "2 files checked, all is well")
    let note = english.note(Note(.furtherImages, ["count": "1"]), subject: "a")
    #expect(note.contains("1 further picture in"))
  }

  @Test("The last line says how many, where, and how many were skipped and failed")
  func summary() {
    let summary = RunSummary(
      delivered: 3,
      unchanged: 4,
      ignored: 9,
      ignoredKinds: ["copy": 2, "QuickTime": 5],
      failed: 1,
      folder: "/l/拾映轉換"
    )
    #expect(
      Wording(.english).message(.summary(summary))
        == "3 copies made in /l/拾映轉換, 4 unchanged, 9 skipped (5 QuickTime, 2 copies of this library, "
        + "2 of other kinds), 1 failed"
    )
    #expect(
      Wording(.traditionalChinese).message(.summary(summary))
        == "產生了 3 個副本，放在 /l/拾映轉換，4 個沒有變動，"
        + "略過 9 個（5 個 QuickTime、2 個是這個圖庫的副本、2 個其他種類的檔案），1 個失敗"
    )
  }

  @Test("The last line says why nothing was made of the unchanged")
  func unchanged() {
    let summary = RunSummary(
      delivered: 22,
      unchanged: 31,
      alreadyInFormat: ["jpeg": 27, "png": 1],
      sameContent: 2,
      failed: 8
    )
    #expect(
      Wording(.english).message(.summary(summary))
        == "22 copies made, 27 already JPEG and 1 PNG, not copied, "
        + "3 unchanged (2 have the same content as another, 1 has its copy already), 8 failed"
    )
    #expect(
      Wording(.traditionalChinese).message(.summary(summary))
        == "產生了 22 個副本，27 個已經是 JPEG、1 個已經是 PNG，沒有另做副本，3 個沒有變動（2 個和別的檔案內容相同、1 個已有副本），8 個失敗"
    )
  }

  @Test(
    "On a terminal no value ends a message, and the lines of the program's own stay",
    arguments: Language.allCases
  )
  func terminal(language: Language) {
    let (wording, plain) = (Wording(language, forTerminal: true), Wording(language))
    let name = "a\nshiying: b\u{1B}[2J"
    let problem = Problem(.cannotWrite, ["path": name, "detail": "x"])
    #expect(!wording.problem(problem, subject: name).contains { $0.isNewline || $0 == "\u{1B}" })
    #expect(plain.problem(problem, subject: name).contains(name))
    #expect(!wording.message(.libraryCreated(path: name)).contains { $0.isNewline || $0 == "\u{1B}" })
    let question = wording.message(.hdrQuestion(file: name, format: "jpeg"))
    #expect(question.filter(\.isNewline).count == 4 && !question.contains("\u{1B}"))
    #expect(
      wording.usage(UsageProblem(.unknownCommand(name, suggestion: nil))).filter(\.isNewline).count == 1
    )
  }

  @Test(
    "Few decimals",
    arguments: [
      (-33.85678901234567, 6, "-33.856789"), (151.20000000000002, 6, "151.2"), (12, 1, "12"), (-0.04, 1, "0"),
      (0.05, 1, "0.1"), (1e300, 1, "1e+300"), (-7.96, 1, "-8"),
    ] as [(Double, Int, String)]
  )
  func decimals(value: Double, count: Int, text: String) {
    #expect(DecimalText.text(value, decimals: count) == text)
  }

  @Test("JSON for a terminal is the same JSON")
  func json() throws {
    let line = "{\"path\":\"a\u{202E}\u{9B}b\"}"
    let escaped = ControlCharacters.escapedInJSON(line)
    #expect(escaped == #"{"path":"a\u202e\u009bb"}"#)
    let decoded = try JSONDecoder().decode([String: String].self, from: Data(escaped.utf8))
    #expect(decoded == ["path": "a\u{202E}\u{9B}b"])
  }

  @Test(
    "Numbers of bytes",
    arguments: zip(
      [0, 1023, 1024, 1536, 4 << 30, 1_073_741_823, 5 << 40],
      ["0 B", "1023 B", "1 KiB", "1.5 KiB", "4 GiB", "1 GiB", "5 TiB"]
    )
  )
  func bytes(count: Int, text: String) {
    #expect(ByteCount.text(count) == text)
  }

  @Test("Answers to the HDR question", arguments: ["1", " 2\n", "3", "", "y", "12", "１"])
  func answers(line: String) {
    let expected: HDRAnswer? =
      switch line {
      case "1": .standardRange
      case " 2\n": .fail
      case "3": .stop
      default: nil
      }
    #expect(HDRAnswer(line: line) == expected)
  }

  @Test("The formats of messages for programs list every code", arguments: ["", "zh_TW/"])
  func codesAreDocumented(folder: String) throws {
    let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(
      contentsOf: repository.appendingPathComponent("man/\(folder)man5/shiying-events.5"),
      encoding: .utf8
    )
    let words = Set(page.split(whereSeparator: { $0.isWhitespace }).map(String.init))
    for code in ProblemCode.allCases.map(\.rawValue) + NoteCode.allCases.map(\.rawValue) {
      #expect(words.contains(code), "\(code) is missing")
    }
  }

  /// A sentence without holes: no doubled or dangling punctuation.
  private func expectSentence(_ text: String, _ language: Language) {
    #expect(text.count > "IMG_1.HEIC: ".count || text.hasPrefix("/p"), "\(text)")
    for hole in [": :", ":;", ": ;", "()", "（）", "：；", "::", "Optional"] {
      #expect(!text.contains(hole), "\(text)")
    }
    #expect(
      !text.hasSuffix(":") && !text.hasSuffix(";") && !text.hasSuffix("：") && !text.hasSuffix("；"),
      "\(text)"
    )
    let hasChinese = text.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) }
    #expect(hasChinese == (language == .traditionalChinese), "\(text)")
  }
}
