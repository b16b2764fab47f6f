internal import Testing

@testable internal import Metadata

/// Sidecars of osxphotos, exiftool and PhotoPrism.
@Suite struct ExportSidecarTests {
  private func json(_ text: String, shared: Bool = false) throws -> SourceMetadata? {
    try ExportJSON.read(Array(text.utf8), picture: Array("IMG_1.HEIC".utf8), isShared: shared)?.metadata
  }

  @Test(arguments: ["1e300", "-1e300", "1e19", "-1", "0.5"]) func fractionsOfASecondBeyondReason(
    number: String
  ) throws {
    let text = "[{\"SourceFile\": \"IMG_1.HEIC\", \"EXIF:DateTimeOriginal\": \"2019:07:04 16:24:01\","
    let found = try json("\(text) \"EXIF:SubSecTimeOriginal\": \(number)}]")
    #expect(found?.captureDate?.iso8601.hasPrefix("2019-07-04T16:24:01") == true)
  }

  @Test func exiftoolWithGroups() throws {
    let found = try #require(
      try json(
        """
        [{"SourceFile": "IMG_1.HEIC", "ExifTool:ExifToolVersion": "12.57", "EXIF:ImageDescription": "Lake",
        "XMP:Title": "日月潭", "XMP:TagsList": ["boat", "Ann"], "IPTC:Keywords": ["boat", "Ann"], "XMP:Subject": ["boat", "Ann"],
        "XMP:PersonInImage": ["Ann"], "EXIF:GPSLatitude": 33.7, "EXIF:GPSLatitudeRef": "S", "EXIF:GPSLongitude": 117.3,
        "EXIF:GPSLongitudeRef": "W", "EXIF:DateTimeOriginal": "2019:07:04 16:24:01", "EXIF:SubSecTimeOriginal": "250",
        "EXIF:OffsetTimeOriginal": "-07:00", "XMP:Rating": 0}]
        """
      )
    )
    #expect(found.captureDate?.iso8601 == "2019-07-04T16:24:01.250-07:00")
    #expect(found.place == Place(latitude: -33.7, longitude: -117.3))
    #expect(found.title == "日月潭")
    #expect(found.description == "Lake")
    #expect(found.rating == nil)
    #expect(found.tags == [Tag(levels: ["boat"]), Tag(levels: ["People", "Ann"])])
  }

  @Test func exiftoolWithoutGroupsInWords() throws {
    let found = try #require(
      try json(
        """
        [{"SourceFile": "./a/IMG_1.HEIC", "GPSLatitude": "23 deg 51' 57.60\\" N", "GPSLongitude": "120 deg 54' 32.40\\" W",
        "GPSAltitude": "2.5 m Below Sea Level", "DateTimeOriginal": "2024:03:09 18:30:21", "Keywords": 2024, "Rating": 4,
        "Collections": [{"CollectionName": "Trip", "CollectionURI": "x"}]}]
        """,
        shared: true
      )
    )
    let place = try #require(found.place)
    #expect(abs(place.latitude - 23.866) < 1e-9 && abs(place.longitude + 120.909) < 1e-9)
    #expect(place.altitude == -2.5)
    #expect(found.captureDate?.iso8601 == "2024-03-09T18:30:21")
    #expect(found.tags == [Tag(levels: ["2024"])])
    #expect(found.rating == 4)
    #expect(found.albums == [AlbumReference(name: "Trip")])
  }

  @Test func exiftoolTagsWithoutAFileName() throws {
    let text =
      "[{\"Title\": \"A\", \"DateTimeOriginal\": \"2018:09:28 15:35:49\", \"OffsetTimeOriginal\": \"-04:00\"}]"
    #expect(try json(text)?.captureDate?.iso8601 == "2018-09-28T15:35:49-04:00")
    #expect(try json(text, shared: true) == nil)
    #expect(try json(text.replacing("[{", with: "{").replacing("}]", with: "}")) == nil)
  }

  @Test func osxphotosPhoto() throws {
    let text = """
      {"uuid": "E9BC5C36", "filename": "E9BC5C36.heic", "original_filename": "IMG_1.HEIC",
      "date": "2018-09-28T16:07:07.123456-04:00", "description": "", "title": "I found one!", "keywords": ["Kids"],
      "albums": ["Pumpkin Farm", "Test Album"], "persons": ["Katie", "_UNKNOWN_"], "favorite": true,
      "latitude": 41.2, "longitude": -89.1}
      """
    let found = try #require(try json(text, shared: true))
    #expect(found.captureDate?.iso8601 == "2018-09-28T16:07:07.123456-04:00")
    #expect(found.favourite == true)
    #expect(found.albums.map(\.name) == ["Pumpkin Farm", "Test Album"])
    #expect(found.tags == [Tag(levels: ["Kids"]), Tag(levels: ["People", "Katie"])])
    #expect(found.title == "I found one!")
    #expect(found.place == Place(latitude: 41.2, longitude: -89.1))
    #expect(try json(text.replacing("IMG_1.HEIC", with: "IMG_2.HEIC"), shared: true) == nil)
  }

  @Test(arguments: [
    "[]", "{}", "[{}]", "[1]", "[{\"SourceFile\": \"b.jpg\"}, {\"SourceFile\": \"a.jpg\"}]",
    "{\"uuid\": \"x\"}",
  ])
  func otherJSON(_ text: String) throws { #expect(try json(text) == nil) }

  private static let yaml = """
    TakenAt: 2021-07-14T09:03:22Z
    TakenSrc: meta
    UID: pqnzigq351j2fqgn
    Type: image
    Title: 'It''s a lake: ''日月潭'''
    TitleSrc: manual
    Caption: "A line that goes on\\n and is\\u0020long, so that it
      is broken \\
      here"
    CaptionSrc: meta
    OriginalName: IMG_1
    Favorite: true
    TimeZone: Asia/Taipei
    PlaceSrc: meta
    Altitude: 748
    Lat: 23.866
    Lng: 120.909
    Year: 2021
    Details:
      Keywords: boat, lake, sun
        moon lake
      KeywordsSrc: manual
      Notes: |-
        Title: this is
        no title
    CreatedAt: 2022-01-01T00:00:00Z
    EditedAt: null
    """

  private func prism(_ text: String) throws -> SidecarMetadata? { try PhotoPrismYAML.read(Array(text.utf8)) }

  @Test func photoPrism() throws {
    let found = try #require(try prism(Self.yaml))
    #expect(found.moment?.iso8601 == "2021-07-14T09:03:22+00:00")
    #expect(found.metadata.title == "It's a lake: '日月潭'")
    #expect(found.metadata.description == "A line that goes on\n and is long, so that it is broken here")
    #expect(found.metadata.favourite == true)
    #expect(found.metadata.place == Place(latitude: 23.866, longitude: 120.909, altitude: 748))
    #expect(found.metadata.tags.map(\.leaf) == ["boat", "lake", "sun moon lake"])
  }

  @Test func photoPrismGuessesAreNotCarried() throws {
    let guesses = Self.yaml.replacing("Src: meta", with: "Src: estimate").replacing(
      "TitleSrc: manual",
      with: "TitleSrc: \"\""
    )
    .replacing("      KeywordsSrc: manual\n", with: "").replacing("  KeywordsSrc: manual\n", with: "")
    let found = try #require(try prism(guesses))
    var expected = SourceMetadata()
    expected.favourite = true
    #expect(found == SidecarMetadata(metadata: expected))
    let local = try prism(Self.yaml.replacing("TimeZone: Asia/Taipei\n", with: ""))
    #expect(local?.metadata.captureDate?.iso8601 == "2021-07-14T09:03:22")
    #expect(local?.moment == nil)
  }

  @Test(arguments: [
    "", "Title: x", "- a\n- b", "UID: 1", "\t\u{0}", "a: {b: c}\n? x\n: y",
    String(repeating: "Details:\n ", count: 9000),
  ])
  func otherYAML(_ text: String) throws { #expect(try prism(text) == nil) }

  @Test func hostileYAML() throws {
    #expect(throws: (any Error).self) { try PhotoPrismYAML.read([0xFF, 0xFE]) }
    let start = ContinuousClock.now
    _ = try prism("UID: 1\nType: image\nTitle: \"" + String(repeating: "x\\\n ", count: 200_000))
    _ = try prism("UID: 1\nType: image\nTitle: " + String(repeating: "a\n ", count: 300_000))
    #expect(ContinuousClock.now - start < .seconds(10))
    #expect(throws: (any Error).self) { try PhotoPrismYAML.read([UInt8](repeating: 0x41, count: 2 << 20)) }
  }
}
