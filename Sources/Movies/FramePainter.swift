internal import CLibav
internal import Messages
internal import Pixels

/// Brings parts of decoded frames upright onto canvases of standard range.
final class FramePainter {
  private let video: MovieVideoTrack
  private let converter: FrameConverter
  private var scaling: (key: Key, scaling: PlanarScaling)?
  private var coding: (size: PixelSize, coding: PlanarCoding)?
  /// The picture before it is turned.
  private var lying: PlanarCanvas?

  private struct Key: Hashable {
    var form: PlanarPicture.Form
    var region: PlanarConversion.Region?
    var target: PixelSize
  }

  init(_ video: MovieVideoTrack) throws {
    self.video = video
    var options = MovieFrameOptions()
    options.colour = .sRGB
    converter = try FrameConverter(video, options)
  }

  /// Draws a part of a frame over a whole canvas.
  func paint(
    _ frame: UnsafeMutablePointer<AVFrame>,
    _ window: MovieWindow,
    into canvas: PlanarCanvas
  ) throws {
    let planar = try converter.planar(frame)
    // Through red, green and blue only what has other primaries or another light: that takes three times as long.
    guard converter.isNearCanvas(planar.form) else {
      let picture = try converter.convert(planar, window: window, size: canvas.size)
      return try coding(canvas.size).code(picture, into: canvas.target)
    }
    let orientation = video.orientation
    let region = converter.region(window, in: planar.form.size)
    if orientation == .up { return try scaling(planar.form, region, canvas.size).scale(planar, into: canvas) }
    let target = orientation.swapsSides ? canvas.size.transposed : canvas.size
    let canvasBefore = try lying.flatMap { $0.size == target ? $0 : nil } ?? PlanarCanvas(size: target)
    lying = canvasBefore
    try scaling(planar.form, region, target).scale(planar, into: canvasBefore)
    canvas.take(canvasBefore, turned: orientation)
  }

  private func scaling(
    _ form: PlanarPicture.Form,
    _ region: PlanarConversion.Region?,
    _ target: PixelSize
  ) throws -> PlanarScaling {
    let key = Key(form: form, region: region, target: target)
    if let scaling, scaling.key == key { return scaling.scaling }
    let fresh = try PlanarScaling(form, region: region, to: target, orientation: video.orientation)
    scaling = (key, fresh)
    return fresh
  }

  private func coding(_ size: PixelSize) throws -> PlanarCoding {
    if let coding, coding.size == size { return coding.coding }
    let matrix = PlanarCanvas.codePoints.matrix
    let fresh = try PlanarCoding(from: size, .eight, to: size, bits: 8, matrix: matrix, isFullRange: false)
    coding = (size, fresh)
    return fresh
  }
}
