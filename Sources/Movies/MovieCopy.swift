internal import CLibav
public import Files
public import Messages
public import Pixels

/// What is to be copied of a video.
public struct MovieCopyRequest: Sendable {
  /// Where the copy begins, after the first frame: at the frame that is shown then; nil: the first.
  public var start: MediaTime?
  /// Where it ends; nil: at the end.
  public var end: MediaTime?
  /// The sound track to take along, by its place in the file; nil: none.
  public var sound: Int?
  /// Whether HDR is brought into standard range where pictures are coded anew.
  public var isMadeStandard = false
  /// The kind of file.
  public var form = MovieForm.quickTime

  /// Everything, without sound.
  public init() {}
}

/// What a finished movie is.
public struct MovieCopyResult: Sendable {
  /// When the first shown frame of the copy is shown in the original, after the original's first frame.
  public var start: MediaTime
  /// How long the picture is shown.
  public var duration: MediaTime
  /// Parts of a second in which the file's and its picture track's times are written.
  public var timescale: Int32
  /// Whether the sound had to be coded anew.
  public var isSoundEncoded: Bool
  /// Whether there is sound in the copy: a track may have none in the part that was asked for.
  public var hasSound: Bool
  /// The clean aperture that the original has and libavformat does not write.
  public var lostAperture: CleanAperture?
  /// Columns and rows as players show it.
  public var size: PixelSize
  /// What of the original could not be decoded, where that was asked for.
  public var notes: [Note]
}

extension MovieReader {
  /// Writes pictures and sound as they are coded into a QuickTime movie or MP4 file, index behind the media, HEVC as `hvc1`.
  ///
  /// The copy begins at the key frame before `request.start`; an edit list hides what is before. Time 0 is the frame that
  /// is shown at `request.start`. Sound that players of such a file don't know becomes AAC. Texts and timed metadata of the original
  /// are not in the copy, nor is the clean aperture.
  ///
  /// - Throws: `encodeFailed` where QuickTime has no place for such a codec or its times: then `encode` is the way; `destinationExists`, `diskFull`, `cannotWrite`;
  ///   as reading does.
  public func copy(_ request: MovieCopyRequest, to path: FilePath) throws -> MovieCopyResult {
    try MovieCopy(self, request, path).run()
  }
}

/// One copy in the making.
final class MovieCopy {
  private let video: MovieVideoTrack
  private let request: MovieCopyRequest
  private let range: PacketRange
  private let input: MovieInput
  private let output: MovieOutput
  private let watch: MovieWatch
  private let firstTime: Int64
  private let videoTrack: UnsafeMutablePointer<AVStream>
  private let videoBase: AVRational
  private var sound: SoundCopy?
  /// Packets that are shown after the end, as long as it is not known whether others need them.
  private var held: [PacketOwner] = []
  private var hasKeyFrame = false
  private var firstKeyTime: Int64 = .min
  private var lastDecoding: Int64 = .min
  /// When the last frame begins, and where it ends by what its data say.
  private var lastStart: Int64 = .min
  private var lastEnd: Int64 = 0
  private var isVideoDone = false
  /// A packet of which a part is missing: taken if another follows, for decoders make something of it; else it is the torn end
  /// of the file.
  private var torn: PacketOwner?

  init(_ reader: MovieReader, _ request: MovieCopyRequest, _ path: FilePath) throws {
    video = reader.information.video
    self.request = request
    let watch = MovieWatch(reader.limits)
    self.watch = watch
    firstTime = reader.firstTime
    let range = try PacketRange(
      reader.source,
      track: video.index,
      from: request.start.map { reader.ticks($0) } ?? reader.firstTime,
      to: request.end.map { reader.ticks($0, roundedUp: true) } ?? .max,
      firstTime: reader.firstTime,
      watch
    )
    guard range.start < range.end else { throw Problem(.internalError, ["detail": "empty part of a video"]) }
    self.range = range
    // From the beginning on, decoders make of the first packets what they make of them in the original.
    hasKeyFrame = range.entry == nil
    input = try MovieInput(try MovieBytes(reader.source), watch)
    output = try MovieOutput(path, request.form)
    guard let stream = input.stream(video.index) else {
      throw Problem(.internalError, ["detail": "track \(video.index)"])
    }
    videoBase = stream.pointee.time_base
    videoTrack = try output.addTrack(
      copying: stream,
      tag: Self.tag(of: stream),
      pixelAspect: reader.information.video.pixelAspect
    )
    var selected: Set<Int> = [video.index]
    if let index = request.sound, let known = reader.information.sounds.first(where: { $0.index == index }) {
      let origin = MediaTime(range.start, videoBase)
      let end = range.end == .max ? nil : MediaTime(range.end, videoBase)
      sound = try SoundCopy(input, known, output, from: origin, to: end)
      selected.insert(index)
    }
    input.select(selected)
  }

  /// The sample entry: `hvc1` is the only one with which Apple's players show HEVC; ProRes says its kind by it.
  private static func tag(of stream: UnsafeMutablePointer<AVStream>) -> UInt32 {
    guard let parameters = stream.pointee.codecpar?.pointee else { return 0 }
    return switch parameters.codec_id {
    case AV_CODEC_ID_HEVC: fourCharacterCode("hvc1")
    case AV_CODEC_ID_PRORES: parameters.codec_tag
    default: 0
    }
  }

  /// libav's number of a sample entry: the first character lowest.
  static func fourCharacterCode(_ text: StaticString) -> UInt32 {
    text.withUTF8Buffer { $0.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) } }
  }

  func run() throws -> MovieCopyResult {
    try output.begin(timescale: video.writtenTimescale)
    if let entry = range.entry, try !input.seek(video.index, to: entry) {
      throw Problem(.damaged, ["detail": "the file can't be entered at \(entry)"])
    }
    let packet = try PacketOwner()
    while !isVideoDone || sound?.isDone == false, try input.read(into: packet) {
      try watch.check()
      if Int(packet.pointer.pointee.stream_index) == video.index {
        if !isVideoDone { try takeWhole(packet) }
      } else {
        try sound?.take(packet)
      }
    }
    try sound?.finish()
    guard lastEnd > range.start else {
      throw Problem(.encodeFailed, ["format": "mov", "detail": "no frame to begin with"])
    }
    let shown = MediaTime(shownEnd - range.start, videoBase)
    let length = shown.converted(to: video.writtenTimescale).value
    try output.finish(durations: [length, sound.map { _ in length }])
    return MovieCopyResult(
      start: MediaTime(range.start - firstTime, videoBase),
      duration: shown,
      timescale: video.writtenTimescale,
      isSoundEncoded: sound?.isEncoded ?? false,
      hasSound: sound?.hasWritten ?? false,
      lostAperture: video.aperture,
      size: video.displaySize,
      notes: notes
    )
  }

  /// Whether the file ends before its media.
  private var isCutOff: Bool { !isVideoDone && (input.isCutOff || torn != nil) }

  private var notes: [Note] {
    guard isCutOff, let expected = video.duration else { return [] }
    let found = MediaTime(lastEnd &- firstTime, videoBase)
    // Less is the frames' own rounding, or data behind the last frame that is shown.
    guard expected.seconds - found.seconds > 0.1 else { return [] }
    return [Note.movieEndsEarly(found: found, expected: expected)]
  }

  /// Where the copy ends: where that was asked, or where the track ends.
  private var shownEnd: Int64 {
    guard !isVideoDone else { return range.end }
    guard let duration = video.duration, !isCutOff else { return min(range.end, lastEnd) }
    let ticks = av_rescale_q(duration.value, AVRational(num: 1, den: duration.timescale), videoBase)
    let end = firstTime &+ ticks
    // Some files state a length that ends with the beginning of the last frame.
    return min(range.end, end > lastStart ? end : lastEnd)
  }

  private func takeWhole(_ packet: PacketOwner) throws {
    if let earlier = torn {
      torn = nil
      try takeVideo(earlier)
    }
    guard packet.pointer.pointee.flags & AV_PKT_FLAG_CORRUPT != 0 else { return try takeVideo(packet) }
    let kept = try PacketOwner()
    av_packet_move_ref(kept.pointer, packet.pointer)
    torn = kept
  }

  private func takeVideo(_ packet: PacketOwner) throws {
    let found = packet.pointer.pointee
    let isKey = found.flags & AV_PKT_FLAG_KEY != 0
    let time = found.pts == clibav_no_time ? found.dts : found.pts
    guard time != clibav_no_time else { return }
    if !hasKeyFrame {
      guard isKey else { return }
      (hasKeyFrame, firstKeyTime) = (true, time)
    }
    // Shown before the first key frame: needs frames that are not in the copy.
    if time < firstKeyTime { return }
    if found.dts != clibav_no_time, found.dts &- range.decodingLead >= range.end {
      isVideoDone = true
      held = []
      return
    }
    if time >= range.end {
      let kept = try PacketOwner()
      av_packet_move_ref(kept.pointer, packet.pointer)
      held.append(kept)
      return
    }
    if found.flags & AV_PKT_FLAG_DISCARD == 0 {
      lastStart = max(lastStart, time)
      lastEnd = max(lastEnd, time &+ max(1, found.duration))
    }
    for earlier in held { try write(earlier) }
    held = []
    try write(packet)
  }

  private func write(_ packet: PacketOwner) throws {
    let pointer = packet.pointer
    if pointer.pointee.pts != clibav_no_time { pointer.pointee.pts -= range.start }
    if pointer.pointee.dts != clibav_no_time {
      pointer.pointee.dts -= range.start + range.decodingLead
      guard pointer.pointee.dts > lastDecoding, pointer.pointee.dts <= pointer.pointee.pts else {
        throw Problem(.encodeFailed, ["format": "mov", "detail": "times out of order"])
      }
      lastDecoding = pointer.pointee.dts
    }
    pointer.pointee.flags &= ~AV_PKT_FLAG_DISCARD
    try output.write(packet, to: videoTrack, timeBase: videoBase)
  }
}
