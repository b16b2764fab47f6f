internal import CLibav
internal import Containers
internal import Messages
internal import Pixels

/// A video file: what it says of itself, and its frames.
///
/// Opening reads the index and decodes the first frame, so that what is said is true; every pass over the frames opens the
/// file anew. Nothing else is kept.
public final class MovieReader: Sendable {
  /// What the file says of itself.
  public let information: MovieInformation
  let source: MovieSource
  let limits: MovieLimits
  let firstTime: Int64
  private let timeBase: (numerator: Int32, denominator: Int32)

  /// Opens a video by its content.
  /// - Throws: `movieLibraryMissing`; `inputMissing`, `inputNotAFile`, `inputUnreadable`, `inputEmpty`; `formatUnknown`;
  ///   `movieIncomplete`, `movieNoVideo`, `movieCodecUnknown`, `movieDolbyVisionOnly`, `codecUnsupported`, `tooManyPixels`,
  ///   `damaged`; `cancelled`, `workerTimedOut`.
  public init(_ source: MovieSource, limits: MovieLimits = MovieLimits()) throws {
    try Libav.load()
    let bytes = try MovieBytes(source)
    let watch = MovieWatch(limits)
    let boxes = try MovieBoxes.read(bytes)
    if let boxes, !boxes.hasIndex, !boxes.isFragmented { throw Problem(.movieIncomplete) }
    let input = try MovieInput(bytes, watch)
    let candidates = TrackChoice.candidates(input, boxes)
    let choice = try TrackChoice.best(candidates, in: input)
    let texts = ContainerText.read(input, track: choice.index)
    let sounds = SoundTracks.read(input)
    let duration = input.context.pointee.duration
    let name = Libav.text(input.context.pointee.iformat?.pointee.name)
    let probe = try TrackProbe(input, choice, boxes, limits)
    guard let base = input.stream(choice.index)?.pointee.time_base else { throw Libav.noMemory }
    self.source = source
    self.limits = limits
    firstTime = probe.firstTime
    timeBase = (max(1, base.num), max(1, base.den))
    information = MovieInformation(
      container: Self.container(name, boxes),
      brand: boxes?.brand?.description,
      formatName: name,
      duration: duration > 0 ? MediaTime(value: duration, timescale: AV_TIME_BASE) : nil,
      video: probe.video,
      videoTrackCount: candidates.count,
      sounds: sounds,
      furtherTracks: FurtherTracks.read(input, besides: [choice.index, sounds.first?.index]),
      texts: texts
    )
  }

  private static func container(_ name: String, _ boxes: MovieBoxes?) -> MovieInformation.Container {
    if let boxes, name.hasPrefix("mov") {
      return boxes.brand == nil || boxes.brand == "qt  " ? .quickTime : .mp4
    }
    return name.hasPrefix("matroska") ? .matroska : .other
  }

  /// The same video with other limits, not opened again.
  public func limited(to limits: MovieLimits) -> MovieReader { MovieReader(self, limits) }

  private init(_ other: MovieReader, _ limits: MovieLimits) {
    (information, source, firstTime, timeBase) = (
      other.information, other.source, other.firstTime, other.timeBase
    )
    self.limits = limits
  }

  /// The frames from the one that players show at `start` to the last one that begins before `end`; times count from the first
  /// frame of the track.
  /// - Parameters:
  ///   - start: nil: from the first frame.
  ///   - end: nil: to the last.
  public func frames(
    from start: MediaTime? = nil,
    to end: MediaTime? = nil,
    options: MovieFrameOptions = MovieFrameOptions()
  ) throws -> MovieFrames {
    try frames(from: start, to: end, options: options, isKnown: true)
  }

  /// - Parameter isKnown: as in `MovieInput`.
  func frames(
    from start: MediaTime?,
    to end: MediaTime?,
    options: MovieFrameOptions,
    isKnown: Bool
  ) throws -> MovieFrames {
    let from = start.map { ticks($0) } ?? firstTime
    let to = end.map { ticks($0, roundedUp: true) } ?? .max
    func pass() throws -> MovieFrames {
      let description = TrackDescription(video: information.video, firstTime: firstTime)
      let opened = try OpenedTrack(source, description, limits, isKnown: isKnown)
      return try MovieFrames(opened, from: from, to: to, isWhole: from <= firstTime && end == nil, options)
    }
    // Decoding a second costs less than a file that is entered at the wrong place.
    let isNear = (start?.seconds ?? 0) <= 1
    if !isNear {
      let frames = try pass()
      if try frames.enter() { return frames }
    }
    return try pass()
  }

  /// The frame that players show at a moment: the last that begins at or before it; the first or last frame where the moment
  /// lies outside.
  public func frame(
    at time: MediaTime,
    options: MovieFrameOptions = MovieFrameOptions()
  ) throws -> MovieFrame {
    let start = max(time, .zero)
    if let frame = try frames(from: start, options: options).next() { return frame }
    throw Problem(.damaged, ["detail": "no frame can be decoded"])
  }

  /// A time after the first frame in the track's time base.
  func ticks(_ time: MediaTime, roundedUp: Bool = false) -> Int64 {
    let parts = Int128(time.value) * Int128(timeBase.denominator)
    let divisor = Int128(time.timescale) * Int128(timeBase.numerator)
    var (quotient, remainder) = parts.quotientAndRemainder(dividingBy: divisor)
    if remainder < 0 { (quotient, remainder) = (quotient - 1, remainder + divisor) }
    if roundedUp, remainder > 0 { quotient += 1 }
    return Int64(clamping: quotient + Int128(firstTime))
  }
}
