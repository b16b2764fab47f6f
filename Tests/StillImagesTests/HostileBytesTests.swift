import Containers
import Messages
import Pixels
import Testing
@testable import StillImages

/// Files with bytes changed at random, the same ones in every run.
@Suite struct HostileBytesTests {
  /// Numbers that look random (xorshift).
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }

  private static let blocks = MetadataBlocks(
    exif: Array("II*\0".utf8) + [8, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    xmp: Array("<x:xmpmeta xmlns:x='adobe:ns:meta/'/>".utf8)
  )

  private static func file(_ format: StillFormat, lossless: Bool) throws -> [UInt8] {
    try StillImageEncoder.encode(
      HEIFSample.pixels(48, 40, .rgba),
      significantBits: 8,
      colour: ColourDescription(iccProfile: ICCProfile.displayP3()),
      blocks: blocks,
      format: format,
      options: EncodingOptions(quality: 60, isLossless: lossless)
    )
  }

  @Test(arguments: [StillFormat.avif, .jxl], [true, false])
  func changedBytesFailCleanlyOrGiveAPicture(format: StillFormat, lossless: Bool) throws {
    let whole = try Self.file(format, lossless: lossless)
    var numbers = Numbers(state: 0x5DEE_CE66)
    var limits = DecodingLimits()
    limits.maximumPixelCount = 1 << 20
    for _ in 0..<400 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &numbers) {
        bytes[Int.random(in: 12..<bytes.count, using: &numbers)] = UInt8.random(in: 0...255, using: &numbers)
      }
      do {
        let reader = try StillImageReader(bytes: bytes, limits: limits)
        #expect(try reader.decodePixels(threads: 1).size == reader.header.size)
      } catch let problem as Problem {
        #expect(problem.code != .internalError, "\(problem.values)")
      }
    }
  }
}
