/// What of a video track's description is to be put right after a muxer lost it. nil: stays as it is.
public struct QuickTimePictureCorrection: Hashable, Sendable {
  /// Content of `clap`: eight numbers.
  public var cleanAperture: [Int32]?
  /// Content of `pasp`.
  public var pixelAspect: [UInt32]?
  /// Content of `colr`, its kind first.
  public var colour: [UInt8]?
  /// The nine numbers of the track's matrix.
  public var matrix: [Int32]?

  /// Changes nothing.
  public init() {}

  /// Boxes of the sample entry by type.
  var boxes: [(type: BoxType, content: [UInt8])] {
    [
      ("colr", colour), ("pasp", pixelAspect.map { $0.flatMap { BigEndian.bytes(Int($0), count: 4) } }),
      ("clap", cleanAperture.map { $0.flatMap { BigEndian.bytes(Int(UInt32(bitPattern: $0)), count: 4) } }),
    ].compactMap { type, content in content.map { (type, $0) } }
  }
}
