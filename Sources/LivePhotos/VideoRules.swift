internal import Containers
internal import Files
internal import Messages
internal import Metadata

/// The rules for the moving half.
enum VideoRules {
  /// What the whole check needs to know of it.
  struct Facts {
    var identifier: String?
    var shownSize: (width: Double, height: Double)?
  }

  /// From here on some programs take a film for a film.
  private static let longestSeconds = 3.1

  /// Reads and judges a video; nil where it can't be read at all.
  static func run(_ path: FilePath, _ work: inout PairCheckWork) throws -> Facts? {
    try work.deadline.check()
    let opened = try RandomAccessFile(path)
    let file: QuickTimeFile
    do { file = try QuickTimeFile(ByteSource(opened)) } catch {
      try work.fail(.pairVideoUnusable, because: error)
      return nil
    }
    let movie = file.movie
    work.result.duration = movie.seconds
    if !file.isQuickTime {
      work.fail(.pairVideoNotQuickTime, ["found": (file.majorBrand ?? BoxType(0)).description])
    }
    let identifier = PairingIdentifier.text(in: movie)
    if identifier == nil { work.fail(.pairVideoWithoutIdentifier) }
    let track = picture(movie, &work)
    try checkMedia(file, &work)
    try checkStillTime(movie, video: track, opened, file, &work)
    warnings(movie, video: track, &work)
    if work.reasons.isEmpty { try decodeFrames(path, &work) }
    try opened.checkUnchanged()
    return Facts(identifier: identifier, shownSize: track.flatMap(shownSize))
  }

  private static func picture(_ movie: QuickTimeMovie, _ work: inout PairCheckWork) -> QuickTimeTrack? {
    let videos = movie.tracks.filter { $0.handler == "vide" && $0.isEnabled }
    guard let track = videos.first(where: { $0.samples.sampleCount > 0 }) else {
      work.fail(.pairNoVideoTrack)
      return nil
    }
    let formats = track.sampleEntries.map(\.format)
    if let other = formats.first(where: { $0 != "avc1" && $0 != "hvc1" }) {
      work.fail(.pairCodecNotPlayable, ["codec": other.description])
    } else if formats.isEmpty {
      work.fail(.pairNoVideoTrack)
    }
    return track
  }

  private static func checkMedia(_ file: QuickTimeFile, _ work: inout PairCheckWork) throws {
    for track in file.movie.tracks {
      try work.deadline.check()
      // Of packed sound the tables do not tell sizes.
      let chunk = track.samples.firstMisplacedChunk(
        outside: file.mediaRanges,
        measuringChunks: track.handler != "soun"
      )
      if let chunk {
        work.fail(.pairMediaMisplaced, ["detail": "track \(track.id), chunk \(chunk + 1)"])
        return
      }
    }
  }

  private static func checkStillTime(
    _ movie: QuickTimeMovie,
    video: QuickTimeTrack?,
    _ opened: RandomAccessFile,
    _ file: QuickTimeFile,
    _ work: inout PairCheckWork
  ) throws {
    guard let still = LivePhotoStillTime(movie) else {
      work.fail(.pairNoStillImageTime)
      return
    }
    work.result.stillTime = still.seconds
    let duration = video.map { Double($0.duration) / Double(movie.timescale) } ?? movie.seconds
    if still.seconds < 0 || still.seconds >= duration {
      let texts = [still.seconds, duration].map { DecimalText.text($0, decimals: 3) }
      work.fail(.pairStillTimeOutside, ["time": texts[0], "duration": texts[1]])
    }
    guard let range = still.sample, range.count >= 9, range.count <= 1 << 16,
      range.upperBound <= opened.byteCount
    else {
      work.fail(.pairStillSampleUnusable, ["detail": still.sample.map { "\($0.count) bytes" } ?? "no place"])
      return
    }
    guard let value = still.value(inSample: try opened.read(range)) else {
      work.fail(.pairStillSampleUnusable, ["detail": "no value"])
      return
    }
    if value != -1 { work.warn(.pairStillValueUnusual, ["found": "\(value)"]) }
    let known = Set(movie.tracks.map(\.id))
    if still.described.isEmpty || !still.described.allSatisfy(known.contains) {
      work.warn(.pairReferenceDangling)
    }
  }

  private static func warnings(_ movie: QuickTimeMovie, video: QuickTimeTrack?, _ work: inout PairCheckWork) {
    if movie.seconds > longestSeconds {
      work.warn(.pairVideoLong, ["seconds": DecimalText.text(movie.seconds, decimals: 1)])
    }
    if !movie.tracks.contains(where: { $0.handler == "soun" && $0.isEnabled }) { work.warn(.pairNoSound) }
    guard let video else { return }
    if video.sampleEntries.contains(where: { $0.format == "hvc1" && $0.colour == nil }) {
      work.warn(.pairNoColour)
    }
    if video.samples.hasVariableRate { work.warn(.pairVariableRate) }
  }

  private static func decodeFrames(_ path: FilePath, _ work: inout PairCheckWork) throws {
    guard let decode = work.check.decodeFrame else { return }
    let key = work.result.stillTime.map { LivePhotoCheck.Frame.key(seconds: $0) }
    for frame in [.first, key, .last].compactMap(\.self) {
      try work.deadline.check()
      do { try decode(path, frame, work.deadline) } catch {
        try work.fail(.pairFrameUndecodable, because: error, values: ["frame": frame.name])
      }
    }
    try work.deadline.check()
  }

  /// The size in which the video is looked at: its clean part, its pixels' shape, turned by its matrix.
  private static func shownSize(_ track: QuickTimeTrack) -> (width: Double, height: Double)? {
    guard let entry = track.sampleEntries.first, let coded = entry.size else { return nil }
    var size = (width: Double(coded.width), height: Double(coded.height))
    if let clap = entry.cleanAperture, clap.count == 8, clap[1] > 0, clap[3] > 0 {
      size = (Double(clap[0]) / Double(clap[1]), Double(clap[2]) / Double(clap[3]))
    }
    if let aspect = entry.pixelAspect, aspect.horizontal > 0, aspect.vertical > 0 {
      size.width *= Double(aspect.horizontal) / Double(aspect.vertical)
    }
    // A quarter turn has nothing in its diagonal.
    if track.matrix.count == 9, track.matrix[0] == 0, track.matrix[4] == 0 {
      size = (size.height, size.width)
    }
    return size.width > 0 && size.height > 0 ? size : nil
  }
}
