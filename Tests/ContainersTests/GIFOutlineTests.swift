import Containers
import Messages
import Pixels
import Testing

/// GIF files block by block.
@Suite struct GIFOutlineTests {
  private static let xmp = Array("<x:xmpmeta/>".utf8)

  /// A GIF of 5 x 3 pixels with frames of one code each.
  private func file(delays: [Int], loops: Int? = nil, hasXMP: Bool = false) -> [UInt8] {
    var bytes = Array("GIF89a".utf8) + [5, 0, 3, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    if let loops {
      bytes +=
        [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, UInt8(loops & 255), UInt8(loops >> 8), 0]
    }
    if hasXMP {
      bytes += [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + Self.xmp + [1] + (0...255).reversed() + [0]
    }
    for delay in delays {
      bytes += [0x21, 0xF9, 4, 4, UInt8(delay & 255), UInt8(delay >> 8), 0, 0]
      bytes += [0x2C, 0, 0, 0, 0, 5, 0, 3, 0, 0, 2, 2, 0x44, 0x01, 0]
    }
    return bytes + [0x3B]
  }

  @Test func `times, repetitions and metadata are told`() throws {
    let outline = try GIFOutline(ByteSource(file(delays: [8, 300, 65_535], loops: 0, hasXMP: true)))
    #expect(outline.canvas == PixelSize(width: 5, height: 3))
    #expect(outline.delays == [8, 300, 65_535])
    #expect(outline.playCount == 0)
    #expect(outline.xmp == Self.xmp)
    #expect(outline.isComplete)
  }

  @Test(arguments: [(nil, 1), (0, 0), (1, 2), (299, 300)])
  func `what is stored is the number of repetitions`(stored: Int?, plays: Int) throws {
    #expect(try GIFOutline(ByteSource(file(delays: [1], loops: stored))).playCount == plays)
  }

  @Test func `every cut is told from a whole file, and none traps`() throws {
    let bytes = file(delays: [8, 9], loops: 3, hasXMP: true)
    for count in 0..<bytes.count {
      guard let outline = try? GIFOutline(ByteSource(Array(bytes.prefix(count)))) else { continue }
      #expect(!outline.isComplete)
      #expect(outline.delays.count <= 2)
    }
  }
}
