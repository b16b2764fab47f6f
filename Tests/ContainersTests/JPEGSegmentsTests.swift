import Messages
import Pixels
import Testing

@testable import Containers

@Suite struct JPEGSegmentsTests {
  @Test func `a bare stream has a frame and nothing else`() throws {
    let bytes = JPEGBuilder.stream()
    let segments = try JPEGSegments(bytes)
    #expect(segments.frame.size == PixelSize(width: 4, height: 3))
    #expect(segments.frame.precision == 8)
    #expect(segments.frame.componentCount == 1)
    #expect(segments.primaryEnd == bytes.count)
    #expect(segments.blocks == MetadataBlocks())
    #expect(segments.profile == .absent)
    #expect(segments.companions == JPEGCompanions())
  }

  @Test(arguments: [
    (UInt8(0xC0), false, false, false), (0xC2, true, false, false), (0xC3, false, true, false),
    (0xC9, false, false, true), (0xCA, true, false, true), (0xCB, false, true, true),
  ])
  func `the frame marker tells the coding`(marker: UInt8, progressive: Bool, lossless: Bool, arithmetic: Bool)
    throws
  {
    let frame = try JPEGSegments(JPEGBuilder.stream(frame: marker)).frame
    #expect(frame.isProgressive == progressive)
    #expect(frame.isLossless == lossless)
    #expect(frame.isArithmetic == arithmetic)
  }

  @Test func `every prefix of a stream is truncated`() {
    let exif = JPEGBuilder.segment(0xE1, "Exif\0\0", JPEGBuilder.exif(orientation: 6))
    let bytes = JPEGBuilder.stream([exif, JPEGBuilder.xmp("<x/>")])
    for count in 0..<bytes.count {
      let problem = #expect(throws: Problem.self) { try JPEGSegments(Array(bytes[..<count])) }
      #expect(problem?.code == .truncated || count < 2)
    }
  }

  @Test func `changed bytes never trap`() {
    var generator = SeededGenerator(state: 7)
    let whole =
      JPEGBuilder.stream([
        JPEGBuilder.segment(0xE1, "Exif\0\0", JPEGBuilder.exif(orientation: 6)),
        JPEGBuilder.xmp(
          "<a hdrgm:Version=\"1.0\" xmpNote:HasExtendedXMP=\"0123456789ABCDEF0123456789ABCDEF\"/>"
        ),
        JPEGBuilder.portion("0123456789ABCDEF0123456789ABCDEF", total: 3, offset: 0, [1, 2, 3]),
        JPEGBuilder.multiPicture([(0x30000, 0, 0), (0, 9, 90)]), JPEGBuilder.profileChunk(1, of: 1, [1]),
        JPEGBuilder.segment(0xED, "Photoshop 3.0\0", PhotoshopResources.wrapping(iptc: [0x1C, 2, 5])),
      ]) + JPEGBuilder.stream() + JPEGBuilder.movie
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let position = Int.random(in: 0..<bytes.count, using: &generator)
        bytes[position] = UInt8.random(in: 0...255, using: &generator)
      }
      _ = try? JPEGSegments(bytes)
    }
  }

  @Test func `Exif loses its wrapping, garbage is left out`() throws {
    let exif = JPEGBuilder.exif(orientation: 3)
    let good = try JPEGSegments(JPEGBuilder.stream([JPEGBuilder.segment(0xE1, "Exif\0\0", exif)]))
    #expect(good.blocks.exif == exif)
    #expect(!good.exifIsUnusable)
    let bad = try JPEGSegments(JPEGBuilder.stream([JPEGBuilder.segment(0xE1, "Exif\0\0", [1, 2, 3, 4])]))
    #expect(bad.blocks.exif == nil)
    #expect(bad.exifIsUnusable)
  }

  @Test func `ICC chunks may come in any order`() throws {
    let chunks = [
      JPEGBuilder.profileChunk(2, of: 3, [2, 2]), JPEGBuilder.profileChunk(3, of: 3, [3]),
      JPEGBuilder.profileChunk(1, of: 3, [1]),
    ]
    #expect(try JPEGSegments(JPEGBuilder.stream(chunks)).profile == .whole([1, 2, 2, 3]))
  }

  @Test(arguments: [
    [JPEGBuilder.profileChunk(1, of: 2, [1])],
    [JPEGBuilder.profileChunk(0, of: 1, [1])],
    [JPEGBuilder.profileChunk(1, of: 1, [1]), JPEGBuilder.profileChunk(1, of: 1, [2])],
    [JPEGBuilder.profileChunk(1, of: 2, [1]), JPEGBuilder.profileChunk(2, of: 3, [2])],
    [JPEGBuilder.segment(0xE2, "ICC_PROFILE\0", [1])],
  ])
  func `incomplete ICC is unusable`(chunks: [[UInt8]]) throws {
    guard case .unusable = try JPEGSegments(JPEGBuilder.stream(chunks)).profile else {
      Issue.record("taken as a profile")
      return
    }
  }

  @Test func `IPTC may go on in a second APP13`() throws {
    let iptc: [UInt8] = [0x1C, 2, 5, 0, 3, 65, 66, 67]
    let other = Array("8BIM".utf8) + [0x03, 0xED, 3, 65, 66, 67] + [0, 0, 0, 1, 9, 0]
    let resources = other + PhotoshopResources.wrapping(iptc: iptc)
    for cut in 1..<resources.count {
      let stream = JPEGBuilder.stream([
        JPEGBuilder.segment(0xED, "Photoshop 3.0\0", Array(resources[..<cut])),
        JPEGBuilder.segment(0xED, "Photoshop 3.0\0", Array(resources[cut...])),
      ])
      #expect(try JPEGSegments(stream).blocks.iptc == iptc)
    }
  }

  @Test func `Adobe's transform is found`() throws {
    let segment = JPEGBuilder.segment(0xEE, "Adobe", [0, 100, 0, 0, 0, 0, 2])
    #expect(try JPEGSegments(JPEGBuilder.stream([segment])).adobeTransform == 2)
  }

  @Test func `stray bytes between segments are skipped`() throws {
    let exif = JPEGBuilder.exif(orientation: 3)
    let stray: [UInt8] = [1, 2, 0xFF, 0x00, 3]
    let bytes = JPEGBuilder.stream([stray, JPEGBuilder.segment(0xE1, "Exif\0\0", exif), stray])
    #expect(try JPEGSegments(bytes).blocks.exif == exif)
  }

  @Test func `segments after SOS of another scan and trailing bytes do not matter`() throws {
    let bytes = JPEGBuilder.stream() + [1, 2, 3]
    #expect(try JPEGSegments(bytes).primaryEnd == bytes.count - 3)
  }
}

@Suite struct JPEGExtendedXMPTests {
  private let identifier = "0123456789ABCDEF0123456789ABCDEF"

  private func extended(_ portions: [[UInt8]], named: String? = nil) throws -> [UInt8]? {
    let packet = JPEGBuilder.xmp("<d xmpNote:HasExtendedXMP=\"\(named ?? identifier)\"/>")
    return try JPEGSegments(JPEGBuilder.stream([packet] + portions)).blocks.extendedXMP
  }

  @Test func `portions are put together in the order of their offsets`() throws {
    let found = try extended([
      JPEGBuilder.portion(identifier, total: 5, offset: 3, [4, 5]),
      JPEGBuilder.portion(identifier, total: 5, offset: 0, [1, 2, 3]),
      JPEGBuilder.portion(identifier, total: 5, offset: 0, [1, 2, 3]),
      JPEGBuilder.portion(String(identifier.reversed()), total: 1, offset: 0, [9]),
    ])
    #expect(found == [1, 2, 3, 4, 5])
  }

  @Test func `what is not whole is not taken`() throws {
    #expect(try extended([JPEGBuilder.portion(identifier, total: 5, offset: 0, [1, 2, 3])]) == nil)
    #expect(try extended([JPEGBuilder.portion(identifier, total: 2, offset: 1, [1])]) == nil)
    #expect(try extended([JPEGBuilder.portion(identifier, total: 0xFFFF_FFFF, offset: 0, [1])]) == nil)
    #expect(try extended([JPEGBuilder.portion(identifier, total: 1, offset: 0xFFFF_FFFF, [1])]) == nil)
    #expect(
      try extended([
        JPEGBuilder.portion(identifier, total: 4, offset: 0, [1, 2]),
        JPEGBuilder.portion(identifier, total: 3, offset: 2, [3, 4]),
      ]) == nil
    )
    #expect(
      try extended([JPEGBuilder.portion(identifier, total: 1, offset: 0, [1])], named: "no such thing") == nil
    )
  }
}
