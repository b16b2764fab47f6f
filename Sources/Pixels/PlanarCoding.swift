internal import CZimg
internal import Messages

/// Turns interleaved RGB into the planes that video encoders take: luma and colour differences at half size, 4:2:0, samples
/// beside the left of two columns, by libzimg. The inverse of `PlanarConversion`.
///
/// Owns the graph; not shared between threads.
public final class PlanarCoding {
  /// The planes to fill: luma, blue difference, red difference, in memory of the one who calls. Starts and strides are
  /// multiples of 32 bytes; above 8 bits samples are words of native byte order.
  public struct Target {
    /// First rows.
    public var starts: [UnsafeMutableRawPointer]
    /// Bytes from one row to the next.
    public var strides: [Int]

    /// Makes a target of three planes.
    public init(starts: [UnsafeMutableRawPointer], strides: [Int]) {
      self.starts = starts
      self.strides = strides
    }
  }

  private let source: PixelSize
  private let depth: SampleDepth
  private let graph: PlanarGraph
  private let ringSize: Int?

  /// Makes a coding.
  /// - Parameters:
  ///   - source: the size of the pictures that will come.
  ///   - depth: their samples.
  ///   - target: the size of the planes' picture; another one scales.
  ///   - bits: bits of the planes' samples, 8...16.
  ///   - matrix: MatrixCoefficients of H.273; the numbers' primaries and transfer stay.
  ///   - isFullRange: the range of the planes' samples.
  /// - Throws: `internal` where libzimg refuses.
  public init(
    from source: PixelSize,
    _ depth: SampleDepth,
    to target: PixelSize,
    bits: Int,
    matrix: Int,
    isFullRange: Bool
  ) throws {
    self.source = source
    self.depth = depth
    var from = try PlanarConversion.sized(source)
    from.pixel_type = depth == .eight ? ZIMG_PIXEL_BYTE : ZIMG_PIXEL_WORD
    from.depth = UInt32(depth.rawValue)
    from.pixel_range = ZIMG_RANGE_FULL
    from.color_family = ZIMG_COLOR_RGB
    from.matrix_coefficients = ZIMG_MATRIX_RGB
    var to = try PlanarConversion.sized(target)
    to.pixel_type = bits > 8 ? ZIMG_PIXEL_WORD : ZIMG_PIXEL_BYTE
    to.depth = UInt32(clamping: bits)
    to.pixel_range = isFullRange ? ZIMG_RANGE_FULL : ZIMG_RANGE_LIMITED
    to.color_family = ZIMG_COLOR_YUV
    to.matrix_coefficients = zimg_matrix_coefficients_e(rawValue: Int32(clamping: matrix))
    to.subsample_w = 1
    to.subsample_h = 1
    to.chroma_location = ZIMG_CHROMA_LEFT
    graph = try PlanarGraph(from, to, .sharp)
    ringSize = try graph.sourceRows()
  }

  /// Makes a coding of pictures that are of a canvas's colour and have its depth.
  public convenience init(from source: PixelSize, to target: PixelSize, _ colour: VideoColour) throws {
    try self.init(
      from: source,
      colour.depth,
      to: target,
      bits: colour.bits,
      matrix: colour.codePoints.matrix,
      isFullRange: false
    )
  }

  /// Fills the planes with a picture, whose alpha is dropped.
  /// - Throws: `internal` where the picture has another size or depth, or libzimg fails.
  public func code(_ picture: PixelBuffer, into target: Target) throws {
    guard picture.size == source, picture.depth == depth, target.starts.count == 3, target.strides.count == 3
    else { throw Problem(.internalError, ["detail": "form of a picture"]) }
    let rows = RowRing(
      width: source.width,
      height: source.height,
      planeCount: 3,
      ringSize: ringSize,
      sampleBytes: depth.byteCount
    )
    var from = shiying_zimg_source()
    var to = shiying_zimg_target()
    let mask = ringSize.map { UInt32($0 - 1) } ?? shiying_zimg_buffer_max
    for channel in 0..<3 {
      shiying_zimg_set_source(&from, UInt32(channel), rows.plane(channel), rows.stride, mask)
      shiying_zimg_set_target(
        &to,
        UInt32(channel),
        target.starts[channel],
        target.strides[channel],
        shiying_zimg_buffer_max
      )
    }
    let work = DividingWork(picture.layout.isGrey ? picture.converted(to: .rgb) : picture, rows)
    try withExtendedLifetime(work) {
      try graph.process(from, to, fill: fillRow, user: Unmanaged.passUnretained(work).toOpaque())
    }
  }
}

/// zimg_filter_graph_callback: 0 is success.
private func fillRow(_ user: UnsafeMutableRawPointer?, row: UInt32, left: UInt32, right: UInt32) -> Int32 {
  guard let user else { return 1 }
  Unmanaged<DividingWork>.fromOpaque(user).takeUnretainedValue().fill(Int(row), Int(left)..<Int(right))
  return 0
}
