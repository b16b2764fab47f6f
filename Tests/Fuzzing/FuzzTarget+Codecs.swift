internal import Containers
internal import Pixels

@testable internal import StillImages

extension FuzzTarget {
  /// Pictures of up to 256 x 256: larger ones only cost time.
  static var limits: DecodingLimits {
    var limits = DecodingLimits()
    limits.maximumPixelCount = 65_536
    return limits
  }

  static var codecs: [FuzzTarget] {
    [FuzzTarget("av1", av1), FuzzTarget("hevc", hevc), FuzzTarget("icc", icc)]
  }

  private static func av1(_ bytes: [UInt8]) throws {
    _ = try? AV1SequenceHeader(payload: bytes).configurationRecord
    let header = try AV1SequenceHeader.only(in: bytes[...])
    expect(header.size.width > 0 && header.size.height > 0, "\(header.size)")
    expect(header.configurationRecord.count == 4, "record")
  }

  private static func hevc(_ bytes: [UInt8]) throws {
    _ = try? HEIFSequenceParameters(unit: bytes)
    let configuration = try HEIFCodecConfiguration(bytes, in: 0..<bytes.count)
    expect(configuration.size.width > 0 && configuration.size.height > 0, "\(configuration.size)")
  }

  private static func icc(_ bytes: [UInt8]) throws {
    guard let repaired = ICCProfile.repaired(bytes) else { return }
    guard let facts = ICCProfile.inspect(repaired) else {
      expect(false, "repaired, but no profile any more")
      return
    }
    expect(facts.isLengthRight, "length")
  }
}
