internal import Containers
internal import Messages
internal import Pixels
internal import Testing

@testable internal import Metadata

@Suite struct CopyExifTests {
  private func copied(
    _ sample: TIFFSample?,
    _ carried: SourceMetadata,
    size: PixelSize = PixelSize(width: 1500, height: 2000),
    limit: Int? = nil
  ) throws -> (ExifStructure, [Note]) {
    let (bytes, notes) = try CopyExif(carried: carried, size: size, limit: limit).block(from: sample?.bytes)
    return (try ExifStructure(try #require(bytes)), notes)
  }

  private func carried(by sample: TIFFSample) throws -> SourceMetadata {
    EmbeddedMetadataReader.read(.init(exif: sample.bytes)).0
  }

  @Test(arguments: [ByteOrder.big, .little]) func describesTheCopy(_ order: ByteOrder) throws {
    let sample = TIFFSample.phone(order)
    let (exif, notes) = try copied(sample, carried(by: sample))
    #expect(notes == [])
    #expect(exif.value(.main, ExifTag.orientation)?.integer() == 1)
    #expect(exif.value(.exif, ExifTag.pixelXDimension)?.integer() == 1500)
    #expect(exif.value(.exif, ExifTag.pixelYDimension)?.integer() == 2000)
    #expect(exif.value(.exif, ExifTag.imageUniqueID) == nil)
    #expect(exif.thumbnail == nil)
    // Turned by 90 degrees: (2000, 1000) of 4000 x 3000 is (2000, 2000) of 3000 x 4000, then halved.
    let area = try #require(exif.value(.exif, ExifTag.subjectArea))
    #expect((0..<4).map { area.integer(at: $0) } == [1000, 1000, 100, 200])
    for tag in [ExifTag.offsetTime, ExifTag.offsetTimeOriginal, ExifTag.offsetTimeDigitized] {
      #expect(exif.value(.exif, tag)?.text == "+09:00")
    }
    #expect(exif.value(.exif, ExifTag.dateTimeDigitized)?.text == "2021:07:14 18:03:22")
  }

  @Test func keepsAThumbnailThatStillFits() throws {
    var sample = TIFFSample.phone(.big)
    sample.main[ExifTag.orientation] = .shorts([1], .big)
    #expect(
      try copied(sample, carried(by: sample), size: PixelSize(width: 4000, height: 3000)).0.thumbnail != nil
    )
    #expect(
      try copied(sample, carried(by: sample), size: PixelSize(width: 2000, height: 1500)).0.thumbnail == nil
    )
  }

  @Test func subjectAreaThatCannotBeToldGoes() throws {
    var sample = TIFFSample.phone(.big)
    sample.main[ExifTag.orientation] = .shorts([1], .big)
    let (exif, _) = try copied(sample, carried(by: sample))
    #expect(exif.value(.exif, ExifTag.subjectArea) == nil)
  }

  @Test func changesWhatIsCarriedOtherwise() throws {
    var sample = TIFFSample.phone(.big)
    sample.exif[ExifTag.offsetTime] = .text("+02:00", .big)
    sample.main[ExifTag.dateTime] = .text("2022:01:01 00:30:00", .big)
    var carried = Sample.everything
    carried.captureDate?.year = 1999
    let (exif, notes) = try copied(sample, carried)
    #expect(notes == [])
    let found = ExifReading(try ExifFields.read(exif.block.bytes))
    #expect(found.original == carried.captureDate)
    #expect(found.modified?.iso8601 == "2022-01-01T07:30:00+09:00")
    #expect(MetadataComparison.isSame(found.place, carried.place))
    #expect(found.description == carried.description)
    #expect(found.rating == 5)
    #expect(exif.value(.main, ExifTag.ratingPercent)?.integer() == 99)
  }

  @Test func unknownOffsetIsNotInvented() throws {
    var carried = SourceMetadata()
    carried.captureDate = CaptureDate(year: 2020, month: 1, day: 2, hour: 3, minute: 4, second: 5)
    for sample in [TIFFSample.phone(.big), nil] {
      let (exif, _) = try copied(sample, carried)
      #expect(exif.value(.exif, ExifTag.offsetTimeOriginal) == nil)
      #expect(exif.value(.exif, ExifTag.subSecTimeOriginal) == nil)
      #expect(exif.value(.exif, ExifTag.offsetTime) == nil)
    }
  }

  @Test func placeThatIsNotCarriedIsNotInTheCopy() throws {
    var sample = TIFFSample.phone(.big)
    sample.gps[0x001D] = .text("2021:07:14", .big)
    var carried = try carried(by: sample)
    carried.place = nil
    let (exif, _) = try copied(sample, carried)
    for tag in ExifGPS.positionTags { #expect(exif.value(.gps, tag) == nil) }
    #expect(exif.value(.gps, 0x001D)?.text == "2021:07:14")
  }

  @Test func noRatingIsNotZero() throws {
    var sample = TIFFSample.phone(.big)
    sample.main[ExifTag.rating] = .shorts([3], .big)
    var carried = try carried(by: sample)
    #expect(carried.rating == 3)
    carried.rating = nil
    #expect(try copied(sample, carried).0.main[ExifTag.rating] == nil)
    carried.rating = -1
    #expect(try copied(sample, carried).0.main[ExifTag.rating] == nil)
    carried.rating = 0
    #expect(try copied(sample, carried).0.value(.main, ExifTag.rating)?.integer() == 0)
  }

  @Test func freshBlockWhereThereIsNone() throws {
    let (exif, notes) = try copied(nil, Sample.everything)
    #expect(notes == [])
    #expect(exif.value(.exif, ExifTag.exifVersion)?.bytes == Array("0232".utf8))
    #expect(exif.main[ExifTag.orientation] == nil)
    #expect(
      try CopyExif(carried: SourceMetadata(), size: PixelSize(width: 1, height: 1), limit: nil).block(
        from: nil
      ).0 == nil
    )
  }

  @Test func damagedBlockIsReplacedAndSaid() throws {
    for bytes in [[1, 2, 3], [0x4D, 0x4D, 0, 42, 0, 0, 0xFF, 0xFF]] as [[UInt8]] {
      let (made, notes) = try CopyExif(
        carried: Sample.everything,
        size: PixelSize(width: 1, height: 1),
        limit: nil
      )
      .block(from: bytes)
      #expect(notes.map(\.code) == [.exifDropped])
      #expect(ExifReading(try ExifFields.read(try #require(made))).original == Sample.everything.captureDate)
    }
  }

  @Test func givesUpThumbnailThenMakerNoteThenLargeValues() throws {
    var sample = TIFFSample.phone(.big)
    sample.main[ExifTag.orientation] = .shorts([1], .big)
    sample.thumbnail = [UInt8](repeating: 7, count: 40_000)
    let size = PixelSize(width: 4000, height: 3000)
    let limit = 65_527
    var made = try copied(sample, carried(by: sample), size: size, limit: limit)
    #expect(made.1 == [] && made.0.thumbnail != nil)

    sample.exif[0x9999] = .bytes([UInt8](repeating: 1, count: 30_000), type: 7, .big)
    made = try copied(sample, carried(by: sample), size: size, limit: limit)
    #expect(made.1 == [Note(.exifReduced, ["part": "thumbnail"])])
    #expect(made.0.value(.exif, ExifTag.makerNote)?.bytes.count == TIFFSample.makerNote(.big).bytes.count)

    sample.thumbnail = nil
    sample.exif[ExifTag.makerNote] = .bytes([UInt8](repeating: 2, count: 40_000), type: 7, .big)
    made = try copied(sample, carried(by: sample), size: size, limit: limit)
    #expect(made.1 == [Note(.exifReduced, ["part": "makernote"])])
    #expect(made.0.value(.exif, 0x9999) != nil)

    sample.exif[0x9999] = .bytes([UInt8](repeating: 1, count: 70_000), type: 7, .big)
    made = try copied(sample, carried(by: sample), size: size, limit: limit)
    #expect(made.1.map(\.values) == [["part": "makernote"], ["part": "large values"]])
    #expect(made.0.block.count <= limit)
    #expect(made.0.value(.exif, ExifTag.dateTimeOriginal) != nil)
  }

  /// Phones put 180 KB of nothing behind their Exif; no note is due for bytes that nothing refers to.
  @Test func unreferencedBytesGoWithoutSaying() throws {
    var sample = TIFFSample.phone(.big)
    sample.exif[ExifTag.makerNote] = nil
    let bytes = sample.bytes + [UInt8](repeating: 0, count: 180_000)
    let (made, notes) = try CopyExif(
      carried: carried(by: sample),
      size: PixelSize(width: 1500, height: 2000),
      limit: 65_527
    ).block(from: bytes)
    #expect(notes == [] && (made?.count ?? 0) < 2_000)
  }
}
