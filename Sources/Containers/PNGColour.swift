public import Pixels

/// The colour chunks of a PNG file. Which wins: cICP, then iCCP, then sRGB, then gAMA and cHRM (PNG, third edition,
/// 4.3).
public struct PNGColour: Hashable, Sendable {
  /// An iCCP chunk.
  public enum Profile: Hashable, Sendable {
    /// No such chunk.
    case absent
    /// The inflated profile.
    case whole([UInt8])
    /// The chunk can't be read; `detail` tells why.
    case unusable(detail: String)
  }

  /// Chromaticities of cHRM in 1/100,000.
  public struct Chromaticities: Hashable, Sendable {
    /// x and y of white, red, green, blue.
    public var white: [Int], red: [Int], green: [Int], blue: [Int]
  }

  /// cICP: primaries, transfer, matrix, range.
  public private(set) var codePoints: CodePoints?
  /// iCCP.
  public private(set) var profile = Profile.absent
  /// The rendering intent of sRGB.
  public private(set) var renderingIntent: Int?
  /// gAMA: the encoding exponent in 1/100,000; 45,455 for sRGB and 2.2.
  public private(set) var gamma: Int?
  /// cHRM.
  public private(set) var chromaticities: Chromaticities?

  mutating func take(_ type: String, _ bytes: [UInt8], _ data: Range<Int>) {
    var cursor = ByteCursor(bytes, in: data)
    switch type {
    case "cICP":
      guard let values = try? cursor.read(4) else { return }
      codePoints = CodePoints(
        primaries: Int(values[0]),
        transfer: Int(values[1]),
        matrix: Int(values[2]),
        isFullRange: values[3] != 0
      )
    case "iCCP": if profile == .absent { profile = Self.readProfile(bytes[data]) }
    case "sRGB": renderingIntent = (try? cursor.readByte()).map(Int.init)
    case "gAMA": gamma = try? cursor.readNumber(4)
    case "cHRM":
      let values = (0..<8).compactMap { _ in try? cursor.readNumber(4) }
      guard values.count == 8 else { return }
      chromaticities = Chromaticities(
        white: Array(values[0..<2]),
        red: Array(values[2..<4]),
        green: Array(values[4..<6]),
        blue: Array(values[6..<8])
      )
    default: break
    }
  }

  /// A name, NUL, the compression method 0, and a zlib stream.
  private static func readProfile(_ data: ArraySlice<UInt8>) -> Profile {
    guard let end = data.firstIndex(of: 0), data[(end + 1)...].first == 0 else {
      return .unusable(detail: "iCCP without name or method")
    }
    guard let profile = Inflate.bytes(data[(end + 2)...], limit: PNGChunks.textLimit) else {
      return .unusable(detail: "iCCP that can't be inflated")
    }
    return .whole(profile)
  }
}
