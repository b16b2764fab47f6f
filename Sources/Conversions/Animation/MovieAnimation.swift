internal import Messages
internal import Movies
internal import Pixels

/// A video as the source of an animation.
struct MovieAnimation: AnimationSource {
  private let movie: MovieReader

  /// Takes a video that is open.
  init(_ movie: MovieReader) { self.movie = movie }

  private var video: MovieVideoTrack { movie.information.video }

  var size: PixelSize { video.displaySize }

  var duration: Double? { (video.duration ?? movie.information.duration)?.seconds }

  var frameRate: Double? { video.frameRate }

  var isVariable: Bool { video.isVariableRate == true }

  func frames(from start: Double, to end: Double?, size: PixelSize) throws -> any AnimationFrames {
    var options = MovieFrameOptions()
    options.colour = .sRGB
    options.size = size
    let frames = try movie.frames(
      from: start > 0 ? MediaTime(seconds: start) : nil,
      to: end.map { MediaTime(seconds: $0) },
      options: options
    )
    return Pass(frames)
  }

  private final class Pass: AnimationFrames {
    private let frames: MovieFrames

    init(_ frames: MovieFrames) { self.frames = frames }

    func next(where isWanted: (Range<Double>) throws -> Bool) throws -> TimedPicture? {
      func range(_ time: MediaTime, _ duration: MediaTime) -> Range<Double> {
        let start = time.seconds
        return start..<max(start, start + duration.seconds)
      }
      let frame = try frames.next { try isWanted(range($0, $1)) }
      return frame.map { TimedPicture(picture: $0.picture, time: range($0.time, $0.duration)) }
    }

    var notes: [Note] { frames.notes }
  }
}
