internal import Containers
internal import Testing

@testable internal import Metadata

/// What the blocks of one file say of the same thing when they disagree.
@Suite struct MWGConflictTests {
  private func blocks() throws -> MetadataBlocks {
    var exif = TIFFSample.phone(.big)
    exif.main[ExifTag.imageDescription] = .text("from Exif", .big)
    let xmp = try XMPDocument()
    try xmp.set(XMPNamespace.photoshop, "DateCreated", to: "1993-01-01T00:00:00")
    try xmp.set(XMPNamespace.dc, "subject", to: ["from XMP"], as: .bag)
    try xmp.setLocalizedText(XMPNamespace.dc, "description", to: "from XMP")
    try xmp.setLocalizedText(XMPNamespace.dc, "title", to: "from XMP")
    return MetadataBlocks(exif: exif.bytes, xmp: try XMPPacket.bytes(xmp), iptc: IPTCTests.sample)
  }

  @Test func exifThenXMPThenIPTC() throws {
    var blocks = try blocks()
    var found = EmbeddedMetadataReader.read(blocks).0
    #expect(found.captureDate?.year == 2021 && found.description == "from Exif")
    #expect(found.tags.map(\.leaf) == ["from XMP"] && found.title == "from XMP")
    blocks.exif = nil
    found = EmbeddedMetadataReader.read(blocks).0
    #expect(found.captureDate?.year == 1993 && found.description == "from XMP")
    blocks.xmp = nil
    found = EmbeddedMetadataReader.read(blocks).0
    #expect(found.captureDate?.year == 2004 && found.description == "Caption" && found.tags.count == 2)
  }

  @Test func captureBeforeDigitisingBeforeChange() throws {
    var exif = TIFFSample(order: .big, main: [ExifTag.dateTime: .text("2023:01:01 00:00:00", .big)])
    var found = EmbeddedMetadataReader.read(MetadataBlocks(exif: exif.bytes)).0
    #expect(found.captureDate?.year == 2023)
    exif.exif[ExifTag.dateTimeDigitized] = .text("2022:01:01 00:00:00", .big)
    found = EmbeddedMetadataReader.read(MetadataBlocks(exif: exif.bytes)).0
    #expect(found.captureDate?.year == 2022)
    found = EmbeddedMetadataReader.read(MetadataBlocks(exif: exif.bytes, xmp: try blocks().xmp)).0
    #expect(found.captureDate?.year == 1993)
    exif.exif[ExifTag.dateTimeOriginal] = .text("0000:00:00 00:00:00", .big)
    found = EmbeddedMetadataReader.read(MetadataBlocks(exif: exif.bytes)).0
    #expect(found.captureDate?.year == 2022)
  }

  @Test func offsetOfTheSameSecondIsTakenFromXMP() throws {
    let exif = TIFFSample(
      order: .little,
      exif: [ExifTag.dateTimeOriginal: .text("2008:03:15 09:52:01", .little)]
    )
    let xmp = try XMPDocument()
    try xmp.set(XMPNamespace.exif, "DateTimeOriginal", to: "2008-03-15T09:52:01-04:00")
    let found = EmbeddedMetadataReader.read(MetadataBlocks(exif: exif.bytes, xmp: try XMPPacket.bytes(xmp))).0
    #expect(found.captureDate?.offsetMinutes == -240)
  }
}
