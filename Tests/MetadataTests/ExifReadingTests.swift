internal import Testing

@testable internal import Metadata

@Suite struct ExifReadingTests {
  private func reading(_ sample: TIFFSample) throws -> ExifReading {
    ExifReading(try ExifFields.read(sample.bytes))
  }

  @Test(arguments: [ByteOrder.big, .little]) func readsAPhone(_ order: ByteOrder) throws {
    let found = try reading(.phone(order))
    #expect(found.original?.iso8601 == "2021-07-14T18:03:22.123+09:00")
    #expect(found.modified?.iso8601 == "2021-07-14T18:03:22")
    let place = try #require(found.place)
    #expect(abs(place.latitude + 36.8) < 1e-7 && abs(place.longitude - 174.75) < 1e-7)
    #expect(place.altitude == -3.5)
  }

  /// libexif and the walker are to see the same.
  @Test(arguments: [ByteOrder.big, .little]) func bothReadersAgree(_ order: ByteOrder) throws {
    var sample = TIFFSample.phone(order)
    sample.main[ExifTag.rating] = .shorts([3], order)
    sample.main[ExifTag.windowsKeywords] = .bytes([0x61, 0, 0x3B, 0, 0x62, 0, 0, 0], order)
    sample.exif[ExifTag.userComment] = .bytes(Array("ASCII\0\0\0words".utf8), type: 7, order)
    let structure = try ExifStructure(sample.bytes)
    let library = try #require(LibExifData.fields(of: sample.bytes))
    for kind in ExifDirectory.allCases {
      for tag in ExifTag.read { #expect(library[kind, tag] == structure.fields[kind, tag], "\(kind) \(tag)") }
    }
    let found = ExifReading(library)
    #expect(found.rating == 3 && found.keywords == ["a", "b"] && found.comment == "words")
  }

  /// Blocks beyond 64 KiB (HEIC) with what was appended at their end.
  @Test func readsLargeBlocks() throws {
    var editor = try ExifEditor(TIFFSample.phone(.big).bytes + [UInt8](repeating: 0, count: 100_000))
    editor.set(ExifTag.dateTimeOriginal, in: .exif, to: .text("2001:02:03 04:05:06", .big))
    try editor.commit()
    #expect(ExifReading(try ExifFields.read(editor.bytes)).original?.exifDate == "2001:02:03 04:05:06")
  }

  @Test func placesThatAreNone() throws {
    for change: (inout TIFFSample) -> Void in [
      { $0.gps[ExifTag.gpsLatitude] = .rationals([(0, 0), (0, 0), (0, 0)], .big) },
      { $0.gps[ExifTag.gpsLatitudeRef] = .text("", .big) }, { $0.gps[ExifTag.gpsLongitudeRef] = nil },
      { $0.gps[ExifTag.gpsLatitude] = .rationals([(91, 1), (0, 1), (0, 1)], .big) },
      {
        $0.gps[ExifTag.gpsLatitude] = .rationals([(0, 1), (0, 1), (0, 1)], .big)
        $0.gps[ExifTag.gpsLongitude] = .rationals([(0, 1), (0, 1), (0, 1)], .big)
      },
    ] {
      var sample = TIFFSample.phone(.big)
      change(&sample)
      #expect(try reading(sample).place == nil)
    }
  }

  @Test func hemispheresNearZero() throws {
    for (latitude, longitude) in [(-0.0006, 179.9999), (0.0006, -179.9999), (-36.8, -0.0001), (90, 180)] {
      var sample = TIFFSample.phone(.little)
      sample.gps = ExifGPS.values(of: Place(latitude: latitude, longitude: longitude), .little)
      let place = try #require(try reading(sample).place)
      #expect(abs(place.latitude - latitude) < 1e-7 && abs(place.longitude - longitude) < 1e-7)
      #expect(place.altitude == nil)
    }
  }

  @Test func camerasDescribeNothing() throws {
    var sample = TIFFSample.phone(.big)
    sample.main[ExifTag.imageDescription] = .text("OLYMPUS DIGITAL CAMERA         ", .big)
    #expect(try reading(sample).description == nil)
    sample.main[ExifTag.imageDescription] = .text("  Olympus in winter ", .big)
    #expect(try reading(sample).description == "Olympus in winter")
    sample.main[ExifTag.imageDescription] = ExifValue(
      type: 2,
      count: 5,
      bytes: [0x43, 0xE3, 0x6F, 0, 0],
      order: .big
    )
    #expect(try reading(sample).description == "Cão")
  }

  @Test func ratings() throws {
    var sample = TIFFSample.phone(.big)
    #expect(try reading(sample).rating == nil)
    sample.main[ExifTag.ratingPercent] = .shorts([75], .big)
    #expect(try reading(sample).rating == 4)
    sample.main[ExifTag.rating] = .shorts([0], .big)
    #expect(try reading(sample).rating == 0)
    sample.main[ExifTag.rating] = .shorts([77], .big)
    #expect(try reading(sample).rating == nil)
  }

  @Test func commentsInUTF16() throws {
    for (order, bytes) in [(ByteOrder.big, [0x59, 0x0F, 0, 0x21]), (.little, [0x0F, 0x59, 0x21, 0])]
      as [(ByteOrder, [UInt8])]
    {
      var sample = TIFFSample.phone(order)
      sample.exif[ExifTag.userComment] = .bytes(Array("UNICODE\0".utf8) + bytes, type: 7, order)
      #expect(try reading(sample).comment == "夏!")
    }
  }
}
