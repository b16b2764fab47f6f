import Containers
import Foundation
import TestSupport
import Testing

/// Stills of Motion Photos, which are converted without their video.
@Suite struct MotionStillTests {
  private static let claim = """
    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description \
    rdf:about="" xmlns:GCamera="http://ns.google.com/photos/1.0/camera/" \
    xmlns:Container="http://ns.google.com/photos/1.0/container/" \
    xmlns:Item="http://ns.google.com/photos/1.0/container/item/" GCamera:MotionPhoto="1" GCamera:MotionPhotoVersion="1" \
    GCamera:MotionPhotoPresentationTimestampUs="0" GCamera:MicroVideo="1" GCamera:MicroVideoOffset="LENGTH">\
    <Container:Directory><rdf:Seq><rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="image/jpeg" \
    Item:Semantic="Primary"/></rdf:li><rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="video/mp4" \
    Item:Semantic="MotionPhoto" Item:Length="LENGTH"/></rdf:li></rdf:Seq></Container:Directory></rdf:Description></rdf:RDF>\
    </x:xmpmeta>
    """

  /// A JPEG that claims a video, with a Samsung trailer around the video where there is one.
  private func photo(_ video: [UInt8]?) throws -> [UInt8] {
    let picture = [UInt8](try Data(contentsOf: Samples.source.appendingPathComponent("portrait.jpg")))
    let length = video?.count ?? 5000
    let packet = Self.claim.replacing("LENGTH", with: "\(length)")
    let still = try JPEGAssembler.assemble(stream: picture, blocks: MetadataBlocks(xmp: Array(packet.utf8)))
    guard let video else { return still }
    return still + SamsungTrailer.videoRecordHead + video + SamsungTrailer.directory(forVideoOf: video.count)
  }

  @Test(arguments: [true, false], ["jpeg", "heic"])
  func `the copy claims no video, and a loss is told where there was one`(hasVideo: Bool, format: String)
    throws
  {
    let samples = try Samples()
    defer { samples.remove() }
    let video = [UInt8](try Data(contentsOf: Samples.source.appendingPathComponent("rotated.mp4")))
    let source = samples.folder.appendingPathComponent("MVIMG_1.jpg")
    try Data(try photo(hasVideo ? video : nil)).write(to: source)
    let outcome = try samples.program.run([
      "convert", "--to", format, "--quality", "80", "--json", "MVIMG_1.jpg",
    ])
    #expect(outcome.exitCode == 0, "\(outcome.errors)")
    #expect(outcome.lines.contains { $0.contains("content.motion-dropped") } == hasVideo)
    let name = try #require(try samples.delivered().first { !$0.hasSuffix(".xmp") })
    let copy = [UInt8](try Data(contentsOf: samples.folder.appendingPathComponent("library/\(name)")))
    let xmp: [UInt8]?
    if format == "jpeg" {
      let file = try JPEGSegments(copy)
      #expect(file.primaryEnd == copy.count)
      #expect(file.companions.motionVideo == nil)
      xmp = file.blocks.xmp
    } else {
      let items = try HEIFItems(bytes: copy)
      #expect(items.motionVideo(of: try items.primaryItem().id) == nil)
      xmp = try items.xmp(of: try items.primaryItem().id).packet
    }
    let text = String(decoding: try #require(xmp), as: UTF8.self)
    for word in ["MotionPhoto", "MicroVideo", "Container:", "SEFT"] {
      #expect(!text.contains(word), "\(word)")
    }
    #expect(copy.firstRange(of: Array("SEFT".utf8)) == nil)
  }
}
