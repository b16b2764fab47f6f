internal import CLibav
public import Messages
internal import Pixels

/// The frames of a video one after the other, as players show them.
///
/// Frames that an edit list hides are not given; of frames with equal times the later one counts. Where data do not decode,
/// the frame before stays and `notes` says so. Not shared between threads.
public final class MovieFrames {
  private let opened: OpenedTrack
  private let frames: FrameStream
  private let converter: FrameConverter
  /// Frames from the one that is shown at `from` to the one before `to`, in the track's time base.
  private let from: Int64
  private let to: Int64
  private let isWhole: Bool
  private var pending: FrameStream.Frame?
  private var isFinished = false
  private var givenCount = 0
  private var end: MediaTime = .zero
  private var displacedCount = 0
  /// When the last frame that was given begins, in the track's time base.
  private var lastTime: Int64?

  init(_ opened: OpenedTrack, from: Int64, to: Int64, isWhole: Bool, _ options: MovieFrameOptions) throws {
    self.opened = opened
    self.from = from
    self.to = to
    self.isWhole = isWhole
    converter = try FrameConverter(opened.description.video, options)
    frames = try FrameStream(
      opened.input,
      track: opened.description.video.index,
      opened.limits,
      opened.watch
    )
  }

  /// Goes near the beginning; false where the file can't be entered there, so that it has to be read from its start.
  func enter() throws -> Bool {
    guard try frames.seek(to: from) else { return false }
    guard let first = try frames.next(), first.time <= from else { return false }
    pending = first
    return true
  }

  /// The next frame; nil after the last.
  /// - Throws: `damaged` where the whole video has no frame that decodes; `cancelled`, `workerTimedOut`, `inputUnreadable`.
  public func next() throws -> MovieFrame? { try next { _, _ in true } }

  /// The next frame that is wanted; nil after the last. The others are decoded, but no picture is made of them.
  /// - Parameter isWanted: is told when a frame is shown, after the first frame of the track, and how long.
  /// - Throws: as `next()`.
  public func next(where isWanted: (_ time: MediaTime, _ duration: MediaTime) throws -> Bool) throws
    -> MovieFrame?
  {
    while let shown = try step() {
      guard try isWanted(shown.time, shown.duration) else { continue }
      return MovieFrame(
        time: shown.time,
        duration: shown.duration,
        picture: try converter.convert(shown.frame.pointer),
        colour: converter.description
      )
    }
    return nil
  }

  /// A frame as it was decoded.
  struct Shown {
    var frame: FrameStream.Frame
    /// When it is shown, after the first frame of the track.
    var time: MediaTime
    /// How long.
    var duration: MediaTime
  }

  /// The next frame, of which no picture is made; nil after the last.
  /// - Throws: as `next()`.
  func step() throws -> Shown? {
    while !isFinished {
      guard let frame = try frames.next() else {
        isFinished = true
        return try last()
      }
      guard let shown = pending else {
        pending = frame
        continue
      }
      if frame.time < shown.time {
        displacedCount += 1
        continue
      }
      pending = frame
      if frame.time == shown.time || frame.time <= from { continue }
      if shown.time >= to {
        isFinished = true
        return nil
      }
      return give(shown, duration: frame.time &- shown.time)
    }
    return nil
  }

  private func last() throws -> Shown? {
    guard let shown = pending, shown.time < to else {
      if givenCount == 0, isWhole {
        let words = Libav.lastWords()
        throw Problem(.damaged, ["detail": words.isEmpty ? "no frame can be decoded" : words])
      }
      return nil
    }
    return give(shown, duration: lastDuration(shown))
  }

  /// How long the last frame is shown: until the track's end, where the file says when that is and has all its frames;
  /// else as its data say, or as long as frames are on average.
  private func lastDuration(_ frame: FrameStream.Frame) -> Int64 {
    let (video, base) = (opened.description.video, frames.timeBase)
    if let duration = video.duration, !frames.isCutOff {
      let ticks = av_rescale_q(duration.value, AVRational(num: 1, den: duration.timescale), base)
      let left = opened.description.firstTime &+ ticks &- frame.time
      if left > 0 { return left }
    }
    if frame.duration > 0 { return frame.duration }
    let rate = video.frameRate ?? 0
    guard rate > 0, base.num > 0 else { return 0 }
    let ticks = Double(base.den) / Double(base.num) / rate
    return ticks < 1e12 ? Int64(ticks) : 0
  }

  private func give(_ frame: FrameStream.Frame, duration: Int64) -> Shown {
    givenCount += 1
    lastTime = frame.time
    let time = MediaTime(frame.time &- opened.description.firstTime, frames.timeBase)
    let length = MediaTime(duration, frames.timeBase)
    end = time + length
    return Shown(frame: frame, time: time, duration: length)
  }

  /// What there is to say after the last frame.
  public var notes: [Note] {
    var notes: [Note] = []
    let skipped = frames.skippedCount + displacedCount
    if skipped > 0 { notes.append(Note(.movieFramesSkipped, ["count": "\(skipped)"])) }
    guard isWhole, isFinished, let expected = opened.description.video.frameCount,
      let duration = opened.description.video.duration, frames.count + skipped + 1 < expected,
      duration.seconds - end.seconds > 0.1
    else { return notes }
    notes.append(.movieEndsEarly(found: end, expected: duration))
    return notes
  }

  /// Whether the file has data of a later frame than the last one that decoded; to be asked after the last frame.
  public var lacksLastFrame: Bool {
    guard let last = frames.latestPacketTime else { return false }
    return last > (lastTime ?? .min)
  }
}

extension Note {
  /// A video ends before it says.
  public static func movieEndsEarly(found: MediaTime, expected: MediaTime) -> Note {
    Note(.movieEndsEarly, ["found": text(found), "expected": text(expected)])
  }

  /// Seconds with one decimal.
  private static func text(_ time: MediaTime) -> String {
    let tenths = Int((time.seconds * 10).rounded())
    return "\(tenths / 10).\(abs(tenths % 10))"
  }
}
