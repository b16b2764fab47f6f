import Messages
import Testing

@Suite("Display width")
struct DisplayWidthTests {
  @Test(
    "Columns",
    arguments: [
      ("", 0), ("abc", 3), ("拾映", 4), ("a拾b", 4), ("「，。」", 8), ("é", 1), ("e\u{301}", 1), ("한글", 4),
      ("かな", 4),
      ("😀", 2), ("👨‍👩‍👧", 2), ("🇹🇼", 2), ("❤️", 2), ("ｱ", 1), ("Ａ", 2), ("—", 1), ("\u{200B}", 0), ("\t", 0),
      ("𠀀", 2),
    ]
  )
  func columns(text: String, width: Int) {
    #expect(DisplayWidth.columns(of: text) == width, "\(text)")
  }

  @Test("Shortening keeps both ends and the width")
  func shortened() {
    #expect(DisplayWidth.shortened("short.jpg", columns: 20) == "short.jpg")
    #expect(DisplayWidth.shortened("a-very-long-name.HEIC", columns: 12) == "a-ver...HEIC")
    for name in ["IMG_20210714_180322_很長的名字_拾映轉換.HEIC", String(repeating: "映", count: 40), "x"] {
      for columns in 0...40 {
        #expect(DisplayWidth.columns(of: DisplayWidth.shortened(name, columns: columns)) <= columns)
      }
    }
  }

  @Test("Padding counts columns")
  func padded() {
    #expect(DisplayWidth.padded("拾映", to: 6) == "拾映  ")
    #expect(DisplayWidth.padded("toolong", to: 3) == "toolong")
  }

  @Test("Latin text breaks at spaces, Chinese anywhere but not before closing punctuation")
  func wrapping() {
    #expect(TextLayout.wrapped("one two three four", width: 9) == ["one two", "three", "four"])
    #expect(TextLayout.wrapped("拾映做副本，原檔不動。", width: 10) == ["拾映做副", "本，原檔不", "動。"])
    #expect(TextLayout.wrapped("見「拾映轉換」相簿", width: 6) == ["見「拾", "映轉", "換」相", "簿"])
    #expect(TextLayout.wrapped("a\nb", width: 10) == ["a", "b"])
    #expect(TextLayout.wrapped("", width: 10) == [""])
  }

  @Test("No line is wider than asked, and no text is lost")
  func wrappingKeepsAll() {
    let text = "把照片轉成 JPEG 或 HEIC（預設：90），用 --quality 決定；「副本」放在 /home/ann/Pictures/拾映 裡。"
    for width in 24...60 {
      let lines = TextLayout.wrapped(text, width: width)
      #expect(lines.allSatisfy { DisplayWidth.columns(of: $0) <= width })
      #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    }
  }
}
