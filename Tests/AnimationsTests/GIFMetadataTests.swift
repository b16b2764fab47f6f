import Animations
import Messages
import Pixels
import Testing

@Suite struct GIFMetadataTests {
  private static let photo = MadeFrames.photo(PixelSize(width: 10, height: 10), shift: 0)

  @Test(arguments: [1, 254, 255, 256, 257, 3000])
  func thePacketStandsThereAsItIs(length: Int) throws {
    let packet = (0..<length).map { UInt8(0x20 + $0 % 90) }
    let (bytes, _) = try MadeFrames.coded([(Self.photo, 1)], xmp: packet)
    let name = Array("XMP DataXMP".utf8)
    let start = try #require(
      bytes.indices.first { bytes[$0...].starts(with: [0x21, 0xFF, 11] + name) }
    )
    let data = bytes[(start + 14)...]
    #expect(data.starts(with: packet))
    let trailer = Array(data.dropFirst(length).prefix(258))
    // XMP specification part 3, 1.1.2: 01, then FF down to 00, then 00.
    #expect(
      trailer.count == 258 && trailer[0] == 1 && trailer[1] == 0xFF && trailer[256] == 0 && trailer[257] == 0
    )
    #expect(zip(trailer[1...], trailer[2...]).prefix(255).allSatisfy { $0 == $1 + 1 })
    // Whoever knows nothing of XMP reads on.
    #expect(try DecodedAnimation(bytes).frames.count == 1)
  }

  @Test func noPacketNoBlock() throws {
    for xmp in [nil, []] as [[UInt8]?] {
      let (bytes, _) = try MadeFrames.coded([(Self.photo, 1)], xmp: xmp)
      #expect(!bytes.indices.contains { bytes[$0...].starts(with: "XMP DataXMP".utf8) })
    }
  }

  @Test func aPacketThatIsNotTextIsRefused() {
    let problem = #expect(throws: Problem.self) {
      try MadeFrames.coded([(Self.photo, 1)], xmp: [0x3C, 0, 0x3E])
    }
    #expect(problem?.code == .metadataFailed)
  }
}
