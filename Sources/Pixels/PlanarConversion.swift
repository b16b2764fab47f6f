internal import CZimg
internal import Messages

/// Turns planes as video decoders give them into interleaved RGB, by libzimg, in one step: the part that is to be seen is
/// cut out, scaled, its matrix, range and bits undone, and its primaries turned into others where that is asked.
///
/// Scaling is by Lanczos' kernel on coded values. Owns the graph; not shared between threads.
public final class PlanarConversion {
  /// The part of a picture that is to be seen, in luma samples; edges may lie within a sample.
  public struct Region: Hashable, Sendable {
    /// Columns left of it.
    public var left: Double
    /// Rows above it.
    public var top: Double
    /// Columns.
    public var width: Double
    /// Rows.
    public var height: Double

    /// Makes a region.
    public init(left: Double, top: Double, width: Double, height: Double) {
      self.left = left
      self.top = top
      self.width = width
      self.height = height
    }
  }

  /// The pictures that are converted.
  public let form: PlanarPicture.Form
  /// What comes out.
  public let layout: ChannelLayout
  private let target: PixelSize
  private let depth: SampleDepth
  private let graph: PlanarGraph
  private let ringSize: Int?

  /// Makes a conversion.
  /// - Parameters:
  ///   - form: the pictures that will come.
  ///   - region: what of them is to be seen; nil: all.
  ///   - target: the size of the result.
  ///   - depth: the samples of the result, full range.
  ///   - primaries: the primaries of the result (H.273), both sides with sRGB's curve; nil: the numbers stay.
  /// - Throws: `codecUnsupported` for colours that libzimg does not know.
  public init(
    _ form: PlanarPicture.Form,
    region: Region? = nil,
    to target: PixelSize,
    depth: SampleDepth,
    primaries: Int? = nil
  ) throws {
    self.form = form
    self.target = target
    self.depth = depth
    layout =
      switch (form.family == .grey, form.hasAlpha) {
      case (true, false): .grey
      case (true, true): .greyAlpha
      case (false, false): .rgb
      case (false, true): .rgba
      }
    var source = try Self.source(form, region)
    var result = try Self.result(form, target, depth)
    if let primaries, primaries != form.codePoints.primaries, form.family != .grey {
      source.color_primaries = zimg_color_primaries_e(rawValue: Int32(clamping: form.codePoints.primaries))
      result.color_primaries = zimg_color_primaries_e(rawValue: Int32(clamping: primaries))
      source.transfer_characteristics = ZIMG_TRANSFER_IEC_61966_2_1
      result.transfer_characteristics = ZIMG_TRANSFER_IEC_61966_2_1
    }
    graph = try PlanarGraph(source, result, .frames, refusal: .codecUnsupported)
    ringSize = try graph.targetRows()
  }

  /// Converts one picture, which must have the form.
  /// - Throws: `internal` where it has not, or libzimg fails.
  public func convert(_ picture: PlanarPicture) throws -> PixelBuffer {
    guard picture.form == form else { throw Problem(.internalError, ["detail": "form of a frame"]) }
    let rows = RowRing(
      width: target.width,
      height: target.height,
      planeCount: layout.channelCount,
      ringSize: ringSize,
      sampleBytes: depth.byteCount
    )
    // zimg reads rows at addresses that are multiples of 32.
    let aligned = AlignedPlanes(picture)
    var from = shiying_zimg_source()
    var to = shiying_zimg_target()
    let mask = ringSize.map { UInt32($0 - 1) } ?? shiying_zimg_buffer_max
    for (channel, plane) in aligned.planes.enumerated() {
      let number = planeNumber(channel)
      shiying_zimg_set_source(&from, number, plane.start, plane.stride, shiying_zimg_buffer_max)
      shiying_zimg_set_target(&to, number, rows.plane(channel), rows.stride, mask)
    }
    let work = InterleavingWork(rows, size: target, layout: layout, depth: depth)
    try withExtendedLifetime((work, aligned)) {
      try graph.process(from, to, take: takeRow, user: Unmanaged.passUnretained(work).toOpaque())
    }
    return PixelBuffer(size: target, layout: layout, depth: depth, bytes: work.result)
  }

  /// zimg.h: the fourth plane is alpha, whatever the others are.
  private func planeNumber(_ channel: Int) -> UInt32 {
    form.hasAlpha && channel == form.planeCount - 1 ? 3 : UInt32(channel)
  }

  static func source(_ form: PlanarPicture.Form, _ region: Region?) throws -> zimg_image_format {
    var format = try sized(form.size)
    format.pixel_type = form.bits > 8 ? ZIMG_PIXEL_WORD : ZIMG_PIXEL_BYTE
    format.depth = UInt32(clamping: form.bits)
    format.pixel_range = form.codePoints.isFullRange ? ZIMG_RANGE_FULL : ZIMG_RANGE_LIMITED
    switch form.family {
    case .grey:
      format.color_family = ZIMG_COLOR_GREY
    case .colours:
      format.color_family = ZIMG_COLOR_RGB
      format.matrix_coefficients = ZIMG_MATRIX_RGB
    case .colourDifferences:
      format.color_family = ZIMG_COLOR_YUV
      format.matrix_coefficients = zimg_matrix_coefficients_e(
        rawValue: Int32(clamping: form.codePoints.matrix)
      )
      format.subsample_w = UInt32(clamping: form.columnHalvings)
      format.subsample_h = UInt32(clamping: form.rowHalvings)
    }
    format.chroma_location =
      switch form.chromaLocation {
      case .left: ZIMG_CHROMA_LEFT
      case .centre: ZIMG_CHROMA_CENTER
      case .topLeft: ZIMG_CHROMA_TOP_LEFT
      }
    format.alpha = form.hasAlpha ? ZIMG_ALPHA_STRAIGHT : ZIMG_ALPHA_NONE
    if let region {
      format.active_region.left = region.left
      format.active_region.top = region.top
      format.active_region.width = region.width
      format.active_region.height = region.height
    }
    return format
  }

  private static func result(
    _ form: PlanarPicture.Form,
    _ size: PixelSize,
    _ depth: SampleDepth
  ) throws -> zimg_image_format {
    var format = try sized(size)
    format.pixel_type = depth == .eight ? ZIMG_PIXEL_BYTE : ZIMG_PIXEL_WORD
    format.depth = UInt32(depth.rawValue)
    format.pixel_range = ZIMG_RANGE_FULL
    format.color_family = form.family == .grey ? ZIMG_COLOR_GREY : ZIMG_COLOR_RGB
    if form.family != .grey { format.matrix_coefficients = ZIMG_MATRIX_RGB }
    format.alpha = form.hasAlpha ? ZIMG_ALPHA_STRAIGHT : ZIMG_ALPHA_NONE
    return format
  }

  static func sized(_ size: PixelSize) throws -> zimg_image_format {
    guard size.width >= 1, size.height >= 1, let width = UInt32(exactly: size.width),
      let height = UInt32(exactly: size.height)
    else { throw Problem(.internalError, ["detail": "size \(size.width) x \(size.height)"]) }
    var format = zimg_image_format()
    zimg_image_format_default(&format, shiying_zimg_api_version)
    format.width = width
    format.height = height
    return format
  }
}

/// zimg_filter_graph_callback: 0 is success.
private func takeRow(_ user: UnsafeMutableRawPointer?, row: UInt32, left: UInt32, right: UInt32) -> Int32 {
  guard let user else { return 1 }
  Unmanaged<InterleavingWork>.fromOpaque(user).takeUnretainedValue().take(Int(row), Int(left)..<Int(right))
  return 0
}
