import Messages
import Testing

@Suite("Control characters")
struct ControlCharactersTests {
  @Test(
    "What a terminal would obey is shown",
    arguments: [
      ("plain 拾映.jpg", "plain 拾映.jpg"), ("a\nb", "a\\nb"), ("a\tb\r", "a\\tb\\r"),
      ("\u{1B}[31mred", "\\x1b[31mred"),
      ("\u{7F}", "\\x7f"), ("\u{9B}2J", "\\u{9b}2J"), ("gpj.\u{202E}exe", "gpj.\\u{202e}exe"),
      ("\u{2066}x", "\\u{2066}x"),
      ("a\u{2028}b", "a\\u{2028}b"), ("\u{0}", "\\x00"), ("👨‍👩‍👧", "👨‍👩‍👧"),
    ]
  )
  func text(text: String, shown: String) {
    #expect(ControlCharacters.escaped(text) == shown)
  }

  @Test("Bytes that are not UTF-8 are shown as such, the rest as it is")
  func bytes() {
    #expect(ControlCharacters.escaped(bytes: [0x61, 0xFF, 0x62]) == "a\\xffb")
    #expect(
      ControlCharacters.escaped(bytes: Array("拾".utf8) + [0xE6, 0x8B] + Array("\n".utf8)) == "拾\\xe6\\x8b\\n"
    )
    #expect(ControlCharacters.escaped(bytes: Array("映.jpg".utf8)) == "映.jpg")
    #expect(ControlCharacters.escaped(bytes: []) == "")
  }
}
