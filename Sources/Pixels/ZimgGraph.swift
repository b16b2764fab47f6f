internal import CZimg
internal import Messages

/// A libzimg filter graph that changes the size of planes of floats and nothing else.
///
/// The picture is never a whole in floats: libzimg asks for rows as it needs them and hands out finished
/// ones. Owns the graph ("zimg_filter_graph_free: Delete the filter graph"); not shared between threads.
struct ZimgGraph: ~Copyable {
  private let graph: OpaquePointer

  /// - Parameter layout: grey or RGB, with alpha (premultiplied by the one who fills the rows) or without.
  init(from source: PixelSize, to target: PixelSize, layout: ChannelLayout) throws {
    var sourceFormat = try Self.format(source, layout)
    var targetFormat = try Self.format(target, layout)
    var parameters = zimg_graph_builder_params()
    zimg_graph_builder_params_default(&parameters, shiying_zimg_api_version)
    // Mitchell and Netravali's cubic: in linear light, sharper kernels (Lanczos) draw dark rims around
    // highlights.
    parameters.resample_filter = ZIMG_RESIZE_BICUBIC
    parameters.filter_param_a = 1.0 / 3
    parameters.filter_param_b = 1.0 / 3
    guard let graph = zimg_filter_graph_build(&sourceFormat, &targetFormat, &parameters) else {
      throw Self.failure()
    }
    self.graph = graph
  }

  deinit { zimg_filter_graph_free(graph) }

  /// Rows that must be kept at a time of the source and of the target; nil: all.
  func bufferedRows() throws -> (source: Int?, target: Int?) {
    var (source, target): (UInt32, UInt32) = (0, 0)
    guard zimg_filter_graph_get_input_buffering(graph, &source) == ZIMG_ERROR_SUCCESS,
      zimg_filter_graph_get_output_buffering(graph, &target) == ZIMG_ERROR_SUCCESS
    else { throw Self.failure() }
    return (Self.ringSize(source), Self.ringSize(target))
  }

  /// zimg counts rings in powers of two, minus one.
  static func ringSize(_ rows: UInt32) -> Int? {
    let mask = zimg_select_buffer_mask(rows)
    return mask == shiying_zimg_buffer_max ? nil : Int(mask) + 1
  }

  /// Runs the graph: `work` fills the rows of its source and takes those of its target.
  func process(_ work: ResizeWork) throws {
    var from = shiying_zimg_source()
    var to = shiying_zimg_target()
    for channel in 0..<work.source.planeCount {
      // zimg.h: planes are R, G, B, alpha; grey is the first.
      let plane = UInt32(channel == 1 && work.source.planeCount == 2 ? 3 : channel)
      shiying_zimg_set_source(
        &from,
        plane,
        work.source.plane(channel),
        work.source.stride,
        Self.mask(work.source)
      )
      shiying_zimg_set_target(
        &to,
        plane,
        work.target.plane(channel),
        work.target.stride,
        Self.mask(work.target)
      )
    }
    var size = 0
    guard zimg_filter_graph_get_tmp_size(graph, &size) == ZIMG_ERROR_SUCCESS else { throw Self.failure() }
    let scratch = UnsafeMutableRawPointer.allocate(byteCount: max(size, 64), alignment: 64)
    defer { scratch.deallocate() }
    let code = withExtendedLifetime(work) {
      let user = Unmanaged.passUnretained(work).toOpaque()
      return zimg_filter_graph_process(graph, &from, &to, scratch, fillRow, user, takeRow, user)
    }
    guard code == ZIMG_ERROR_SUCCESS else { throw Self.failure() }
  }

  private static func mask(_ rows: RowRing) -> UInt32 {
    rows.ringSize.map { UInt32($0 - 1) } ?? shiying_zimg_buffer_max
  }

  private static func format(_ size: PixelSize, _ layout: ChannelLayout) throws -> zimg_image_format {
    guard let width = UInt32(exactly: size.width), let height = UInt32(exactly: size.height) else {
      throw Problem(.internalError, ["detail": "size \(size.width) x \(size.height)"])
    }
    var format = zimg_image_format()
    zimg_image_format_default(&format, shiying_zimg_api_version)
    format.width = width
    format.height = height
    format.pixel_type = ZIMG_PIXEL_FLOAT
    format.depth = 32
    format.color_family = layout.isGrey ? ZIMG_COLOR_GREY : ZIMG_COLOR_RGB
    format.matrix_coefficients = layout.isGrey ? ZIMG_MATRIX_UNSPECIFIED : ZIMG_MATRIX_RGB
    format.pixel_range = ZIMG_RANGE_FULL
    format.alpha = layout.hasAlpha ? ZIMG_ALPHA_PREMULTIPLIED : ZIMG_ALPHA_NONE
    return format
  }

  /// The library's last error; "the error is reset" by the next call, so its text is copied at once.
  private static func failure() -> Problem { Problem(.internalError, ["detail": lastError()]) }

  static func lastError() -> String {
    var text = [CChar](repeating: 0, count: 256)
    zimg_get_last_error(&text, text.count)
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return "zimg: \(String(decoding: bytes, as: UTF8.self))"
  }
}

/// zimg_filter_graph_callback: 0 is success.
private func fillRow(_ user: UnsafeMutableRawPointer?, row: UInt32, left: UInt32, right: UInt32) -> Int32 {
  guard let user else { return 1 }
  Unmanaged<ResizeWork>.fromOpaque(user).takeUnretainedValue().fill(Int(row), Int(left)..<Int(right))
  return 0
}

private func takeRow(_ user: UnsafeMutableRawPointer?, row: UInt32, left: UInt32, right: UInt32) -> Int32 {
  guard let user else { return 1 }
  Unmanaged<ResizeWork>.fromOpaque(user).takeUnretainedValue().take(Int(row), Int(left)..<Int(right))
  return 0
}
