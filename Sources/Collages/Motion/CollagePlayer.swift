internal import Messages
internal import Movies
internal import Pixels

/// The video of one cell: gives its picture at any moment, forwards as it is decoded, backwards from a store of pictures
/// that is filled piece by piece.
final class CollagePlayer {
  private let playback: MoviePlayback
  private let colour: VideoColour
  private let storeBytes: Int
  private var position: MediaTime?
  private var canvas: PlanarCanvas?
  private var painted: (number: Int, window: MovieWindow)?
  private var store: [Stored] = []

  private struct Stored {
    let time: MediaTime
    let picture: Picture
  }

  /// A picture and a number that is the same as long as the picture is.
  struct Picture {
    let canvas: PlanarCanvas
    let number: Int
  }

  /// - Parameters:
  ///   - colour: of the pictures: standard range, or that of the video.
  ///   - storeBytes: what pictures may take that are shown backwards.
  /// - Throws: where the video can't be opened.
  init(_ reader: MovieReader, colour: VideoColour, storeBytes: Int) throws {
    playback = try MoviePlayback(reader, colour: colour)
    self.colour = colour
    self.storeBytes = storeBytes
  }

  /// What there is to say of the video so far.
  var notes: [Note] { playback.notes }

  /// The part of the video that shows what a window shows of the key photo.
  ///
  /// A video of another shape than its photo is taken for the middle of it, as large as it goes; a window that reaches beyond
  /// becomes smaller and moves inside, in its own shape.
  func fitted(_ window: MovieWindow, to cell: CollageCell) -> MovieWindow {
    let frame = cell.rectangle
    let whole = MovieWindow(cell.window)
    let photo = Double(frame.width) / Double(frame.height) * whole.height / whole.width
    let video = Double(playback.displaySize.width) / Double(playback.displaySize.height)
    let ratio = video / photo
    guard ratio.isFinite, abs(ratio - 1) > 0.01 else { return window }
    // The photo in fractions of the video's sides.
    let (wide, high) = ratio > 1 ? (1, ratio) : (1 / ratio, 1)
    let scale = min(1, 1 / (window.width * wide), 1 / (window.height * high))
    let (width, height) = (window.width * wide * scale, window.height * high * scale)
    let x = (window.x + window.width / 2 - 0.5) * wide + 0.5 - width / 2
    let y = (window.y + window.height / 2 - 0.5) * high + 0.5 - height / 2
    return MovieWindow(
      x: min(max(x, 0), 1 - width),
      y: min(max(y, 0), 1 - height),
      width: width,
      height: height
    )
  }

  /// The picture at a moment of the clip.
  ///
  /// - Parameters:
  ///   - window: the part that is seen.
  ///   - size: of the result, even.
  ///   - backwards: the moments that will be asked for from this one on, at most so many, each before the one before.
  func picture(
    at time: MediaTime,
    _ window: MovieWindow,
    _ size: PixelSize,
    backwards: (Int) -> [MediaTime]
  ) throws -> Picture {
    if let stored = store.first(where: { $0.time == time }) { return stored.picture }
    if let position, time < position {
      let most = storeBytes / max(1, size.width * size.height * 3 / 2 * colour.depth.byteCount)
      let times = backwards(max(2, most))
      if times.count > 1 { return try fill(times, window, size) }
    }
    store = []
    return try show(time, window, size)
  }

  private func show(_ time: MediaTime, _ window: MovieWindow, _ size: PixelSize) throws -> Picture {
    let number = try playback.show(time)
    position = time
    let target = try canvas.flatMap { $0.size == size ? $0 : nil } ?? PlanarCanvas(size: size, colour: colour)
    if target !== canvas || painted?.number != number || painted?.window != window {
      try playback.paint(window, into: target)
    }
    canvas = target
    painted = (number, window)
    return Picture(canvas: target, number: number)
  }

  /// Plays a piece forwards and keeps it.
  private func fill(_ times: [MediaTime], _ window: MovieWindow, _ size: PixelSize) throws -> Picture {
    store = []
    for time in times.reversed() {
      let number = try playback.show(time)
      position = time
      if let last = store.last, last.picture.number == number {
        store.append(Stored(time: time, picture: last.picture))
        continue
      }
      let canvas = try PlanarCanvas(size: size, colour: colour)
      try playback.paint(window, into: canvas)
      store.append(Stored(time: time, picture: Picture(canvas: canvas, number: number)))
    }
    guard let last = store.last else { return try show(times[0], window, size) }
    return last.picture
  }
}
