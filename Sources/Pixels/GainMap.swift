/// A picture that says where, and by how much, another picture of standard range gets brighter on a display that can.
public struct GainMap: Sendable {
  /// How the samples are to be read.
  public enum Encoding: Hashable, Sendable {
    /// As ISO 21496-1 and Ultra HDR have it.
    case iso(GainMapMetadata)
    /// As Apple has it since 2020: `alternate = base * (1 + (headroom - 1) * sample ^ 1.961)`, linear light, the headroom as a
    /// factor over 1. Files since iOS 18 say beside it how to read the same samples after ISO 21496-1, which is near it.
    case apple(headroom: Double, iso: GainMapMetadata?)
  }

  /// The samples, 8 bits, grey or RGB. It shows the same part of the scene as the picture that it belongs to, whatever its
  /// size is.
  public var picture: PixelBuffer
  /// What they mean.
  public var encoding: Encoding
  /// The colours of the alternate picture, where the file states them.
  public var alternateColour: ColourDescription?

  /// Takes samples of 8 bits.
  public init(picture: PixelBuffer, encoding: Encoding, alternateColour: ColourDescription? = nil) {
    precondition(picture.depth == .eight && !picture.layout.hasAlpha)
    self.picture = picture
    self.encoding = encoding
    self.alternateColour = alternateColour
  }

  /// The map turned as its picture is.
  public func oriented(_ orientation: Orientation) -> GainMap {
    var result = self
    result.picture = picture.oriented(orientation)
    return result
  }

  /// The map for a picture that was scaled from one size to another: in the same proportion, never larger.
  public func scaled(from source: PixelSize, to target: PixelSize) throws -> GainMap {
    let size = Self.size(of: picture.size, from: source, to: target)
    var result = self
    // Samples are logarithms or powers of light, nothing that sRGB's curve has to do with.
    result.picture = try picture.resized(to: size, linearLight: false)
    return result
  }

  static func size(of map: PixelSize, from source: PixelSize, to target: PixelSize) -> PixelSize {
    func side(_ map: Int, _ source: Int, _ target: Int) -> Int {
      guard source > 0, target < source else { return map }
      return max(1, Int((Double(map) * Double(target) / Double(source)).rounded()))
    }
    return PixelSize(
      width: side(map.width, source.width, target.width),
      height: side(map.height, source.height, target.height)
    )
  }
}

extension GainMap.Encoding {
  /// How much brighter than standard white the picture gets, in stops (log2).
  public var headroomInStops: Double {
    switch self {
    case .iso(let metadata): max(metadata.alternateHeadroom.value, metadata.baseHeadroom.value)
    case .apple(let headroom, _): headroom.binaryLogarithm()
    }
  }

  /// Whether copies can take the map along: the picture that it belongs to is of standard range.
  public var isBaseStandard: Bool {
    switch self {
    case .iso(let metadata): metadata.isBaseStandard
    case .apple: true
    }
  }

  /// log2 of the gain of each of the 256 values of a sample, offsets left aside.
  public func gains(channel: Int) -> [Double] {
    switch self {
    case .iso(let metadata):
      let numbers = metadata.channel(channel)
      let (low, high) = (numbers.minimum.value, numbers.maximum.value)
      return (0...255).map { low + (high - low) * (Double($0) / 255).power(1 / numbers.gamma.value) }
    case .apple(let headroom, _):
      return (0...255).map {
        (1 + (headroom - 1) * (Double($0) / 255).power(GainMap.appleGamma)).binaryLogarithm()
      }
    }
  }
}
