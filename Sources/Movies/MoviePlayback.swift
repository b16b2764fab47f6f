public import Messages
public import Pixels

/// A video that is played onto canvases: at any moment the frame that players show then, upright, in standard range
/// or, of HDR, as it is.
///
/// Moments that follow one another cost one pass over the frames; a step back begins a new one. The decoder is open from the
/// first moment that is asked for to the last frame. Where data do not decode, the frame before stays and `notes` says so.
/// Not shared between threads.
public final class MoviePlayback {
  private let reader: MovieReader
  private let painter: FramePainter
  private var frames: MovieFrames?
  private var current: MovieFrames.Shown?
  /// Frames shown so far.
  private var count = 0
  /// Frames of this pass so far, and where it began.
  private var passCount = 0
  private var start = MediaTime.zero
  private var isOver = false
  private var found: [Note] = []

  /// Plays a video that was opened.
  /// - Parameter colour: of the canvases: standard range, or that of the video.
  /// - Throws: `movieLibraryMissing`; `internal` where the video has not that colour.
  public init(_ reader: MovieReader, colour: VideoColour = .standard) throws {
    self.reader = reader
    painter = try FramePainter(reader.information.video, colour)
  }

  /// Columns and rows of the upright picture.
  public var displaySize: PixelSize { reader.information.video.displaySize }

  /// Goes to the frame that players show at a moment, counted from the first frame; the last one behind the end.
  ///
  /// - Returns: a number that is the same as long as the picture is.
  /// - Throws: where there is no frame at all; `cancelled`, `workerTimedOut`.
  @discardableResult
  public func show(_ time: MediaTime) throws -> Int {
    // Before the first frame of a pass there is none, unless the pass began too late.
    if let shown = current, time < shown.time, passCount > 1 || time < start { restart() }
    do {
      try advance(to: time)
    } catch let problem as Problem where Self.ends(problem) || current == nil {
      throw problem
    } catch {
      // What was read before stays to be seen.
      stop()
      if let duration = reader.information.video.duration, let shown = current {
        note([.movieEndsEarly(found: shown.time + shown.duration, expected: duration)])
      }
    }
    return count
  }

  /// Whether a problem ends the work, not only this video.
  private static func ends(_ problem: Problem) -> Bool {
    [.cancelled, .workerTimedOut, .workerOutOfMemory].contains(problem.code)
  }

  private func advance(to time: MediaTime) throws {
    if frames == nil, !isOver {
      frames = try reader.frames(from: time, to: nil, options: MovieFrameOptions(), isKnown: true)
      (start, passCount) = (time, 0)
    }
    while !isOver, passCount == 0 || current.map({ time >= $0.time + $0.duration }) ?? true {
      guard let next = try frames?.step() else {
        stop()
        break
      }
      current = next
      count += 1
      passCount += 1
    }
    if current == nil { throw Problem(.damaged, ["detail": "no frame can be decoded"]) }
  }

  /// Gives the decoder back; the frame stays.
  private func stop() {
    if let frames { note(frames.notes) }
    frames = nil
    isOver = true
  }

  private func restart() {
    if let frames { note(frames.notes) }
    frames = nil
    isOver = false
  }

  /// Draws a part of the frame that is shown over a whole canvas of the playback's colour.
  /// - Throws: `internal` before the first call of `show(_:)`; `codecUnsupported`.
  public func paint(_ window: MovieWindow, into canvas: PlanarCanvas) throws {
    guard let current else { throw Problem(.internalError, ["detail": "no frame is shown"]) }
    try painter.paint(current.frame.pointer, window, into: canvas)
  }

  private func note(_ notes: [Note]) {
    for note in notes where !found.contains(where: { $0.code == note.code }) { found.append(note) }
  }

  /// What there is to say of what was played so far, once of each kind.
  public var notes: [Note] {
    if let frames { note(frames.notes) }
    return found
  }
}
