/// A picture as cameras code it: luma and two colour differences by BT.601 in full range, 8 bits each, the differences
/// perhaps at half size. JFIF (1.02, "Standard color space") has it so, and so have the HEICs of phones; between the two
/// nothing needs to become red, green and blue.
///
/// Samples of halved differences lie in the middle of the pixels they stand for.
public struct ColourPlanes: Sendable {
  /// How many pixels share a sample of the colour differences.
  public enum Sampling: Int, Sendable {
    /// There are no colour differences.
    case grey = 0
    /// Two by two pixels (4:2:0).
    case halved = 1
    /// Two pixels side by side (4:2:2).
    case halvedColumns = 2
    /// Each has its own (4:4:4).
    case full = 3
  }

  /// Columns and rows of luma.
  public let size: PixelSize
  /// How the colour differences are sampled.
  public let sampling: Sampling
  /// Luma, blue difference, red difference, each a grey 8-bit picture; luma alone where grey.
  public let planes: [PixelBuffer]

  /// Joins planes; nil where their number or sizes do not fit.
  public init?(sampling: Sampling, planes: [PixelBuffer]) {
    guard let luma = planes.first, planes.count == (sampling == .grey ? 1 : 3) else { return nil }
    let chroma = Self.chromaSize(of: luma.size, sampling)
    let isFitting = planes.dropFirst().allSatisfy { $0.size == chroma }
    guard isFitting, planes.allSatisfy({ $0.layout == .grey && $0.depth == .eight }) else { return nil }
    size = luma.size
    self.sampling = sampling
    self.planes = planes
  }

  /// Size of a plane of colour differences; half pixels at the right and lower border count whole.
  public static func chromaSize(of size: PixelSize, _ sampling: Sampling) -> PixelSize {
    switch sampling {
    case .grey, .full: size
    case .halvedColumns: PixelSize(width: (size.width + 1) / 2, height: size.height)
    case .halved: PixelSize(width: (size.width + 1) / 2, height: (size.height + 1) / 2)
    }
  }

  /// The picture turned upright, or nil where it has no such planes: 4:2:2 turned by a quarter would share samples
  /// between rows, and with an odd side the shared sample of the border would have to move.
  public func oriented(_ orientation: Orientation) -> ColourPlanes? {
    if orientation == .up { return self }
    let isWhole: Bool =
      switch sampling {
      case .grey, .full: true
      case .halved: size.width % 2 == 0 && size.height % 2 == 0
      case .halvedColumns: size.width % 2 == 0 && !orientation.swapsSides
      }
    return isWhole
      ? ColourPlanes(sampling: sampling, planes: planes.map { $0.oriented(orientation) }) : nil
  }

  /// Mean absolute difference over all samples, 0...1; nil where sizes or samplings differ.
  public static func meanAbsoluteDifference(_ first: ColourPlanes, _ second: ColourPlanes) -> Double? {
    guard first.sampling == second.sampling, first.size == second.size else { return nil }
    var (sum, count) = (0.0, 0.0)
    for (one, other) in zip(first.planes, second.planes) {
      guard let difference = PixelComparison.meanAbsoluteDifference(one, other) else { return nil }
      sum += difference * Double(one.bytes.count)
      count += Double(one.bytes.count)
    }
    return sum / max(count, 1)
  }
}
