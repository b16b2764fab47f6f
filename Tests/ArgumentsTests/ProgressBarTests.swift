import Collages
import Messages
import Testing

@testable import Commands

@Suite("Progress")
struct ProgressBarTests {
  @Test("The line at several moments")
  func lines() {
    var bar = ProgressBar(done: 0, total: 40)
    #expect(bar.line(columns: 60, language: .english) == "[" + String(repeating: " ", count: 25) + "] 0/40")
    bar.done = 12
    bar.rate = 3.25
    bar.current = "IMG_0012.HEIC"
    #expect(
      bar.line(columns: 80, language: .english)
        == "[=====>                ] 12/40  3.3 files/s  0:09 left  IMG_0012.HEIC"
    )
    bar.failed = 1
    #expect(bar.line(columns: 80, language: .traditionalChinese).contains("12/40  每秒 3.3 個  剩 0:09  1 個失敗"))
    bar.done = 40
    #expect(!bar.line(columns: 80, language: .english).contains("left"))
  }

  @Test("No line reaches the last column", arguments: Language.allCases)
  func width(language: Language) {
    for columns in 0...140 {
      for (done, total) in [(0, 0), (0, 1), (7, 9), (9, 9), (12, 7), (399_999, 400_000)] {
        let bar = ProgressBar(
          done: done,
          total: total,
          failed: 3,
          rate: 0.02,
          current: "很長的檔案名稱_IMG_20210714_180322.HEIC"
        )
        let line = bar.line(columns: columns, language: language)
        #expect(DisplayWidth.columns(of: line) <= max(0, columns - 1), "\(columns): \(line)")
      }
    }
  }

  @Test("The bar grows and is full at the end only")
  func growth() {
    var last = -1
    for done in 0...100 {
      let line = ProgressBar(done: done, total: 100).line(columns: 80, language: .english)
      let filled = line.prefix { $0 != "]" }.filter { $0 == "=" || $0 == ">" }.count
      #expect(filled >= last)
      #expect((filled == 28) == (done == 100), "\(line)")
      last = filled
    }
  }

  @Test("Clocks", arguments: zip([0, 9, 75, 3600, 3723], ["0:00", "0:09", "1:15", "1:00:00", "1:02:03"]))
  func clock(seconds: Int, text: String) { #expect(ProgressBar.clock(seconds) == text) }

  @Test("A rate needs two seconds, and forgets what is older than half a minute")
  func meter() throws {
    var meter = ProgressMeter()
    #expect(meter.rate == nil)
    meter.note(done: 0, at: 0)
    meter.note(done: 5, at: 1)
    #expect(meter.rate == nil)
    meter.note(done: 10, at: 2)
    #expect(meter.rate == 5)
    // A thousand unchanged files pass in a moment, then real work begins.
    meter.note(done: 1010, at: 3)
    for second in 4...60 { meter.note(done: 1010 + (second - 3) * 2, at: Double(second)) }
    let rate = try #require(meter.rate)
    #expect(abs(rate - 2) < 0.01)
  }

  @Test("The line of a collage at its stages")
  func collageLines() {
    func line(_ stage: CollageProgress, rate: Double? = nil, _ language: Language = .english) -> String {
      CollageProgressLine(stage: stage, rate: rate).line(columns: 80, language: language)
    }
    #expect(line(.fetching(done: 2, of: 4)) == "[=============>              ] fetching 2/4")
    #expect(line(.reading(done: 0, of: 30), .traditionalChinese).hasSuffix("] 讀取 0/30"))
    #expect(line(.drawing(done: 2999, of: 3000)).hasSuffix("] drawing 99 %"))
    #expect(
      line(.moving(done: 45, of: 90), rate: 9).hasSuffix("] drawing the video: 1.5 of 3.0 s  0:05 left")
    )
    #expect(
      line(.moving(done: 45, of: 90), rate: 9, .traditionalChinese).hasSuffix("] 製作影片：3.0 秒中的 1.5 秒  剩 0:05")
    )
    #expect(line(.checking) == "checking" && line(.checking, .traditionalChinese) == "檢查中")
  }

  @Test("No line of a collage reaches the last column", arguments: Language.allCases)
  func collageWidth(language: Language) {
    for columns in 0...140 {
      for stage: CollageProgress in [
        .fetching(done: 0, of: 0), .reading(done: 30, of: 30), .drawing(done: 7, of: 65_500), .checking,
        .moving(done: 1, of: 100_000),
      ] {
        let line = CollageProgressLine(stage: stage, rate: 0.5).line(columns: columns, language: language)
        #expect(DisplayWidth.columns(of: line) <= max(0, columns - 1), "\(columns): \(line)")
      }
    }
  }
}
