/// A decoding curve of five numbers, ICC.1:2010, 10.16, function type 3: `(a x + b) ^ gamma` from `limit` on,
/// `slope x` below.
struct TransferFunction: Hashable, Sendable {
  var gamma: Double
  var a: Double = 1
  var b: Double = 0
  var slope: Double = 0
  var limit: Double = 0

  /// IEC 61966-2-1.
  static let sRGB = TransferFunction(
    gamma: 2.4,
    a: 1 / 1.055,
    b: 0.055 / 1.055,
    slope: 1 / 12.92,
    limit: 0.04045
  )

  /// TransferCharacteristics of H.273, table 3, the ones of standard range: 13 sRGB, and unspecified (2) is
  /// taken for it; 1, 6, 11, 14, 15 the inverse of BT.709's curve; 4 and 5 gamma 2.2 and 2.8; 7 SMPTE 240M; 8
  /// linear; 17 ST 428-1 without its factor, which tells brightness alone. Nil for PQ (16), HLG (18),
  /// logarithms and unknown numbers.
  init?(transfer: Int) {
    switch transfer {
    case 2, 13: self = .sRGB
    case 1, 6, 11, 14, 15:
      self.init(gamma: 1 / 0.45, a: 1 / 1.099, b: 0.099 / 1.099, slope: 1 / 4.5, limit: 0.081)
    case 4: self.init(gamma: 2.2)
    case 5: self.init(gamma: 2.8)
    case 7: self.init(gamma: 1 / 0.45, a: 1 / 1.1115, b: 0.1115 / 1.1115, slope: 0.25, limit: 0.0912)
    case 8: self.init(gamma: 1)
    case 17: self.init(gamma: 2.6)
    default: return nil
    }
  }

  init(gamma: Double, a: Double = 1, b: Double = 0, slope: Double = 0, limit: Double = 0) {
    self.gamma = gamma
    self.a = a
    self.b = b
    self.slope = slope
    self.limit = limit
  }

  /// Whether the curve is a power and nothing else.
  var isPower: Bool { a == 1 && b == 0 && limit == 0 }

  /// Linear light of a code, both 0...1.
  func decoded(_ code: Double) -> Double {
    code >= limit ? (a * code + b).power(gamma) : slope * code
  }

  /// The code of linear light, both 0...1.
  func encoded(_ light: Double) -> Double {
    light >= slope * limit ? (light.power(1 / gamma) - b) / a : light / slope
  }
}
