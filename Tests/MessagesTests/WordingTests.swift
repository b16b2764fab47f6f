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
    "part": "thumbnail", "tag": "a/b", "filesystem": "NFS",
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
      ignored: 7,
      ignoredKinds: ["copy": 2, "QuickTime video": 5],
      failed: 1,
      folder: "/l/拾映轉換"
    )
    #expect(
      Wording(.english).message(.summary(summary))
        == "3 copies made in /l/拾映轉換, 4 unchanged, 7 skipped (5 QuickTime video, 2 copy), 1 failed"
    )
    #expect(
      Wording(.traditionalChinese).message(.summary(summary))
        == "產生了 3 個副本，放在 /l/拾映轉換，4 個沒有變動，略過 7 個（QuickTime video 5 個、副本 2 個），1 個失敗"
    )
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
