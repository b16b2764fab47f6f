internal import Containers
internal import Foundation
internal import Messages
internal import Pixels
internal import Testing

@testable internal import Metadata

@Suite struct CopyMetadataTests {
  private func text(_ packet: [UInt8]?) -> String { String(decoding: packet ?? [], as: UTF8.self) }

  @Test func heartIsAnAttributeAndDateAnElement() throws {
    let packet = text(try Sample.copy(MetadataBlocks(), Sample.everything).blocks().0.xmp)
    #expect(packet.contains("fstop:favorite=\"1\""))
    #expect(!packet.contains("<fstop:favorite>"))
    #expect(packet.contains("<photoshop:DateCreated>2021-07-14T18:03:22.123+09:00</photoshop:DateCreated>"))
    #expect(packet.hasPrefix("<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>"))
    #expect(packet.hasSuffix("<?xpacket end=\"w\"?>"))
    var metadata = Sample.everything
    metadata.favourite = false
    #expect(text(try Sample.copy(MetadataBlocks(), metadata).blocks().0.xmp).contains("fstop:favorite=\"0\""))
  }

  @Test(arguments: [MetadataCapacity.jpeg, .heic, .png]) func everythingComesBack(_ target: MetadataCapacity)
    throws
  {
    let (blocks, notes) = try Sample.copy(MetadataBlocks(), Sample.everything, target: target).blocks()
    #expect(notes == [])
    let found = EmbeddedMetadataReader.read(blocks).0
    #expect(MetadataComparison.differences(expected: Sample.everything, found: found) == [])
    #expect(found.tags == Sample.everything.tags)
    #expect(found.rating == nil)
  }

  @Test func identityIsRenewed() throws {
    let original = try XMPDocument()
    for (name, value) in [
      ("DocumentID", "xmp.did:old"), ("InstanceID", "xmp.iid:old"), ("OriginalDocumentID", "o"),
    ] {
      try original.set(XMPNamespace.xmpMM, name, to: value)
    }
    try original.set(XMPNamespace.exif, "ImageUniqueID", to: "x")
    let blocks = MetadataBlocks(xmp: try XMPPacket.bytes(original))
    let (copy, _) = try Sample.copy(blocks, SourceMetadata()).blocks()
    let document = try XMPDocument(packet: try #require(copy.xmp))
    let media = XMPNamespace.xmpMM
    #expect(document.text(media, "DocumentID") == "xmp.did:\(Sample.identity.documentIdentifier)")
    #expect(document.text(media, "InstanceID") == "xmp.iid:\(Sample.identity.instanceIdentifier)")
    #expect(!document.contains(media, "OriginalDocumentID"))
    #expect(!document.contains(XMPNamespace.exif, "ImageUniqueID"))
    #expect(document.text(media, "DerivedFrom/stRef:documentID") == "xmp.did:old")
    #expect(document.text(media, "DerivedFrom/stRef:filePath") == "IMG_0001.HEIC")
    #expect(document.itemCount(media, "History") == 1)
    #expect(document.text(media, "History[1]/stEvt:action") == "converted")
    #expect(document.text(media, "History[1]/stEvt:softwareAgent") == "shiying 0.1.0")
  }

  @Test func staleMarksGoAndTheRestStays() throws {
    let original = try XMPDocument()
    let stale: [(String, String)] = [
      (XMPNamespace.gainMap, "Version"), (XMPNamespace.appleGainMap, "HDRGainMapVersion"),
      (XMPNamespace.applePixelData, "NativeFormat"), (XMPNamespace.googleCamera, "MotionPhoto"),
      (XMPNamespace.googleCamera, "MicroVideoOffset"), (XMPNamespace.googleCamera, "BurstID"),
      (XMPNamespace.googleContainer, "Directory"), (XMPNamespace.photoshop, "LegacyIPTCDigest"),
      (XMPNamespace.xmp, "Thumbnails"), (XMPNamespace.tiff, "Orientation"),
      (XMPNamespace.googleDepth, "Format"),
    ]
    let kept: [(String, String)] = [
      (XMPNamespace.googleCamera, "SpecialTypeID"), (XMPNamespace.photoshop, "City"),
      (XMPNamespace.xmp, "CreatorTool"),
      (XMPNamespace.xmp, "Label"),
    ]
    for (namespace, name) in stale + kept { try original.set(namespace, name, to: "1") }
    try original.set(XMPNamespace.exif, "PixelXDimension", to: "4000")
    try original.set(XMPNamespace.dc, "format", to: "image/heic")
    let (copy, notes) = try Sample.copy(MetadataBlocks(xmp: try XMPPacket.bytes(original)), SourceMetadata())
      .blocks()
    let document = try XMPDocument(packet: try #require(copy.xmp))
    for (namespace, name) in stale { #expect(!document.contains(namespace, name), "\(name)") }
    for (namespace, name) in kept { #expect(document.text(namespace, name) == "1", "\(name)") }
    #expect(document.text(XMPNamespace.exif, "PixelXDimension") == "800")
    #expect(document.text(XMPNamespace.dc, "format") == "image/jpeg")
    #expect(notes == [Note(.auxiliaryDropped, ["kind": "depth"])])
  }

  @Test func separatorsInTagsAreReplacedAndSaid() throws {
    var metadata = SourceMetadata()
    metadata.tags = [Tag(levels: ["AC/DC"]), Tag(levels: ["a|b", "c"]), Tag(levels: ["plain"])]
    let (blocks, notes) = try Sample.copy(MetadataBlocks(), metadata).blocks()
    #expect(notes == [Note(.tagRenamed, ["tag": "AC/DC"]), Note(.tagRenamed, ["tag": "a|b > c"])])
    let found = EmbeddedMetadataReader.read(blocks).0
    #expect(found.tags.map(\.levels) == [["AC\u{2215}DC"], ["a-b", "c"], ["plain"]])
    #expect(MetadataComparison.differences(expected: metadata, found: found) == [])
  }

  @Test func whatIsNotCarriedIsNotInTheCopy() throws {
    let (full, _) = try Sample.copy(MetadataBlocks(), Sample.everything).blocks()
    var metadata = Sample.everything
    metadata.place = nil
    metadata.tags = []
    metadata.albums = []
    metadata.favourite = nil
    let found = EmbeddedMetadataReader.read(try Sample.copy(full, metadata).blocks().0).0
    #expect(MetadataComparison.differences(expected: metadata, found: found) == [])
    #expect(found.place == nil && found.tags.isEmpty && found.albums.isEmpty && found.favourite == nil)
  }

  @Test func urgencyYieldsToARating() throws {
    let original = try XMPDocument()
    try original.set(XMPNamespace.photoshop, "Urgency", to: "1")
    let blocks = MetadataBlocks(xmp: try XMPPacket.bytes(original))
    var metadata = SourceMetadata()
    #expect(text(try Sample.copy(blocks, metadata).blocks().0.xmp).contains("Urgency"))
    metadata.rating = 2
    #expect(!text(try Sample.copy(blocks, metadata).blocks().0.xmp).contains("Urgency"))
  }

  @Test func damagedXMPIsReplacedAndSaid() throws {
    let blocks = MetadataBlocks(xmp: Array("<x:xmpmeta".utf8))
    #expect(EmbeddedMetadataReader.read(blocks).1.map(\.code) == [.xmpDropped])
    let (copy, notes) = try Sample.copy(blocks, Sample.everything).blocks()
    #expect(notes.map(\.code) == [.xmpDropped])
    let found = EmbeddedMetadataReader.read(copy).0
    #expect(MetadataComparison.differences(expected: Sample.everything, found: found) == [])
  }

  @Test func sidecarNamesItsExtension() throws {
    let packet = try Sample.copy(MetadataBlocks(), Sample.everything).sidecar(forExtension: "heic")
    #expect(text(packet).contains("<photoshop:SidecarForExtension>heic</photoshop:SidecarForExtension>"))
    #expect(
      MetadataComparison.differences(expected: Sample.everything, found: try Sidecar.read(xmp: packet)) == []
    )
  }

  @Test(
    .enabled(
      if: Tool.isInstalled("exiftool") && Tool.isInstalled("exiv2"),
      "exiftool and exiv2 are not installed"
    )
  )
  func othersReadEverything() throws {
    let (blocks, _) = try Sample.copy(MetadataBlocks(), Sample.everything).blocks()
    let scratch = try Scratch()
    let file = try scratch.write("a.jpg", TinyJPEG.file(exif: blocks.exif, xmp: blocks.xmp))
    let perl = try Tool.exiftool(file, ["-n"])
    #expect(perl["Composite:SubSecDateTimeOriginal"] == "2021:07:14 18:03:22.123+09:00")
    #expect(perl["XMP-fstop:Favorite"] == "1")
    #expect(perl["Composite:GPSLatitude"] == "35.6586")
    #expect(perl["IFD0:Rating"] == "5" && perl["XMP-xmp:Rating"] == "5")
    #expect(perl["XMP-photoshop:DateCreated"] == "2021:07:14 18:03:22.123+09:00")
    #expect(perl["ExifTool:Warning"] == nil)
    let cpp = try Tool.exiv2(file)
    #expect(cpp["Exif.GPSInfo.GPSLatitude"] == "35/1 39/1 309600/10000")
    #expect(cpp["Xmp.lr.hierarchicalSubject"] == "travel, Places|Tokyo, Cão")
    #expect(cpp["Xmp.digiKam.TagsList"] == "travel, Places/Tokyo, Cão")
    #expect(cpp["Xmp.dc.subject"] == "travel, Tokyo, Cão")
    #expect(cpp["Xmp.MicrosoftPhoto.LastKeywordXMP"] == "travel, Places/Tokyo, Cão")
    #expect(cpp["Xmp.mwg-coll.Collections[1]/mwg-coll:CollectionName"] == "Summer 2021")
    #expect(cpp["Xmp.fstop.favorite"] == "1")
  }
}
