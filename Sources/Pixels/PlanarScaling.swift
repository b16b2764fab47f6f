internal import CZimg
internal import Messages

/// Brings planes as video decoders give them onto a canvas, by libzimg, in one step: the part that is to be seen is cut out
/// and scaled; matrix, range and bits become the canvas's. Primaries and transfer stay.
///
/// Owns the graph; not shared between threads.
public final class PlanarScaling {
  private let form: PlanarPicture.Form
  private let target: PixelSize
  private let colour: VideoColour
  private let graph: PlanarGraph

  /// Makes a scaling.
  /// - Parameters:
  ///   - form: the pictures that will come: colour differences, without alpha.
  ///   - region: what of them is to be seen; nil: all.
  ///   - target: the size of the canvas.
  ///   - colour: the canvas's.
  ///   - isSmooth: whether what is enlarged is to have no edges.
  ///   - orientation: how the canvas will be turned afterwards; samples of colour differences are laid so that they are beside
  ///     the left of two columns then, as near as libzimg can.
  /// - Throws: `codecUnsupported` for pictures that libzimg does not know.
  public init(
    _ form: PlanarPicture.Form,
    region: PlanarConversion.Region? = nil,
    to target: PixelSize,
    colour: VideoColour = .standard,
    isSmooth: Bool = false,
    orientation: Orientation = .up
  ) throws {
    guard form.family == .colourDifferences, !form.hasAlpha else {
      throw Problem(.internalError, ["detail": "form of a frame"])
    }
    self.form = form
    self.target = target
    self.colour = colour
    var result = try PlanarConversion.source(PlanarCanvas.form(target, colour), nil)
    result.chroma_location = Self.location(orientation)
    graph = try PlanarGraph(
      PlanarConversion.source(form, region),
      result,
      isSmooth ? .smooth : .frames,
      refusal: .codecUnsupported
    )
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

  /// Draws a picture, which must have the form, over a whole canvas of the target's size and colour.
  /// - Throws: `internal` where they have not, or libzimg fails.
  public func scale(_ picture: PlanarPicture, into canvas: PlanarCanvas) throws {
    guard picture.form == form, canvas.size == target, canvas.colour == colour else {
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
    try withExtendedLifetime((aligned, canvas)) { try graph.process(from, to) }
  }
}
