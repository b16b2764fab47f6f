internal import Messages
internal import Pixels

/// The frames of an animation in their order, sampled from its source by a clock.
final class SampledFrames {
  private let frames: any AnimationFrames
  private let clock: FrameClock
  /// Asked with the number of a frame: whether its picture is needed at all.
  private let isNeeded: (Int) -> Bool
  private var held: Frame?
  private var sourceEnd = 0.0
  private var isFinished = false
  /// Frames that the animation has so far.
  private(set) var count = 0

  /// A frame of the animation.
  struct Frame {
    /// Its number, from 0.
    var number: Int
    var picture: PixelBuffer
    /// When it is shown, seconds after the beginning of the animation.
    var time: Range<Double>
    /// When it is shown in the source.
    var source: Range<Double>
  }

  init(_ frames: any AnimationFrames, _ clock: FrameClock, isNeeded: @escaping (Int) -> Bool = { _ in true })
  {
    self.frames = frames
    self.clock = clock
    self.isNeeded = isNeeded
  }

  /// The next frame; nil after the last. The last one stays to the source's end, whatever the clock says.
  func next() throws -> Frame? {
    while !isFinished {
      let next = try frames.next { time in
        sourceEnd = max(sourceEnd, time.upperBound)
        guard !clock.shown(time).isEmpty else { return false }
        count += 1
        return isNeeded(count - 1)
      }
      guard let next else {
        isFinished = true
        break
      }
      let frame = Frame(
        number: count - 1,
        picture: next.picture,
        time: clock.shown(next.time),
        source: next.time
      )
      if let before = held {
        held = frame
        return before
      }
      held = frame
    }
    guard var last = held else { return nil }
    held = nil
    let end = clock.moment(sourceEnd)
    // Only the last frame of all lasts to the end; what is behind one may not have been needed.
    let isLast = abs(clock.shownEnd(sourceEnd) - last.time.upperBound) < 1e-9
    if isLast, end > last.time.lowerBound { last.time = last.time.lowerBound..<end }
    return last
  }

  /// How long the animation is, once the last frame was given, seconds.
  var duration: Double { clock.moment(sourceEnd) }

  /// What there is to say after the last frame.
  var notes: [Note] { frames.notes }
}
