/// Mixes 8-bit codes of sRGB's curve as light is mixed: edges that cover a part of a pixel look as smooth on dark as on bright.
public struct LightMixing: Sendable {
  private static let lights = (0...255).map { Float(TransferFunction.sRGB.decoded(Double($0) / 255)) }
  private let lights: [Float]
  private let encoder = SRGBEncoder()

  /// Makes the tables ready.
  public init() { lights = Self.lights }

  /// The code of so much (0...1) of one code over another.
  public func mixed(_ over: UInt8, _ under: UInt8, share: Float) -> UInt8 {
    if over == under { return over }
    let light = lights[Int(over)] * share + lights[Int(under)] * (1 - share)
    return UInt8(encoder.withTable { $0.code(light) } * 255 + 0.5)
  }
}
