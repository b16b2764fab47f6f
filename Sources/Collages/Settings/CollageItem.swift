public import Pixels

/// One photo of a collage, as its layout sees it.
public struct CollageItem: Hashable, Sendable {
  /// Size of the upright picture, both sides 1...`maximumSide`. Only the proportion counts.
  public var size: PixelSize
  /// How much of the canvas it should have beside the others in a mosaic; 1 is an equal share. Taken within 0.05...20.
  public var weight: Double
  /// What the order by date goes by: seconds since any moment.
  public var date: Int64?
  /// What should not be cut: faces, above all. The first of equal ones counts most.
  public var focusRegions: [CollageRegion]
  /// What should stand in the middle, where no region says otherwise.
  public var focusPoint: CollagePoint?
  /// Where there is most to see, for photos of which no region and no point is known.
  public var saliency: CollageSaliency?

  /// The longest side of a source.
  public static let maximumSide = 10_000_000

  /// Makes an item.
  public init(
    size: PixelSize,
    weight: Double = 1,
    date: Int64? = nil,
    focusRegions: [CollageRegion] = [],
    focusPoint: CollagePoint? = nil,
    saliency: CollageSaliency? = nil
  ) {
    self.size = size
    self.weight = weight
    self.date = date
    self.focusRegions = focusRegions
    self.focusPoint = focusPoint
    self.saliency = saliency
  }

  /// Width divided by height.
  var aspect: Double { Double(size.width) / Double(size.height) }

  /// The weight within its limits.
  var boundedWeight: Double { weight.isFinite ? min(max(weight, 0.05), 20) : 1 }
}
