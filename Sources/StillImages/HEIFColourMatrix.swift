internal import Messages
internal import Pixels

/// How luma and chroma become red, green and blue (ITU-T H.273, 8.3), in fixed point with 20 fraction bits.
///
/// Chroma comes in multiplied by 16 and centred at zero, as the upsampling leaves it.
struct HEIFColourMatrix {
  /// Bits of the fraction.
  static let fractionBits = 20

  /// Luma of black.
  var lumaOffset: Int
  /// Output per luma step.
  var lumaScale: Int
  /// Chroma of grey.
  var chromaMiddle: Int
  /// Red per step of red difference.
  var redFromRed: Int
  /// Green per step of red difference.
  var greenFromRed: Int
  /// Green per step of blue difference.
  var greenFromBlue: Int
  /// Blue per step of blue difference.
  var blueFromBlue: Int
  /// The planes are green, blue, red themselves (matrix 0).
  var isIdentity: Bool

  /// Chooses the numbers. `maximum` is the output's white: 255 or 65535.
  ///
  /// A matrix nobody states is taken for BT.601, as cameras use it (and libheif takes it).
  init(matrix: Int?, primaries: Int?, isFullRange: Bool, bitDepth: Int, maximum: Int) throws {
    let steps = 1 << (bitDepth - 8)
    let one = Double(1 << Self.fractionBits) * Double(maximum)
    let lumaSteps = isFullRange ? Double((1 << bitDepth) - 1) : Double(219 * steps)
    let chromaSteps = isFullRange ? Double((1 << bitDepth) - 1) : Double(224 * steps)
    lumaOffset = isFullRange ? 0 : 16 * steps
    lumaScale = Int((one / lumaSteps).rounded())
    chromaMiddle = 1 << (bitDepth - 1)
    isIdentity = matrix == 0
    let (red, blue) = try Self.weights(matrix: matrix ?? 6, primaries: primaries)
    let green = 1 - red - blue
    let unit = one / chromaSteps / 16
    redFromRed = Int((2 * (1 - red) * unit).rounded())
    greenFromRed = Int((-2 * red * (1 - red) / green * unit).rounded())
    greenFromBlue = Int((-2 * blue * (1 - blue) / green * unit).rounded())
    blueFromBlue = Int((2 * (1 - blue) * unit).rounded())
  }

  /// KR and KB of a matrix.
  static func weights(matrix: Int, primaries: Int?) throws -> (red: Double, blue: Double) {
    switch matrix {
    case 1: return (0.2126, 0.0722)
    case 4: return (0.30, 0.11)
    case 0, 2, 5, 6: return (0.299, 0.114)
    case 7: return (0.212, 0.087)
    case 9: return (0.2627, 0.0593)
    case 12:
      // Derived from the primaries: the luminances of BT.709, BT.2020 and Display P3.
      switch primaries {
      case 9: return (0.2627, 0.0593)
      case 12: return (0.22897, 0.07929)
      default: return (0.2126, 0.0722)
      }
    default:
      throw Problem(.codecUnsupported, ["codec": "HEIF", "detail": "matrix coefficients \(matrix)"])
    }
  }
}
