internal import CZimg
internal import Messages

/// Brings planes as video decoders give them onto a canvas, by libzimg, in one step: the part that is to be seen is cut out
/// and scaled; matrix, range and bits become the canvas's. Primaries and transfer stay.
///
/// Owns the graph; not shared between threads.
public final class PlanarScaling {
  private let form: PlanarPicture.Form
  private let target: PixelSize
  private let graph: OpaquePointer
  private let scratch: UnsafeMutableRawBufferPointer

  /// Makes a scaling.
  /// - Parameters:
  ///   - form: the pictures that will come: colour differences, without alpha.
  ///   - region: what of them is to be seen; nil: all.
  ///   - target: the size of the canvas.
  ///   - orientation: how the canvas will be turned afterwards; samples of colour differences are laid so that they are beside
  ///     the left of two columns then, as near as libzimg can.
  /// - Throws: `codecUnsupported` for pictures that libzimg does not know.
  public init(
    _ form: PlanarPicture.Form,
    region: PlanarConversion.Region? = nil,
    to target: PixelSize,
    orientation: Orientation = .up
  ) throws {
    guard form.family == .colourDifferences, !form.hasAlpha else {
      throw Problem(.internalError, ["detail": "form of a frame"])
    }
    self.form = form
    self.target = target
    var source = try PlanarConversion.source(form, region)
    var result = try PlanarConversion.source(PlanarCanvas.form(target), nil)
    result.chroma_location = Self.location(orientation)
    var parameters = zimg_graph_builder_params()
    zimg_graph_builder_params_default(&parameters, shiying_zimg_api_version)
    parameters.resample_filter = ZIMG_RESIZE_LANCZOS
    parameters.filter_param_a = 3
    parameters.resample_filter_uv = ZIMG_RESIZE_BICUBIC
    parameters.filter_param_a_uv = 0
    parameters.filter_param_b_uv = 0.5
    guard let graph = zimg_filter_graph_build(&source, &result, &parameters) else {
      throw Problem(
        .codecUnsupported,
        ["codec": "video", "detail": ZimgGraph.lastError(), "library": "libzimg"]
      )
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

  /// Where the left of two columns is before a picture is turned; where that is the right, which libzimg does not know, the
  /// middle is half a column off.
  private static func location(_ orientation: Orientation) -> zimg_chroma_location_e {
    switch orientation {
    case .up, .downMirrored: ZIMG_CHROMA_LEFT
    case .leftMirrored, .left: ZIMG_CHROMA_TOP
    case .right, .rightMirrored: ZIMG_CHROMA_BOTTOM
    case .upMirrored, .down: ZIMG_CHROMA_CENTER
    }
  }

  /// Draws a picture, which must have the form, over a whole canvas of the target's size.
  /// - Throws: `internal` where they have not, or libzimg fails.
  public func scale(_ picture: PlanarPicture, into canvas: PlanarCanvas) throws {
    guard picture.form == form, canvas.size == target else {
      throw Problem(.internalError, ["detail": "form of a frame"])
    }
    let aligned = AlignedPlanes(picture)
    var from = shiying_zimg_source()
    var to = shiying_zimg_target()
    let planes = canvas.target
    for number in 0..<3 {
      let (plane, index) = (aligned.planes[number], UInt32(number))
      shiying_zimg_set_source(&from, index, plane.start, plane.stride, shiying_zimg_buffer_max)
      shiying_zimg_set_target(
        &to,
        index,
        planes.starts[number],
        planes.strides[number],
        shiying_zimg_buffer_max
      )
    }
    let code = withExtendedLifetime((aligned, canvas)) {
      zimg_filter_graph_process(graph, &from, &to, scratch.baseAddress, nil, nil, nil, nil)
    }
    guard code == ZIMG_ERROR_SUCCESS else {
      throw Problem(.internalError, ["detail": ZimgGraph.lastError()])
    }
  }
}
