internal import Messages
internal import Pixels

/// Something that moves, whatever holds it: what is known before its frames are decoded, and its frames.
protocol AnimationSource {
  /// Columns and rows as it is shown.
  var size: PixelSize { get }
  /// How long it plays, seconds; nil where that shows only at its end.
  var duration: Double? { get }
  /// Frames a second on average; nil where not known.
  var frameRate: Double? { get }
  /// Whether its frames last differently long, as far as known.
  var isVariable: Bool { get }
  /// How often it says that it plays, 0: without end; nil where it does not say.
  var playCount: Int? { get }
  /// Whether it is a GIF, which keeps its size and times where nothing else is asked.
  var isGIF: Bool { get }

  /// A pass over the frames, from the one that is shown at `start` to the last that begins before `end` (seconds after the
  /// first), as 8-bit sRGB pictures of `size`.
  func frames(from start: Double, to end: Double?, size: PixelSize) throws -> any AnimationFrames
}

/// One pass over the frames of a source.
protocol AnimationFrames: AnyObject {
  /// The next frame that is wanted; nil after the last. No picture is made of the others.
  /// - Parameter isWanted: is told when a frame is shown, seconds after the first.
  func next(where isWanted: (Range<Double>) throws -> Bool) throws -> TimedPicture?
  /// What there is to say after the last frame.
  var notes: [Note] { get }
}

/// A picture and when it is shown.
struct TimedPicture {
  var picture: PixelBuffer
  /// Seconds.
  var time: Range<Double>
}

extension AnimationSource {
  var playCount: Int? { nil }
  var isGIF: Bool { false }
}
