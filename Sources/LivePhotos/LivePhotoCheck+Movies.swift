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
        _ = try movie.frame(at: moment(of: frame, movie.information))
      } catch let problem as Problem where [.cancelled, .workerTimedOut].contains(problem.code) {
        try deadline.check()
        throw PairDeadline.TimeIsOver()
      }
    }
  }

  private static func moment(of frame: Frame, _ information: MovieInformation) -> MediaTime {
    switch frame {
    case .first: .zero
    case .key(let seconds): MediaTime(seconds: seconds)
    case .last: information.video.duration ?? information.duration ?? .zero
    }
  }
}
