import Messages
import Testing

@testable import Files

@Suite struct CopyNameTests {
  private func fields(_ source: String = "dir/IMG_1.HEIC") -> CopyName.Fields {
    CopyName.Fields(
      source: FilePath(source),
      format: "jpg",
      date: CopyName.Date(year: 2021, month: 7, day: 4, hour: 18, minute: 3, second: 22)
    )
  }

  @Test(arguments: [
    ("{stem}", "IMG_1"), ("{name}", "IMG_1.HEIC"), ("{stem}_{ext}-{format}", "IMG_1_HEIC-jpg"),
    ("{date}", "2021-07-04"), ("{time}", "18-03-22"), ("{year}{month}{day}", "20210704"),
    ("{date:%Y%m%d}_{time:%H%M}", "20210704_1803"), ("{date:%y-%j%%}", "21-185%"), ("a{{b}}", "a{b}"),
    ("海{stem}", "海IMG_1"),
  ])
  func `fills templates`(template: String, stem: String) throws {
    let name = try CopyName(template: template, fields: fields(), fileExtension: "jpg")
    #expect(name.fileName() == Array("\(stem).jpg".utf8))
  }

  @Test(arguments: [
    "{who}", "{stem", "stem}", "{}", "{date:%B}", "{date:%}", "{stem:x}", "a/{stem}", "", "a\0b",
  ])
  func `refuses templates`(template: String) throws {
    let problem = #expect(throws: Problem.self) {
      try CopyName(template: template, fields: fields(), fileExtension: "jpg")
    }
    #expect(problem?.code == .badName)
    #expect(problem?.values["template"] == template)
  }

  @Test func `refuses dots that would be folders`() throws {
    for template in [".", ".."] {
      #expect(throws: Problem.self) {
        try CopyName(template: template, fields: fields(), fileExtension: "")
      }
    }
    #expect(
      try CopyName(template: "..", fields: fields(), fileExtension: "jpg").fileName() == Array("...jpg".utf8)
    )
  }

  @Test func `needs a date where the template does`() {
    var undated = fields()
    undated.date = nil
    #expect(throws: Problem.self) { try CopyName(template: "{year}", fields: undated, fileExtension: "jpg") }
    #expect(throws: Never.self) { try CopyName(template: "{stem}", fields: undated, fileExtension: "jpg") }
  }

  @Test func `keeps raw bytes of the stem`() throws {
    var raw = fields()
    raw.source = FilePath(bytes: [0x2F, 0xFF, 0x0A, 0x2E, 0x78])
    let name = try CopyName(template: "{stem}", fields: raw, fileExtension: "jpg")
    #expect(name.fileName() == [0xFF, 0x0A] + Array(".jpg".utf8))
  }

  @Test func `cuts the stem at a character, never the extension or suffix`() {
    // 100 three-byte characters.
    let name = CopyName(stem: Array(String(repeating: "海", count: 100).utf8), fileExtension: "heic")
    #expect(name.fileName() == Array((String(repeating: "海", count: 83) + ".heic").utf8))
    let hash = ContentHash(of: [1])
    let suffixed = name.fileName(distinguishedBy: hash, reserving: 4)
    #expect(suffixed.count <= 251)
    #expect(suffixed.suffix(14) == Array("~\(hash.shortHex).heic".utf8)[...])
    #expect(String(validating: suffixed, as: UTF8.self) != nil)
  }

  @Test(
    arguments: [
      ([0x61, 0x62], 5, [0x61, 0x62]), ([0x61, 0xC3, 0xA4], 2, [0x61]),
      ([0x61, 0xC3, 0xA4], 3, [0x61, 0xC3, 0xA4]),
      ([0x61, 0xF0, 0x9F, 0x98, 0x80, 0x62], 4, [0x61]), ([0xFF, 0xFE, 0xFD], 2, [0xFF, 0xFE]),
      ([0x80, 0x80, 0x80, 0x80, 0x80], 4, [0x80, 0x80, 0x80, 0x80]), ([0x61], 0, []), ([0x61, 0x62], -3, []),
    ] as [([UInt8], Int, [UInt8])]
  )
  func `cuts`(name: [UInt8], count: Int, expected: [UInt8]) {
    #expect(CopyName.cut(name, toByteCount: count) == expected)
  }
}
