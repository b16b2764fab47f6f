extension ICCProfile {
  /// The code points that a profile states: its `cicp` tag (ICC.1:2022, 9.2.17 and 10.6), or the name of a
  /// well-known profile for PQ or HLG from the time before that tag. Nil where it states none, as nearly
  /// every profile does.
  public static func codePoints(in profile: [UInt8]) -> CodePoints? {
    tagged(profile) ?? named(profile)
  }

  private static func tagged(_ profile: [UInt8]) -> CodePoints? {
    guard let count = number(profile, 128), count <= 1000 else { return nil }
    for index in 0..<count {
      let entry = 132 + index * 12
      guard let signature = number(profile, entry), let offset = number(profile, entry + 4) else {
        return nil
      }
      guard signature == cicp else { continue }
      guard number(profile, offset) == cicp, offset <= profile.count - 12 else { return nil }
      return CodePoints(
        primaries: Int(profile[offset + 8]),
        transfer: Int(profile[offset + 9]),
        matrix: Int(profile[offset + 10]),
        isFullRange: profile[offset + 11] != 0
      )
    }
    return nil
  }

  /// The signature "cicp", of the tag and of its type.
  private static let cicp = 0x6369_6370

  /// PNG files used to carry PQ by the name of their profile alone (W3C Note "Using the ITU BT.2100 PQ EOTF
  /// with the PNG format": "ITUR_2100_PQ_FULL"); other programs' names are "Rec. ITU-R BT.2100 PQ" and the
  /// like.
  private static func named(_ profile: [UInt8]) -> CodePoints? {
    guard let description = inspect(profile)?.description.uppercased(), description.contains("2100") else {
      return nil
    }
    let words = description.split { !$0.isLetter && !$0.isNumber }
    let transfer = words.contains("PQ") ? 16 : words.contains("HLG") ? 18 : nil
    return transfer.map { CodePoints(primaries: 9, transfer: $0, matrix: 0, isFullRange: true) }
  }

  /// A big-endian number of four bytes, or nil where the bytes end before it does.
  static func number(_ bytes: [UInt8], _ offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    return (0..<4).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) }
  }
}
