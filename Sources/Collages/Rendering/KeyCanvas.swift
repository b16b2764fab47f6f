internal import Messages
internal import Movies
internal import Pixels

/// The still of a collage that moves in HDR: for each cell the picture of its video at the moment that its key photo shows.
///
/// The photos themselves are of standard range, or have their light in gain maps, which look different from any video.
struct KeyCanvas {
  let page: CollagePage
  let background: CollageBackground
  let colour: VideoColour
  let sources: [CollageSource]
  let threads: Int

  /// A source whose video can't be read after all.
  typealias Failure = (item: Int, problem: Problem)

  /// Draws the page, in even sides; cells of which there is no picture stay empty.
  func draw() throws -> (canvas: PlanarCanvas, failures: [Failure]) {
    var failures: [Failure] = []
    let stage = try CollageStage(page, ground())
    for (index, cell) in page.cells.enumerated() {
      guard let size = stage.size(ofCell: index) else { continue }
      do {
        let picture = try picture(of: cell, size: size)
        stage.show(picture.canvas, number: picture.number, index, stillShare: 0)
      } catch let problem as Problem where ![.cancelled, .workerTimedOut].contains(problem.code) {
        failures.append((cell.item, problem))
      }
    }
    return (stage.canvas, failures)
  }

  private func picture(of cell: CollageCell, size: PixelSize) throws -> CollagePlayer.Picture {
    guard sources.indices.contains(cell.item), let motion = sources[cell.item].motion else {
      throw Problem(.internalError, ["detail": "a cell without a video"])
    }
    let player = try CollagePlayer(motion.reader(threads: threads), colour: colour, storeBytes: 0)
    let window = player.fitted(MovieWindow(cell.window), to: cell)
    return try player.picture(at: sources[cell.item].keyMoment, window, size) { _ in [] }
  }

  // MARK: Background

  private func ground() throws -> PlanarCanvas {
    let size = PixelSize(width: page.size.width / 2 * 2, height: page.size.height / 2 * 2)
    let canvas = try PlanarCanvas(size: size, colour: colour)
    switch background {
    case .colour(let colour): canvas.fill(colour)
    // Videos have no transparency.
    case .transparent: canvas.fill(RGBColour(red: 0, green: 0, blue: 0))
    case .blur: try blur(canvas)
    }
    return canvas
  }

  /// Fills a canvas with the first photo, so small that only its colours are left, and enlarged without edges; as dark as
  /// `BlurredGround`.
  private func blur(_ canvas: PlanarCanvas) throws {
    canvas.fill(RGBColour(red: GreyRows.grey, green: GreyRows.grey, blue: GreyRows.grey))
    guard let first = page.cells.first, sources.indices.contains(first.item) else { return }
    let small = page.size.fitting(longEdge: BlurredGround.longEdge)
    let size = PixelSize(width: max(2, small.width / 2 * 2), height: max(2, small.height / 2 * 2))
    let frame = CollageRectangle(x: 0, y: 0, width: page.size.width, height: page.size.height)
    let chooser = CropChooser(item: sources[first.item].item, focusPoint: nil)
    let whole = CollageCell(item: first.item, rectangle: frame, window: chooser.window(for: frame), radius: 0)
    // Where there is no picture, its cell tells.
    guard let picture = try? picture(of: whole, size: size).canvas, let planes = picture.picture else {
      return
    }
    try PlanarScaling(planes.form, to: canvas.size, colour: colour, isSmooth: true).scale(
      planes,
      into: canvas
    )
    canvas.dim(by: 1 - BlurredGround.darkening)
  }
}

extension CollageSource {
  /// The moment of the clip that the still shows: of a video its first frame, of a photo's motion what it says, else its middle.
  fileprivate var keyMoment: MediaTime {
    if case .video = picture { return .zero }
    guard let clip = motion?.clip else { return .zero }
    return clip.stillTime ?? MediaTime(seconds: clip.duration.seconds / 2)
  }
}
