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

  init(
    _ movie: MovieReader,
    from start: MediaTime,
    to end: MediaTime?,
    as form: MovieForm = .quickTime,
    isMadeStandard: Bool = false
  ) {
    self.movie = movie
    self.start = start
    self.end = end
    self.form = form
    self.isMadeStandard = isMadeStandard
  }

  /// Writes the part: copied as it is coded where Apple's players know that, else coded anew.
  func write(to path: FilePath) throws -> Result {
    let information = movie.information
    let sound = information.sounds.first
    var request = MovieCopyRequest()
    request.form = form
    request.start = start == .zero ? nil : start
    request.end = end
    request.sound = sound?.index
    request.isMadeStandard = isMadeStandard
    let isCopied = information.isCopyableForApple && !isMadeStandard
    let result = try isCopied ? movie.copy(request, to: path) : movie.encode(request, to: path)
    var notes: [Note] = []
    if isMadeStandard {
      notes.append(Note(.hdrDropped, ["kind": information.video.dynamicRange.rawValue]))
    } else if !isCopied {
      notes.append(Note(.videoEncoded, values(Self.unplayable(information))))
    }
    if result.isSoundEncoded { notes.append(Note(.soundEncoded, values(sound?.codec ?? ""))) }
    if !information.furtherTracks.isEmpty {
      let tracks = information.furtherTracks.map { "\($0.kind.rawValue) \($0.codec)" }
      notes.append(Note(.tracksDropped, ["tracks": tracks.joined(separator: ", ")]))
    }
    return Result(
      path: path,
      start: result.start,
      durationInSeconds: result.duration.seconds,
      size: result.size,
      hasSound: result.hasSound,
      aperture: result.lostAperture,
      notes: notes + result.notes
    )
  }

  /// What of a video its players don't know: the codec, else its sample format, else the kind of file that it is in.
  private static func unplayable(_ information: MovieInformation) -> String {
    let video = information.video
    let codec = video.sampleEntry ?? video.codec
    if video.isPlayableByApple { return "\(codec) in \(information.formatName)" }
    return ["h264", "hevc"].contains(video.codec) ? "\(codec) \(video.sampleFormat)" : codec
  }

  private func values(_ codec: String) -> [String: String] {
    form == .mp4 ? ["codec": codec, "form": "mp4"] : ["codec": codec]
  }
}
