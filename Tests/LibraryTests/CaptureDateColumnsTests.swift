import Metadata
import Testing

@testable import Library

@Suite struct CaptureDateColumnsTests {
  @Test(
    arguments: [
      // Seconds by `date -u -d ... +%s`.
      (CaptureDate(year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0), 0),
      (
        CaptureDate(year: 2021, month: 7, day: 14, hour: 18, minute: 3, second: 22, offsetMinutes: 540),
        1_626_253_402
      ),
      (CaptureDate(year: 2000, month: 2, day: 29, hour: 23, minute: 59, second: 59), 951_868_799),
      (CaptureDate(year: 1900, month: 3, day: 1, hour: 0, minute: 0, second: 0), -2_203_891_200),
    ] as [(CaptureDate, Int64)]
  ) func `counts seconds`(date: CaptureDate, seconds: Int64) {
    #expect(CaptureDateColumns(date).time == seconds)
  }

  @Test func `comes back as it was`() {
    for (digits, offset) in [(nil, nil), ("04", -210), ("000", 0), ("123456789", 840)] as [(String?, Int?)] {
      let date = CaptureDate(
        year: 812,
        month: 1,
        day: 2,
        hour: 3,
        minute: 4,
        second: 5,
        subsecondDigits: digits,
        offsetMinutes: offset
      )
      let columns = CaptureDateColumns(date)
      #expect(CaptureDateColumns.date(text: columns.text, offset: columns.offset) == date)
    }
  }

  @Test func `does not trap on fields that are no date`() {
    let date = CaptureDate(
      year: .max,
      month: .min,
      day: .max,
      hour: .max,
      minute: .min,
      second: .max,
      offsetMinutes: .min
    )
    #expect(!CaptureDateColumns(date).text.isEmpty)
  }

  @Test(arguments: ["", "2021", "2021-07-14", "x-07-14T18:03:22", "2021-07-14T18:03"])
  func `takes no other text for a date`(text: String) {
    #expect(CaptureDateColumns.date(text: text, offset: nil) == nil)
  }
}
