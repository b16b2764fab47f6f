internal import Containers
internal import Pixels

/// The part of a coded frame that is to be seen (`clap`; ISO/IEC 14496-12, 12.1.4): fractions, offsets from the middle.
public struct CleanAperture: Hashable, Sendable {
  /// A fraction.
  public struct Fraction: Hashable, Sendable {
    /// Above the line.
    public var numerator: Int64
    /// Below the line, at least 1.
    public var denominator: Int64

    var value: Double { Double(numerator) / Double(denominator) }
  }

  /// Columns that are to be seen.
  public var width: Fraction
  /// Rows that are to be seen.
  public var height: Fraction
  /// How far its middle lies right of the frame's.
  public var horizontalOffset: Fraction
  /// How far its middle lies below the frame's.
  public var verticalOffset: Fraction

  /// Reads the content of `clap`; nil where it makes no sense.
  init?(_ reader: BoxReader) {
    var reader = reader
    var fractions: [Fraction] = []
    for index in 0..<4 {
      guard let above = try? reader.readUInt32(), let below = try? reader.readUInt32(), below != 0,
        below <= UInt32(Int32.max)
      else { return nil }
      // Offsets may be negative, sizes not.
      let numerator = index < 2 ? Int64(above) : Int64(Int32(bitPattern: above))
      fractions.append(Fraction(numerator: numerator, denominator: Int64(below)))
    }
    guard fractions[0].numerator > 0, fractions[1].numerator > 0 else { return nil }
    (width, height, horizontalOffset, verticalOffset) = (
      fractions[0], fractions[1], fractions[2], fractions[3]
    )
  }

  /// Where it lies in frames of `size`; nil where it is not inside of them.
  func region(in size: PixelSize) -> PlanarConversion.Region? {
    let region = PlanarConversion.Region(
      left: (Double(size.width) - width.value) / 2 + horizontalOffset.value,
      top: (Double(size.height) - height.value) / 2 + verticalOffset.value,
      width: width.value,
      height: height.value
    )
    guard region.left >= 0, region.top >= 0, region.width >= 1, region.height >= 1,
      region.left + region.width <= Double(size.width), region.top + region.height <= Double(size.height)
    else { return nil }
    return region
  }
}
