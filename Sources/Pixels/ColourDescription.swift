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
