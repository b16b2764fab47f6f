internal import CZimg
internal import Messages

/// Owner of a graph of libzimg that works on planes of video, and of the memory that it works in.
///
/// Not shared between threads.
final class PlanarGraph {
  /// How it scales.
  enum Kernel {
    /// Lanczos' kernel, all planes alike.
    case sharp
    /// The same for luma; Catmull and Rom's cubic for colour differences, which are mostly only doubled.
    case frames
    /// A cubic B-spline: without edges, however much is enlarged.
    case smooth
  }

  private let graph: OpaquePointer
  private let scratch: UnsafeMutableRawBufferPointer

  /// Makes a graph.
  /// - Parameter refusal: the problem where libzimg can't turn one format into the other.
  init(
    _ source: zimg_image_format,
    _ target: zimg_image_format,
    _ kernel: Kernel,
    refusal: ProblemCode = .internalError
  ) throws {
    var (source, target) = (source, target)
    var parameters = Self.parameters(kernel)
    guard let graph = zimg_filter_graph_build(&source, &target, &parameters) else {
      throw Problem(refusal, ["codec": "video", "detail": ZimgGraph.lastError(), "library": "libzimg"])
    }
    self.graph = graph
    var scratchSize = 0
    guard zimg_filter_graph_get_tmp_size(graph, &scratchSize) == ZIMG_ERROR_SUCCESS else {
      zimg_filter_graph_free(graph)
      throw Problem(.internalError, ["detail": ZimgGraph.lastError()])
    }
    scratch = .allocate(byteCount: max(scratchSize, 64), alignment: 64)
  }

  deinit {
    zimg_filter_graph_free(graph)
    scratch.deallocate()
  }

  private static func parameters(_ kernel: Kernel) -> zimg_graph_builder_params {
    var parameters = zimg_graph_builder_params()
    zimg_graph_builder_params_default(&parameters, shiying_zimg_api_version)
    parameters.resample_filter = ZIMG_RESIZE_LANCZOS
    parameters.filter_param_a = 3
    switch kernel {
    case .sharp: break
    case .frames:
      parameters.resample_filter_uv = ZIMG_RESIZE_BICUBIC
      parameters.filter_param_a_uv = 0
      parameters.filter_param_b_uv = 0.5
    case .smooth:
      (parameters.resample_filter, parameters.resample_filter_uv) = (ZIMG_RESIZE_BICUBIC, ZIMG_RESIZE_BICUBIC)
      (parameters.filter_param_a, parameters.filter_param_a_uv) = (1, 1)
      (parameters.filter_param_b, parameters.filter_param_b_uv) = (0, 0)
    }
    return parameters
  }

  /// Rows of the source that must be kept at a time; nil: all.
  func sourceRows() throws -> Int? { try rows(zimg_filter_graph_get_input_buffering) }

  /// Rows of the target that must be kept at a time; nil: all.
  func targetRows() throws -> Int? { try rows(zimg_filter_graph_get_output_buffering) }

  private func rows(
    _ ask: (OpaquePointer?, UnsafeMutablePointer<UInt32>?) -> zimg_error_code_e
  ) throws -> Int? {
    var rows: UInt32 = 0
    guard ask(graph, &rows) == ZIMG_ERROR_SUCCESS else {
      throw Problem(.internalError, ["detail": ZimgGraph.lastError()])
    }
    return ZimgGraph.ringSize(rows)
  }

  /// Runs the graph.
  /// - Parameters:
  ///   - fill: is called for rows of the source before they are read; nil: they are there.
  ///   - take: is called for rows of the target when they are ready.
  ///   - user: what both get.
  /// - Throws: `internal`.
  func process(
    _ source: zimg_image_buffer_const,
    _ target: zimg_image_buffer,
    fill: zimg_filter_graph_callback? = nil,
    take: zimg_filter_graph_callback? = nil,
    user: UnsafeMutableRawPointer? = nil
  ) throws {
    var (source, target) = (source, target)
    let code = zimg_filter_graph_process(
      graph,
      &source,
      &target,
      scratch.baseAddress,
      fill,
      fill == nil ? nil : user,
      take,
      take == nil ? nil : user
    )
    guard code == ZIMG_ERROR_SUCCESS else {
      throw Problem(.internalError, ["detail": ZimgGraph.lastError()])
    }
  }
}
