import Files
import Metadata
import TestSupport
import Testing

@testable import Library

@Suite struct CatalogueQueriesTests {
  let fixture: Fixture

  init() throws {
    fixture = try Fixture()
    try add("tokyo", hour: 9, offset: 540, tags: [["Places", "Tokyo"]], album: "Trip", favourite: true)
    try add("paris", hour: 9, offset: 120, tags: [["Places", "Paris"], ["food"]], album: "Trip")
    try add("unknown", hour: 9, subseconds: "900", tags: [["PlacesX"]], favourite: false)
    try add("undated", tags: [["Places"]])
  }

  private func add(
    _ name: String,
    hour: Int? = nil,
    subseconds: String? = nil,
    offset: Int? = nil,
    tags: [[String]] = [],
    album: String? = nil,
    favourite: Bool? = nil
  ) throws {
    var metadata = SourceMetadata()
    metadata.captureDate = hour.map { day(14, hour: $0, subseconds: subseconds, offset: offset) }
    metadata.tags = tags.map { Tag(levels: $0) }
    metadata.albums = album.map { [AlbumReference(name: $0)] } ?? []
    metadata.favourite = favourite
    try fixture.registerSource(name, metadata)
  }

  private func day(
    _ day: Int,
    hour: Int,
    second: Int = 0,
    subseconds: String? = nil,
    offset: Int? = nil
  ) -> CaptureDate {
    CaptureDate(
      year: 2021,
      month: 7,
      day: day,
      hour: hour,
      minute: 0,
      second: second,
      subsecondDigits: subseconds,
      offsetMinutes: offset
    )
  }

  private func names(_ fill: (inout AssetQuery) -> Void) throws -> [String] {
    var query = AssetQuery()
    fill(&query)
    return try fixture.catalogue.assets(matching: query).compactMap {
      $0.files.first.map { String(decoding: $0.path.lastComponent, as: UTF8.self) }
    }
  }

  @Test func `lists all in the order of capture`() throws {
    #expect(try names { _ in } == ["tokyo", "paris", "unknown", "undated"])
  }

  @Test func `finds albums and their absence`() throws {
    #expect(try names { $0.album = "Trip" } == ["tokyo", "paris"])
    #expect(try names { $0.album = "No such" }.isEmpty)
    #expect(try names { $0.creations = true }.isEmpty)
  }

  @Test func `finds a parent tag's children, but not its namesakes`() throws {
    #expect(try names { $0.tag = Tag(levels: ["Places"]) } == ["tokyo", "paris", "undated"])
    #expect(try names { $0.tag = Tag(levels: ["Places", "Tokyo"]) } == ["tokyo"])
    #expect(try names { $0.tag = Tag(levels: ["Tokyo"]) }.isEmpty)
  }

  @Test func `takes what is not said for no favourite`() throws {
    #expect(try names { $0.favourite = true } == ["tokyo"])
    #expect(try names { $0.favourite = false } == ["paris", "unknown", "undated"])
  }

  @Test func `compares local times where an offset is not known`() throws {
    #expect(try names { $0.since = day(14, hour: 9) } == ["tokyo", "paris", "unknown"])
    #expect(try names { $0.since = day(14, hour: 9, second: 1) }.isEmpty)
    #expect(try names { $0.until = day(14, hour: 9) } == ["tokyo", "paris", "unknown"])
    #expect(try names { $0.until = day(14, hour: 8) }.isEmpty)
  }

  @Test func `compares points in time where both offsets are known`() throws {
    // 09:00+09:00 is 00:00Z, 09:00+02:00 is 07:00Z.
    #expect(try names { $0.since = day(14, hour: 7, offset: 0) } == ["paris", "unknown"])
    #expect(try names { $0.until = day(14, hour: 6, offset: 0) } == ["tokyo"])
    #expect(
      try names {
        $0.since = day(14, hour: 1, offset: 0)
        $0.until = day(14, hour: 8, offset: 0)
      } == ["paris"]
    )
  }

  @Test func `joins conditions`() throws {
    #expect(
      try names {
        $0.album = "Trip"
        $0.tag = Tag(levels: ["Places"])
        $0.favourite = false
        $0.kind = .photo
        $0.since = day(14, hour: 0, offset: 0)
      } == ["paris"]
    )
    #expect(try names { $0.kind = .video }.isEmpty)
  }
}
