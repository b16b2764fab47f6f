internal import Messages
public import Pixels

/// Gain map metadata as ISO 21496-1 serialises them (GainMapMetadata): the content of a HEIF `tmap` item behind its version
/// byte, and of a JPEG gain map's APP2 behind the identifier. Numbers are big-endian.
public enum GainMapPayload {
  private static let isMultichannel: UInt8 = 0x80
  private static let usesBaseColourSpace: UInt8 = 0x40
  /// libultrahdr: one denominator for all numbers stands first.
  private static let hasCommonDenominator: UInt8 = 0x08
  /// libultrahdr: the base picture is the brighter one.
  private static let isBackward: UInt8 = 0x04

  /// Reads a payload. Bytes behind it are left alone where its writer is newer than version 0.
  ///
  /// - Throws: `decode.truncated`; `decode.damaged` for numbers that make no sense, and for metadata that only readers of a
  ///   later version may interpret.
  public static func read(_ bytes: [UInt8]) throws -> GainMapMetadata {
    var cursor = ByteCursor(bytes)
    let (minimumVersion, _) = (try cursor.readNumber(2), try cursor.readNumber(2))
    guard minimumVersion == 0 else { throw damaged("gain map metadata of version \(minimumVersion)") }
    let flags = try cursor.readByte()
    guard flags & isBackward == 0 else { throw damaged("gain map metadata in backward direction") }
    let common = flags & hasCommonDenominator != 0 ? try cursor.readNumber(4) : nil
    func fraction(isSigned: Bool) throws -> GainMapMetadata.Fraction {
      let raw = try cursor.readNumber(4)
      let numerator = isSigned ? Int(Int32(truncatingIfNeeded: raw)) : raw
      let denominator = try common ?? cursor.readNumber(4)
      guard denominator > 0 else { throw damaged("gain map metadata with a denominator of 0") }
      return GainMapMetadata.Fraction(numerator, denominator)
    }
    let base = try fraction(isSigned: false)
    let alternate = try fraction(isSigned: false)
    var channels: [GainMapMetadata.Channel] = []
    for _ in 0..<(flags & isMultichannel != 0 ? 3 : 1) {
      let minimum = try fraction(isSigned: true)
      let maximum = try fraction(isSigned: true)
      let gamma = try fraction(isSigned: false)
      let baseOffset = try fraction(isSigned: true)
      channels.append(
        GainMapMetadata.Channel(
          minimum: minimum,
          maximum: maximum,
          gamma: gamma,
          baseOffset: baseOffset,
          alternateOffset: try fraction(isSigned: true)
        )
      )
    }
    let metadata = GainMapMetadata(
      baseHeadroom: base,
      alternateHeadroom: alternate,
      channels: channels,
      usesBaseColourSpace: flags & usesBaseColourSpace != 0
    )
    guard let metadata else { throw damaged("gain map metadata out of range") }
    return metadata
  }

  /// The payload: 61 bytes for one channel, 141 for three.
  public static func bytes(_ metadata: GainMapMetadata) -> [UInt8] {
    var flags: UInt8 = 0
    if metadata.channels.count == 3 { flags |= isMultichannel }
    if metadata.usesBaseColourSpace { flags |= usesBaseColourSpace }
    var fractions = [metadata.baseHeadroom, metadata.alternateHeadroom]
    for channel in metadata.channels {
      fractions += [
        channel.minimum, channel.maximum, channel.gamma, channel.baseOffset, channel.alternateOffset,
      ]
    }
    return [0, 0, 0, 0, flags]
      + fractions.flatMap {
        BigEndian.bytes($0.numerator & 0xFFFF_FFFF, count: 4) + BigEndian.bytes($0.denominator, count: 4)
      }
  }

  private static func damaged(_ detail: String) -> Problem { Problem(.damaged, ["detail": detail]) }
}
