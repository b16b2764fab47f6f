internal import Messages
internal import Movies
internal import Pixels

/// Which part of a video becomes a Live Photo's, and which of its frames the still.
struct LivePhotoPlan {
  /// When the key photo's frame is shown, from the first frame of the source.
  let key: MediaTime
  /// Where the Live Photo's video begins, from the first frame of the source.
  let start: MediaTime
  /// Where it ends; nil: with the source.
  let end: MediaTime?
  /// The frame itself, as recorded.
  let frame: MovieFrame

  /// Seconds around the middle in which the sharpest frame is looked for.
  private static let searchWindow = 0.5
  /// Frames are compared at this size; sharpness shows there as well, and costs little.
  private static let searchEdge = 640
  /// From so many pixels on, decoding a second of frames takes longer than all the rest: the search is shorter.
  private static let largeFrame = 4_000_000

  /// Chooses.
  /// - Throws: `live.moment-outside` where the source is shorter than what was asked for; as `MovieReader`.
  init(_ movie: MovieReader, _ settings: LivePhotoSettings, colour: MovieFrameOptions.Colour) throws {
    let length = try Self.length(of: movie)
    let outside: (Double) -> Problem = { asked in
      Problem(.momentOutside, ["asked": Self.text(asked), "length": Self.text(length)])
    }
    if let asked = settings.keyTimeInSeconds, asked > length { throw outside(asked) }
    if let asked = settings.startInSeconds, asked >= length { throw outside(asked) }
    var options = MovieFrameOptions()
    options.colour = colour
    let wanted: Double? = if case .seconds(let seconds) = settings.length { seconds } else { nil }
    let moment: MediaTime
    if let seconds = settings.keyTimeInSeconds {
      moment = MediaTime(seconds: seconds)
    } else {
      let begin = settings.startInSeconds ?? 0
      let span = min(wanted ?? length, length - begin)
      let middle = settings.startInSeconds == nil ? length / 2 : begin + span / 2
      moment = try Self.sharpest(
        in: movie,
        around: middle,
        within: begin...(settings.startInSeconds == nil ? length : begin + span)
      )
    }
    frame = try movie.frame(at: moment, options: options)
    key = frame.time
    let seconds = key.seconds
    let begin = settings.startInSeconds ?? wanted.map { max(0, min(seconds - $0 / 2, length - $0)) } ?? 0
    start = begin <= 0 ? .zero : MediaTime(seconds: min(begin, seconds))
    if let wanted, begin + wanted < length {
      // The key photo's frame is always inside, to its end.
      end = max(MediaTime(seconds: begin + wanted), key + frame.duration)
    } else {
      end = nil
    }
  }

  /// How long the video track plays, in seconds.
  private static func length(of movie: MovieReader) throws -> Double {
    if let known = movie.information.video.duration ?? movie.information.duration { return known.seconds }
    let frames = try movie.frames()
    var end = MediaTime.zero
    while let frame = try frames.next() { end = frame.time + frame.duration }
    return end.seconds
  }

  /// The sharpest frame near a moment, the nearer one of equals.
  private static func sharpest(
    in movie: MovieReader,
    around middle: Double,
    within range: ClosedRange<Double>
  ) throws -> MediaTime {
    let size = movie.information.video.displaySize
    let window = size.width * size.height > largeFrame ? searchWindow / 2 : searchWindow
    var options = MovieFrameOptions()
    options.colour = .sRGB
    options.size = size.fitting(longEdge: searchEdge)
    let from = max(range.lowerBound, middle - window)
    let to = min(range.upperBound, middle + window)
    let frames = try movie.frames(
      from: MediaTime(seconds: from),
      to: MediaTime(seconds: max(to, from + 0.001)),
      options: options
    )
    var best: (time: MediaTime, score: Double)?
    while let frame = try frames.next() {
      if Double(frame.time.seconds) < range.lowerBound { continue }
      // A frame at the edge of the search has to be a tenth sharper than one in the middle.
      let distance = min(1, abs(frame.time.seconds - middle) / searchWindow)
      let score = Sharpness.measure(frame.picture) * (1 - 0.1 * distance)
      if best.map({ score > $0.score }) ?? true { best = (frame.time, score) }
    }
    return best?.time ?? MediaTime(seconds: middle)
  }

  private static func text(_ seconds: Double) -> String {
    let hundredths = Int((seconds * 100).rounded())
    let rest = abs(hundredths % 100)
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
