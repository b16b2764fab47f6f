internal import Files
internal import Messages
internal import Movies
public import StillImages

extension LivePhotoCheck {
  /// The check as it is made for people and before delivery: frames of the video are decoded too.
  public static func decodingFrames(limits: DecodingLimits = DecodingLimits(), threads: Int = 1)
    -> LivePhotoCheck
  {
    LivePhotoCheck(limits: limits, threads: threads) { path, frame, deadline in
      var reading = MovieLimits()
      reading.threads = threads
      reading.seconds = deadline.remaining
      // Stopped or out of time: either way there is no reason to go on.
      reading.isStopped = { (try? deadline.check()) == nil }
      do {
        let movie = try MovieReader(.file(path), limits: reading)
        try decode(frame, of: movie)
      } catch let problem as Problem where [.cancelled, .workerTimedOut].contains(problem.code) {
        try deadline.check()
        throw PairDeadline.TimeIsOver()
      }
    }
  }

  private static func decode(_ frame: Frame, of movie: MovieReader) throws {
    let moment = moment(of: frame, movie.information)
    guard frame == .last else {
      _ = try movie.frame(at: moment)
      return
    }
    let frames = try movie.frames(from: moment)
    while try frames.next() != nil { continue }
    // Readers show the frame before where the last one does not decode.
    if frames.lacksLastFrame { throw Problem(.damaged, ["detail": "the last frame"]) }
  }

  private static func moment(of frame: Frame, _ information: MovieInformation) -> MediaTime {
    switch frame {
    case .first: .zero
    case .key(let seconds): MediaTime(seconds: seconds)
    case .last: information.video.duration ?? information.duration ?? .zero
    }
  }
}
