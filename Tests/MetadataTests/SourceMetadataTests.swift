internal import Testing

@testable internal import Metadata

@Suite struct SourceMetadataTests {
  @Test func whatIsStatedWins() {
    var higher = SourceMetadata()
    higher.rating = 2
    higher.tags = [Tag(levels: ["a"])]
    let lower = Sample.everything
    let filled = higher.filling(from: lower)
    #expect(
      filled.rating == 2 && filled.tags == higher.tags && filled.place == lower.place
        && filled.albums == lower.albums
    )
    #expect(SourceMetadata().filling(from: lower) == lower)
    let joined = higher.filling(from: lower, joiningLists: true)
    #expect(joined.tags == higher.tags + lower.tags)
  }

  @Test func unknownOffsetIsTakenFromTheSameSecondOnly() {
    var higher = SourceMetadata()
    higher.captureDate = CaptureDate(iso8601: "2021-07-14T18:03:22")
    #expect(higher.filling(from: Sample.everything).captureDate == Sample.everything.captureDate)
    higher.captureDate = CaptureDate(iso8601: "2021-07-14T18:03:23")
    #expect(higher.filling(from: Sample.everything).captureDate == higher.captureDate)
  }

  @Test func albumsAreJoinedByIdentifierOrName() {
    let joined = SourceMetadata.joined(
      [AlbumReference(name: "A", identifier: "1"), AlbumReference(name: "B")],
      [
        AlbumReference(name: "A", identifier: "2"), AlbumReference(name: "A2", identifier: "1"),
        AlbumReference(name: "B", identifier: "3"),
      ]
    )
    #expect(
      joined == [
        AlbumReference(name: "A", identifier: "1"), AlbumReference(name: "B", identifier: "3"),
        AlbumReference(name: "A", identifier: "2"),
      ]
    )
  }

  @Test func comparisonNamesEveryField() {
    let found = SourceMetadata()
    let differences = MetadataComparison.differences(expected: Sample.everything, found: found)
    #expect(
      differences.map(\.what) == ["date", "place", "favourite", "tags", "albums", "title", "description"]
    )
    var other = Sample.everything
    other.place?.latitude += 2e-6
    other.captureDate?.offsetMinutes = 480
    other.rating = 4
    #expect(
      MetadataComparison.differences(expected: Sample.everything, found: other).map(\.what) == [
        "date", "place", "rating",
      ]
    )
  }

  @Test func comparisonToleratesOnlyRounding() {
    var other = Sample.everything
    other.place?.latitude += 5e-7
    other.place?.altitude = 42.009
    other.captureDate?.subsecondDigits = "1230"
    other.rating = 5
    other.tags.reverse()
    #expect(MetadataComparison.differences(expected: Sample.everything, found: other) == [])
    other.place?.altitude = nil
    #expect(
      MetadataComparison.differences(expected: Sample.everything, found: other).map(\.what) == ["place"]
    )
  }

  @Test func textsAreTrimmedAndCleaned() {
    #expect(" \u{1}a\r\nb\rc\u{0} ".carriedText == "a\nb\nc")
    #expect("\u{0}\n ".carriedText == nil)
    #expect("Ca\u{303}o".composed.unicodeScalars.count == 3)
    #expect("éé".prefix(utf8Count: 3) == "é")
  }
}
