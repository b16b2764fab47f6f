public import Files
internal import Messages
internal import Pixels

extension MovieReader {
  /// Codes pictures and sound anew into a QuickTime movie, for videos that Apple's players don't show as they are: upright,
  /// with square pixels, cut to the clean aperture; standard range as BT.709, PQ and HLG as 10-bit HEVC. Frames keep their
  /// times; time 0 is the frame that is shown at `request.start`.
  ///
  /// - Parameter rateFactor: 0 best, 51 worst; nil: the encoder's default.
  /// - Throws: `encodeFailed`; `destinationExists`, `diskFull`, `cannotWrite`; as reading does.
  public func encode(
    _ request: MovieCopyRequest,
    rateFactor: Double? = nil,
    to path: FilePath
  ) throws -> MovieCopyResult {
    let video = information.video
    var options = MovieFrameOptions()
    let isStandard = video.dynamicRange == .standard || request.isMadeStandard
    options.colour = isStandard ? .sRGB : .native
    let frames = try frames(from: request.start, to: request.end, options: options)
    guard let first = try frames.next() else {
      throw Problem(.damaged, ["detail": "no frame can be decoded"])
    }
    var settings = MovieEncodingSettings(size: first.picture.size)
    settings.form = request.form
    if !isStandard {
      settings.colour = video.dynamicRange == .hybridLogGamma ? .hybridLogGamma : .perceptualQuantizer
    }
    settings.timescale = video.writtenTimescale
    settings.frameRate = video.frameRate ?? settings.frameRate
    settings.rateFactor = rateFactor
    settings.threads = limits.threads
    let sound = request.sound.map { (reader: self, track: $0, start: first.time, end: request.end) }
    let encoder = try MovieEncoder(to: path, settings, sound: sound)
    var frame: MovieFrame? = first
    var end = first.time
    while let shown = frame {
      try encoder.append(shown.picture, at: shown.time - first.time)
      end = shown.time + shown.duration
      frame = try frames.next()
    }
    if let limit = request.end, limit < end { end = limit }
    let duration = end - first.time
    try encoder.finish(at: duration)
    return MovieCopyResult(
      start: first.time,
      duration: duration,
      timescale: settings.timescale,
      isSoundEncoded: encoder.isSoundEncoded,
      hasSound: encoder.hasSound,
      lostAperture: nil,
      size: settings.codedSize,
      notes: frames.notes
    )
  }
}

extension MovieVideoTrack {
  /// Parts of a second in which a copy's times are written: the track's own or, where those are coarse, a multiple of them.
  var writtenTimescale: Int32 {
    let own = max(1, timescale)
    return own >= 600 ? own : own * ((599 + own) / own)
  }
}
