internal import Testing

@testable internal import Metadata

@Suite struct TakeoutContentTests {
  private func read(_ json: String) throws -> TakeoutJSON? { try TakeoutJSON(Array(json.utf8)) }

  private func picture(_ fields: String) throws -> SidecarMetadata {
    try #require(
      try read("{\"title\": \"a.jpg\", \"photoTakenTime\": {\"timestamp\": \"1709941821\"}, \(fields)}")
    ).sidecar
  }

  @Test func readsEveryField() throws {
    let sidecar = try picture(
      """
      "description": "Bob&#39;s lake \\ud83c\\udf05", "favorited": true, "people": [{"name": "Ann Lee"}, {}, 7],
      "geoData": {"latitude": 1.5, "longitude": 2.5, "altitude": 0.0},
      "geoDataExif": {"latitude": 23.866, "longitude": 120.909, "altitude": 748.4}
      """
    )
    #expect(sidecar.moment?.iso8601 == "2024-03-08T23:50:21+00:00")
    #expect(sidecar.metadata.captureDate == nil)
    #expect(sidecar.metadata.place == Place(latitude: 23.866, longitude: 120.909, altitude: 748.4))
    #expect(sidecar.metadata.favourite == true)
    #expect(sidecar.metadata.description == "Bob's lake 🌅")
    #expect(sidecar.metadata.tags == [Tag(levels: ["People", "Ann Lee"])])
    #expect(sidecar.metadata.title == nil)
  }

  @Test func absentIsNotSaid() throws {
    let zero = "{\"latitude\": 0.0, \"longitude\": 0.0, \"altitude\": 0.0}"
    let sidecar = try picture(
      "\"description\": \"\", \"geoData\": \(zero), \"geoDataExif\": \(zero), \"favorited\": false"
    )
    #expect(sidecar.metadata == SourceMetadata())
    let guess = try picture(
      "\"geoDataExif\": \(zero), \"geoData\": {\"latitude\": -36.8, \"longitude\": 174.7}"
    )
    #expect(guess.metadata.place == Place(latitude: -36.8, longitude: 174.7))
  }

  @Test func albumsAreToldByContent() throws {
    let album =
      "{\"title\": \"Água &amp; sal\", \"description\": \"\", \"access\": \"protected\", \"date\": {\"timestamp\": \"1\"}}"
    #expect(try read(album)?.album == AlbumReference(name: "Água & sal"))
    #expect(try read("{\"albumData\": \(album)}")?.album?.name == "Água & sal")
    #expect(try read(album.replacing("Água &amp; sal", with: "Photos from 2024"))?.album == nil)
    #expect(try read(album.replacing("Água &amp; sal", with: ""))?.album == nil)
    #expect(try read("{\"title\": \"package\", \"version\": 1}") == nil)
    #expect(try read("[1, 2]") == nil)
    #expect(try read("{\"title\": \"Един ден\"}")?.album?.name == "Един ден")
    #expect(try read("{\"title\": [\"a\", \"b\"]}") == nil)
    #expect(try read("{\"title\": \"2019-05-01 #2\", \"date\": {}}") == nil)
    #expect(try read("{\"title\": \"2019-05-01 Fair\", \"date\": {}}")?.album != nil)
  }

  @Test(arguments: [
    "", "{", "{\"a\": }", "{\"a\": 1,}", "[1 2]", "{\"a\": \"x", "nul", "\"\\x\"", "{} {}", "1e999999",
    String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 5_000),
    "[" + String(repeating: "1,", count: 300_000) + "1]", "{\"a\": \"\u{0}", "\"\\u12\"",
  ])
  func refusesWhatIsNoJSON(_ text: String) throws {
    if text == "1e999999" {
      #expect(try JSONValue(json: Array(text.utf8)).number == nil)
    } else {
      #expect(throws: (any Error).self) { try JSONValue(json: Array(text.utf8)) }
    }
  }

  @Test func readsTextsAsWritten() throws {
    let value = try JSONValue(
      json: Array(
        "\u{FEFF} {\"a\": \"\\u00e9\\ud83d\\ude00\\ud83d!\\n\", \"a\\\"b\": [1, \"2\", -1.5e2, null]}".utf8
      )
    )
    #expect(value["a"]?.text == "é😀\u{FFFD}!")
    #expect(value["a\"b"]?.texts == ["1", "2", "-150"])
    #expect(throws: (any Error).self) { try JSONValue(json: [0x22, 0xFF, 0x22]) }
  }

  @Test func largeDocumentsAreRefusedSoon() {
    let start = ContinuousClock.now
    #expect(throws: (any Error).self) { try JSONValue(json: [UInt8](repeating: 0x20, count: 5 << 20)) }
    let text = "\"" + String(repeating: "\\n", count: 2_000_000) + "\""
    #expect(throws: Never.self) { try JSONValue(json: Array(text.utf8)) }
    #expect(ContinuousClock.now - start < .seconds(60))
  }

  // MARK: Dates

  private func date(_ moment: String, beside embedded: String?) -> String? {
    var lower = SourceMetadata()
    lower.captureDate = embedded.flatMap(CaptureDate.init(iso8601:))
    let sidecar = SidecarMetadata(moment: CaptureDate(iso8601: moment))
    return sidecar.metadata(above: lower).captureDate?.iso8601
  }

  @Test func aLocalDateOfThatMomentStays() {
    #expect(date("2024-03-08T23:50:21Z", beside: "2024-03-09T07:50:21") == "2024-03-09T07:50:21")
    #expect(
      date("2024-03-08T23:50:21Z", beside: "2024-03-09T07:50:21.25+08:00") == "2024-03-09T07:50:21.25+08:00"
    )
    // A clock of the day before, as long as no place on Earth plus half a day explains more.
    #expect(date("2024-03-08T23:50:21Z", beside: "2024-03-07T22:00:00") == "2024-03-07T22:00:00")
  }

  @Test func anotherMomentCountsInUTC() {
    #expect(date("2024-03-08T23:50:21Z", beside: nil) == "2024-03-08T23:50:21+00:00")
    #expect(date("2024-03-08T23:50:21Z", beside: "1980-01-01T00:00:00") == "2024-03-08T23:50:21+00:00")
    #expect(date("2024-03-08T23:50:21Z", beside: "2024-03-07T21:00:00") == "2024-03-08T23:50:21+00:00")
    #expect(date("1931-05-01T12:00:00Z", beside: nil) == "1931-05-01T12:00:00+00:00")
  }

  @Test func theSamePlaceKeepsItsDigitsAndHeight() {
    var lower = SourceMetadata()
    lower.place = Place(latitude: 35.123456789, longitude: 139.5, altitude: 12)
    var sidecar = SidecarMetadata()
    sidecar.metadata.place = Place(latitude: 35.1234567, longitude: 139.5)
    #expect(sidecar.metadata(above: lower).place == lower.place)
    sidecar.metadata.place = Place(latitude: 35.2, longitude: 139.5)
    #expect(sidecar.metadata(above: lower).place == sidecar.metadata.place)
  }
}
