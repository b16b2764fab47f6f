internal import Testing

@testable internal import Metadata

@Suite struct CaptureDateTests {
  static func date(
    _ fields: (Int, Int, Int, Int, Int, Int),
    _ digits: String? = nil,
    _ offset: Int? = nil
  ) -> CaptureDate {
    CaptureDate(
      year: fields.0,
      month: fields.1,
      day: fields.2,
      hour: fields.3,
      minute: fields.4,
      second: fields.5,
      subsecondDigits: digits,
      offsetMinutes: offset
    )
  }

  @Test func readsExif() {
    let expected = Self.date((2021, 7, 14, 18, 3, 22), "123", 540)
    #expect(CaptureDate(exif: "2021:07:14 18:03:22", subsec: "123", offset: "+09:00") == expected)
    #expect(CaptureDate(exif: "2021-07-14T18:03:22\0", subsec: "123   ", offset: "+09:00\0") == expected)
    #expect(
      CaptureDate(exif: "2021:07:14 18:03:22", subsec: "12a", offset: "   :  ")
        == Self.date((2021, 7, 14, 18, 3, 22))
    )
    #expect(CaptureDate(exif: "2021:07:14 18:03") == Self.date((2021, 7, 14, 18, 3, 0)))
  }

  @Test(arguments: [
    "", "    :  :     :  :  ", "0000:00:00 00:00:00", "2021:02:29 00:00:00", "2021:13:01 00:00:00",
    "2021:07:14 24:00:00", "2021:07:14 12:60:00", "2021:07:14", "21:07:14 18:03:22", "today",
    "2021:00:00 00:00:00",
  ]) func readsNoExif(_ text: String) { #expect(CaptureDate(exif: text) == nil) }

  @Test(arguments: [
    ("2021-07-14T18:03:22.123+09:00", date((2021, 7, 14, 18, 3, 22), "123", 540)),
    ("2021-07-14T18:03:22Z", date((2021, 7, 14, 18, 3, 22), nil, 0)),
    ("2021-07-14T18:03:22-03:30", date((2021, 7, 14, 18, 3, 22), nil, -210)),
    ("2021-07-14T18:03:22-0330", date((2021, 7, 14, 18, 3, 22), nil, -210)),
    ("2021-07-14T18:03", date((2021, 7, 14, 18, 3, 0))), ("2021-07-14", date((2021, 7, 14, 0, 0, 0))),
    ("2021-07", date((2021, 7, 1, 0, 0, 0))), (" 2021 ", date((2021, 1, 1, 0, 0, 0))),
    ("2020-02-29T23:59:60", date((2020, 2, 29, 23, 59, 60))),
  ]) func readsISO8601(_ text: String, _ expected: CaptureDate) {
    #expect(CaptureDate(iso8601: text) == expected)
  }

  @Test(arguments: [
    "", "0000-00-00", "2021-02-30", "2021-07-14T18", "2021-07-14T18:03:22+25:00", "2021-07-14X",
    "2021-07-14T18:03:22 noon",
  ]) func readsNoISO8601(_ text: String) { #expect(CaptureDate(iso8601: text) == nil) }

  @Test func writesWhatItReads() {
    let date = Self.date((821, 7, 4, 8, 3, 2), "004", -210)
    #expect(date.exifDate == "0821:07:04 08:03:02")
    #expect(date.iso8601 == "0821-07-04T08:03:02.004-03:30")
    #expect(CaptureDate(iso8601: date.iso8601) == date)
    #expect(Self.date((2021, 1, 2, 3, 4, 5)).iso8601 == "2021-01-02T03:04:05")
  }

  @Test func cutsSubsecondsOffAndNeverRounds() {
    #expect(Self.date((2021, 1, 1, 0, 0, 0), "9999999999").nanoseconds == 999_999_999)
    #expect(Self.date((2021, 1, 1, 0, 0, 0), "04").nanoseconds == 40_000_000)
    #expect(CaptureDate(iso8601: "2021-01-01T00:00:59.99999999999999Z")?.second == 59)
    #expect(Self.date((2021, 1, 1, 0, 0, 0), "12").isEquivalent(to: Self.date((2021, 1, 1, 0, 0, 0), "120")))
  }

  @Test func countsUnixTime() throws {
    let known = try #require(Self.date((2021, 7, 14, 18, 3, 22), "5", 540).unixTime)
    #expect(known == (1_626_253_402, 500_000_000))
    #expect(Self.date((2021, 7, 14, 18, 3, 22)).unixTime == nil)
    #expect(Self.date((1969, 12, 31, 23, 59, 59)).unixTime(assumingOffsetMinutes: 0).seconds == -1)
    #expect(Self.date((1, 1, 1, 0, 0, 0)).unixTime(assumingOffsetMinutes: 0).seconds == -62_135_596_800)
    #expect(Self.date((2000, 3, 1, 0, 0, 0)).unixTime(assumingOffsetMinutes: 60).seconds == 951_865_200)
  }

  @Test func movesToAnotherOffset() {
    let date = Self.date((2021, 1, 1, 0, 30, 0), "7", 60)
    #expect(date.moved(toOffset: -300) == Self.date((2020, 12, 31, 18, 30, 0), "7", -300))
    #expect(
      Self.date((2020, 2, 28, 20, 0, 0), nil, 0).moved(toOffset: 540)
        == Self.date((2020, 2, 29, 5, 0, 0), nil, 540)
    )
    #expect(Self.date((2021, 1, 1, 0, 0, 0)).moved(toOffset: 0) == nil)
  }
}
