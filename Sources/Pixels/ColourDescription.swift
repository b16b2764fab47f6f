/// Coding-independent code points of ITU-T H.273: what the numbers of a picture mean.
public struct CodePoints: Hashable, Sendable, Codable {
  /// ColourPrimaries: 1 BT.709, 9 BT.2020, 12 Display P3, 2 unspecified.
  public var primaries: Int
  /// TransferCharacteristics: 1 BT.709, 13 sRGB, 16 PQ, 18 HLG, 2 unspecified.
  public var transfer: Int
  /// MatrixCoefficients: 0 identity, 1 BT.709, 5/6 BT.601, 9 BT.2020, 2 unspecified.
  public var matrix: Int
  /// Whether samples use the full range.
  public var isFullRange: Bool

  /// Makes code points.
  public init(primaries: Int, transfer: Int, matrix: Int, isFullRange: Bool) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
    self.isFullRange = isFullRange
  }

  /// The colours in words, for people: "Display P3", "BT.2020, PQ". What is unspecified is taken for sRGB, as pictures are.
  public var name: String {
    // The primaries are sRGB's; with the transfer of another standard, its name would promise the wrong one.
    let isOther = [8, 16, 18].contains(transfer)
    let gamut =
      switch primaries {
      case 1, 2: isOther ? "BT.709" : "sRGB"
      case 5, 6, 7: "BT.601"
      case 9: "BT.2020"
      case 11: "DCI P3"
      case 12: "Display P3"
      default: "H.273 primaries \(primaries)"
      }
    return switch transfer {
    case 16: "\(gamut), PQ"
    case 18: "\(gamut), HLG"
    case 8: "\(gamut), linear"
    default: gamut
    }
  }
}

/// What the numbers of a decoded picture mean. Neither given: sRGB.
public struct ColourDescription: Hashable, Sendable {
  /// An ICC profile that fits the pixel layout; it wins over `codePoints`.
  public var iccProfile: [UInt8]?
  /// Primaries and transfer, where the file states them (nclx, cICP).
  public var codePoints: CodePoints?

  /// Makes a description.
  public init(iccProfile: [UInt8]? = nil, codePoints: CodePoints? = nil) {
    self.iccProfile = iccProfile
    self.codePoints = codePoints
  }
}
