/// Chromaticities (CIE 1931 x, y) of a colour space's white point and primaries.
public struct Chromaticities: Hashable, Sendable {
  /// The white point.
  public var white: (Double, Double)
  /// The red primary.
  public var red: (Double, Double)
  /// The green primary.
  public var green: (Double, Double)
  /// The blue primary.
  public var blue: (Double, Double)

  /// Makes chromaticities.
  public init(
    white: (Double, Double),
    red: (Double, Double),
    green: (Double, Double),
    blue: (Double, Double)
  ) {
    self.white = white
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// ColourPrimaries of H.273, table 2; nil for a number that is unspecified (2), reserved or not of three
  /// colours (10).
  public init?(_ primaries: Int) {
    let d65 = (0.3127, 0.3290)
    let c = (0.310, 0.316)
    switch primaries {
    case 1: self.init(white: d65, red: (0.640, 0.330), green: (0.300, 0.600), blue: (0.150, 0.060))
    case 4: self.init(white: c, red: (0.670, 0.330), green: (0.210, 0.710), blue: (0.140, 0.080))
    case 5: self.init(white: d65, red: (0.640, 0.330), green: (0.290, 0.600), blue: (0.150, 0.060))
    case 6, 7: self.init(white: d65, red: (0.630, 0.340), green: (0.310, 0.595), blue: (0.155, 0.070))
    case 8: self.init(white: c, red: (0.681, 0.319), green: (0.243, 0.692), blue: (0.145, 0.049))
    case 9: self.init(white: d65, red: (0.708, 0.292), green: (0.170, 0.797), blue: (0.131, 0.046))
    case 11:
      self.init(white: (0.314, 0.351), red: (0.680, 0.320), green: (0.265, 0.690), blue: (0.150, 0.060))
    case 12: self.init(white: d65, red: (0.680, 0.320), green: (0.265, 0.690), blue: (0.150, 0.060))
    case 22: self.init(white: d65, red: (0.630, 0.340), green: (0.295, 0.605), blue: (0.155, 0.077))
    default: return nil
    }
  }

  /// Whether they span a triangle with the white point inside, all with a y that can be divided by: numbers
  /// from a file must pass before a matrix is made of them.
  public var isUsable: Bool {
    let points = [white, red, green, blue]
    // Comparisons with what is not a number fail.
    guard points.allSatisfy({ abs($0.0) < 2 && $0.1 > 0.001 && $0.1 < 2 }) else { return false }
    let sides = [Self.turn(red, green, white), Self.turn(green, blue, white), Self.turn(blue, red, white)]
    return sides.allSatisfy { $0 > 1e-6 } || sides.allSatisfy { $0 < -1e-6 }
  }

  /// Twice the area of a triangle, with the sign of its sense of turn.
  private static func turn(_ a: (Double, Double), _ b: (Double, Double), _ c: (Double, Double)) -> Double {
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
  }

  /// The matrix from linear RGB to CIE XYZ with white at Y = 1 (SMPTE RP 177).
  var toXYZ: Matrix3 {
    let columns = Matrix3(Self.xyz(red), Self.xyz(green), Self.xyz(blue)).transposed
    return columns * Matrix3.diagonal(columns.inverse * Self.xyz(white))
  }

  /// The same, with the white point adapted to D50 by the Bradford matrix: the colorants of an ICC profile.
  var toD50: Matrix3 { adaptation * toXYZ }

  /// The Bradford adaptation from the white point to D50 (ICC.1:2010, annex E).
  var adaptation: Matrix3 {
    let bradford = Matrix3([0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296])
    let from = bradford * Self.xyz(white)
    let to = bradford * Self.d50
    return bradford.inverse * Matrix3.diagonal(to / from) * bradford
  }

  /// The profile connection space's illuminant (ICC.1:2010, 7.2.16).
  static let d50: SIMD3<Double> = [0.9642, 1, 0.8249]

  private static func xyz(_ point: (Double, Double)) -> SIMD3<Double> {
    [point.0 / point.1, 1, (1 - point.0 - point.1) / point.1]
  }

  private var numbers: [Double] { [white.0, white.1, red.0, red.1, green.0, green.1, blue.0, blue.1] }

  /// Compares all eight numbers.
  public static func == (left: Chromaticities, right: Chromaticities) -> Bool {
    left.numbers == right.numbers
  }

  /// Hashes all eight numbers.
  public func hash(into hasher: inout Hasher) { hasher.combine(numbers) }
}
