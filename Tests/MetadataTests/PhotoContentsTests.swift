import Containers
import Foundation
import Messages
import Pixels
import Testing

@testable import Metadata

@Suite struct PhotoContentsTests {
  private var contents: PhotoContents {
    var contents = PhotoContents()
    contents.primaryPadding = 24
    contents.gainMapByteCount = 4511
    contents.video = PhotoContents.Video(
      byteCount: 123_456,
      presentationMicroseconds: 1_500_000,
      isMicroVideoToo: true
    )
    return contents
  }

  private func packet(_ contents: PhotoContents, original: XMPDocument? = nil) throws -> [UInt8] {
    let metadata = CopyMetadata(
      original: MetadataBlocks(xmp: try original.map(XMPPacket.bytes)),
      carried: Sample.everything,
      size: .init(width: 800, height: 600),
      target: .jpeg,
      identity: Sample.identity,
      derivedFrom: "IMG_0001.HEIC",
      hdrRemoved: false,
      contents: contents
    )
    let sidecar = String(decoding: try metadata.sidecar(forExtension: "jpg"), as: UTF8.self)
    #expect(!sidecar.contains("MotionPhoto") && !sidecar.contains("Container:"))
    return try #require(try metadata.blocks().0.xmp)
  }

  /// What an original claimed, of a gain map and a video that the copy has not or not like this.
  private func claiming() throws -> XMPDocument {
    let original = try XMPDocument()
    for (name, value) in [
      ("MotionPhoto", "1"), ("MicroVideo", "1"), ("MicroVideoOffset", "9"), ("SpecialTypeID", "x"),
    ] {
      try original.set(XMPNamespace.googleCamera, name, to: value)
    }
    try original.set(XMPNamespace.gainMap, "Version", to: "1.0")
    try original.set(XMPNamespace.gainMap, "GainMapMax", to: "3")
    try original.set(XMPNamespace.oplusCamera, "OLivePhotoVersion", to: "2")
    let fields = [("Container:Item/Item:Semantic", "MotionPhoto"), ("Container:Item/Item:Length", "9")]
    try original.append(XMPNamespace.googleContainer, "Directory", as: .sequence, fields: fields)
    return original
  }

  @Test func `flags are attributes of the first description, entries have attributes`() throws {
    let text = String(decoding: try packet(contents, original: try claiming()), as: UTF8.self)
    let start = try #require(text.firstRange(of: "<rdf:Description"))
    let end = try #require(text[start.upperBound...].firstIndex(of: ">"))
    let head = text[start.lowerBound..<end]
    for flag in [
      "GCamera:MotionPhoto=\"1\"", "GCamera:MotionPhotoVersion=\"1\"",
      "GCamera:MotionPhotoPresentationTimestampUs=\"1500000\"", "GCamera:MicroVideo=\"1\"",
      "GCamera:MicroVideoVersion=\"1\"", "GCamera:MicroVideoOffset=\"123456\"",
      "GCamera:MicroVideoPresentationTimestampUs=\"1500000\"", "hdrgm:Version=\"1.0\"",
      "fstop:favorite=\"1\"",
    ] { #expect(head.contains(flag), "\(flag)") }
    #expect(text.ranges(of: "<rdf:Description").count == 1)
    for entry in [
      "<Container:Item Item:Mime=\"image/jpeg\" Item:Semantic=\"Primary\" Item:Length=\"0\" Item:Padding=\"24\"/>",
      "<Container:Item Item:Mime=\"image/jpeg\" Item:Semantic=\"GainMap\" Item:Length=\"4511\" Item:Padding=\"0\"/>",
      "<Container:Item Item:Mime=\"video/mp4\" Item:Semantic=\"MotionPhoto\" Item:Length=\"123456\" Item:Padding=\"0\"/>",
    ] { #expect(text.ranges(of: entry).count == 1, "\(entry)") }
    for stale in ["GainMapMax", "OLivePhoto", "=\"9\"", ">9<"] { #expect(!text.contains(stale), "\(stale)") }
    #expect(text.contains("SpecialTypeID"))
  }

  @Test func `the packet is well-formed and says it to the toolkit and to exiftool`() throws {
    let packet = try packet(contents, original: try claiming())
    let document = try XMPDocument(packet: packet)
    #expect(document.text(XMPNamespace.googleCamera, "MicroVideoOffset") == "123456")
    #expect(document.itemCount(XMPNamespace.googleContainer, "Directory") == 3)
    let path = "Container:Directory[3]/Container:Item/Item:Semantic"
    #expect(document.text(XMPNamespace.googleContainer, path) == "MotionPhoto")
    #expect(EmbeddedMetadataReader.read(MetadataBlocks(xmp: packet)).0.favourite == true)
    let tags = MotionTags(MetadataBlocks(xmp: packet))
    #expect(tags.videoByteCount == 123_456)
    #expect(tags.presentationMicroseconds == 1_500_000)
    guard Tool.isInstalled("exiftool") else { return }
    let scratch = try Scratch()
    let file = scratch.folder.appendingPathComponent("a.jpg")
    try TinyJPEG.file(xmp: packet).write(to: file)
    let found = try Tool.exiftool(file.path)
    #expect(found["XMP-GCamera:MotionPhoto"] == "1")
    #expect(found["XMP-GCamera:MotionPhotoPresentationTimestampUs"] == "1500000")
    #expect(found["XMP-GCamera:MicroVideoOffset"] == "123456")
    #expect(found["XMP-hdrgm:Version"] == "1" || found["XMP-hdrgm:Version"] == "1.0")
    #expect(found["XMP-Container:Directory"]?.contains("123456") == true)
    #expect(found["ExifTool:Warning"] == nil)
  }

  @Test func `without contents no claim is left`() throws {
    let text = String(decoding: try packet(PhotoContents(), original: try claiming()), as: UTF8.self)
    for word in ["MotionPhoto", "MicroVideo", "Container:", "hdrgm:", "OLivePhoto"] {
      #expect(!text.contains(word), "\(word)")
    }
    #expect(text.contains("SpecialTypeID"))
    #expect(!MotionTags(MetadataBlocks(xmp: Array(text.utf8))).claimsVideo)
  }

  @Test func `what cannot be told is left out`() throws {
    var contents = PhotoContents()
    contents.video = PhotoContents.Video(byteCount: 5, presentationMicroseconds: nil, isMicroVideoToo: false)
    let text = String(decoding: try packet(contents), as: UTF8.self)
    #expect(text.contains("GCamera:MotionPhoto=\"1\""))
    for word in ["Timestamp", "MicroVideo", "hdrgm", "GainMap"] { #expect(!text.contains(word), "\(word)") }
  }

  @Test func `an extension does not take the directory along`() throws {
    let original = try XMPDocument()
    // Smaller than the directory and many, so that it would have to go first.
    for index in 0..<1500 {
      try original.set(XMPNamespace.photoshop, "P\(index)", to: String(repeating: "x", count: 40))
    }
    let blocks = MetadataBlocks(xmp: try packet(contents, original: original))
    let stream = [UInt8](TinyJPEG.file())
    let file = try JPEGSegments(try JPEGAssembler.assemble(stream: stream, blocks: blocks))
    #expect(file.blocks.extendedXMP != nil)
    #expect(MotionTags(MetadataBlocks(xmp: file.blocks.xmp)).videoByteCount == 123_456)
    #expect(MotionTags(MetadataBlocks(xmp: file.blocks.xmp)).isMotionPhoto == true)
  }
}
