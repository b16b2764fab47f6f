internal import CLibav
internal import Messages
internal import Pixels

/// Brings parts of decoded frames upright onto canvases of one colour: that of the frames, or standard range.
final class FramePainter {
  private let video: MovieVideoTrack
  private let colour: VideoColour
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

  /// - Throws: `internal` where HDR is wanted of frames that have none, or another one.
  init(_ video: MovieVideoTrack, _ colour: VideoColour) throws {
    guard colour == .standard || colour == video.canvasColour else {
      throw Problem(.internalError, ["detail": "canvas of \(colour)"])
    }
    self.video = video
    self.colour = colour
    var options = MovieFrameOptions()
    options.colour = colour == .standard ? .sRGB : .native
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
      return try coding(canvas.size).code(picture.converted(to: colour.depth), into: canvas.target)
    }
    let orientation = video.orientation
    let region = converter.region(window, in: planar.form.size)
    if orientation == .up { return try scaling(planar.form, region, canvas.size).scale(planar, into: canvas) }
    let target = orientation.swapsSides ? canvas.size.transposed : canvas.size
    let canvasBefore =
      try lying.flatMap { $0.size == target ? $0 : nil } ?? PlanarCanvas(size: target, colour: colour)
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
    let fresh = try PlanarScaling(
      form,
      region: region,
      to: target,
      colour: colour,
      orientation: video.orientation
    )
    scaling = (key, fresh)
    return fresh
  }

  private func coding(_ size: PixelSize) throws -> PlanarCoding {
    if let coding, coding.size == size { return coding.coding }
    let fresh = try PlanarCoding(from: size, to: size, colour)
    coding = (size, fresh)
    return fresh
  }
}
