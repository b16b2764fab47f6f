internal import Files
internal import Messages
internal import Movies
internal import Pixels

/// The part of a video that becomes a Live Photo's or Motion Photo's, as a movie without anything that makes it one.
struct LivePhotoCut {
  /// A finished part.
  struct Result {
    var path: FilePath
    /// When its first frame is shown in the source, after the source's first frame.
    var start: MediaTime
    var durationInSeconds: Double
    /// As players show it.
    var size: PixelSize
    var hasSound: Bool
    /// What libavformat did not write.
    var aperture: CleanAperture?
    var notes: [Note]
  }

  private let movie: MovieReader
  private let start: MediaTime
  private let end: MediaTime?
  private let form: MovieForm
  private let isMadeStandard: Bool
  private let threads: Int

  init(
    _ movie: MovieReader,
    _ plan: LivePhotoPlan,
    as form: MovieForm = .quickTime,
    isMadeStandard: Bool,
    threads: Int
  ) {
    self.init(
      movie,
      from: plan.start,
      to: plan.end,
      as: form,
      isMadeStandard: isMadeStandard,
      threads: threads
    )
  }

  init(
    _ movie: MovieReader,
    from start: MediaTime,
    to end: MediaTime?,
    as form: MovieForm = .quickTime,
    isMadeStandard: Bool = false,
    threads: Int
  ) {
    self.movie = movie
    self.start = start
    self.end = end
    self.form = form
    self.isMadeStandard = isMadeStandard
    self.threads = threads
  }

  /// Writes the part: copied as it is coded where Apple's players know that, else coded anew.
  func write(to path: FilePath) throws -> Result {
    movie.information.isCopyableForApple && !isMadeStandard ? try copied(to: path) : try encoded(to: path)
  }

  private var sound: MovieSoundTrack? { movie.information.sounds.first }

  private func copied(to path: FilePath) throws -> Result {
    var request = MovieCopyRequest()
    request.form = form
    request.start = start == .zero ? nil : start
    request.end = end
    request.sound = sound?.index
    let result = try movie.copy(request, to: path)
    return Result(
      path: path,
      start: result.start,
      durationInSeconds: result.duration.seconds,
      size: movie.information.video.displaySize,
      hasSound: sound != nil,
      aperture: result.lostAperture,
      notes: result.isSoundEncoded ? [Note(.soundEncoded, ["codec": sound?.codec ?? ""])] : []
    )
  }

  private func encoded(to path: FilePath) throws -> Result {
    let video = movie.information.video
    var settings = MovieEncodingSettings(size: video.displaySize)
    settings.threads = threads
    settings.form = form
    settings.frameRate = video.frameRate ?? settings.frameRate
    var options = MovieFrameOptions()
    options.colour = .sRGB
    if !isMadeStandard && video.dynamicRange != .standard {
      settings.colour = video.dynamicRange == .hybridLogGamma ? .hybridLogGamma : .perceptualQuantizer
      options.colour = .native
    }
    // Times are kept as they are told, as long as a clock of QuickTime's tells them.
    settings.timescale = (1...1_000_000).contains(video.timescale) ? video.timescale : 90_000
    let encoder = try MovieEncoder(
      to: path,
      settings,
      sound: sound.map { (reader: movie, track: $0.index, start: start, end: end) }
    )
    let frames = try movie.frames(from: start, to: end, options: options)
    var first: MediaTime?
    var last = MediaTime.zero
    while let frame = try frames.next() {
      let origin = first ?? frame.time
      first = origin
      try encoder.append(frame.picture, at: frame.time - origin)
      last = frame.time + frame.duration - origin
    }
    guard let first else { throw Problem(.damaged, ["detail": "no frame can be decoded"]) }
    if let end { last = min(last, end - first) }
    try encoder.finish(at: last)
    let sampleFormat = video.sampleEntry ?? video.codec
    return Result(
      path: path,
      start: first,
      durationInSeconds: last.seconds,
      size: settings.codedSize,
      hasSound: sound != nil,
      aperture: nil,
      notes: [Note(.videoEncoded, ["codec": sampleFormat])] + frames.notes
    )
  }
}
