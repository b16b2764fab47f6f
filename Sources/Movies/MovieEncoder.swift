internal import CLibav
public import Files
internal import Messages
public import Pixels

/// Codes pictures into a QuickTime movie or MP4 file, index behind the media: H.264 as `avc1` or HEVC as `hvc1`.
///
/// Pictures come in the order of their times, the first at 0; they keep these times. Sound can be taken along from a file.
public final class MovieEncoder {
  private let settings: MovieEncodingSettings
  private let output: MovieOutput
  private let encoder: PictureEncoder
  private let track: UnsafeMutablePointer<AVStream>
  private let sound: SoundFeed?
  private let madeSound: (encoder: SoundEncoder, track: UnsafeMutablePointer<AVStream>)?
  private var pending: (picture: PixelBuffer, time: Int64)?
  private var end: Int64 = 0

  /// Makes the file.
  /// - Parameters:
  ///   - sound: where sound is taken from: a video, the place of its sound track, and which part of it becomes the movie's;
  ///     nil: none.
  /// - Throws: `encodeFailed`, `destinationExists`, `diskFull`, `cannotWrite`; as reading does.
  public init(
    to path: FilePath,
    _ settings: MovieEncodingSettings,
    sound: (reader: MovieReader, track: Int, start: MediaTime, end: MediaTime?)? = nil
  ) throws {
    try Libav.load()
    self.settings = settings
    encoder = try PictureEncoder(settings)
    output = try MovieOutput(path, settings.form)
    track = try output.addTrack(of: encoder.context)
    if let sound {
      self.sound = try SoundFeed(sound.reader, sound.track, from: sound.start, to: sound.end, output)
    } else {
      self.sound = nil
    }
    if settings.hasMadeSound, sound == nil {
      let made = try SoundEncoder(sampleRate: MovieSound.sampleRate, channelCount: 2)
      madeSound = (made, try output.addTrack(of: made.context))
    } else {
      madeSound = nil
    }
    try output.begin(timescale: settings.timescale, mostPictures: settings.mostPictures)
  }

  /// Whether the sound that is taken along is coded anew.
  public var isSoundEncoded: Bool { sound?.isEncoded ?? false }
  /// Whether there was any sound to take along.
  public var hasSound: Bool { sound?.hasWritten ?? false }

  /// Adds a picture of the settings' size that is shown from `time` on.
  /// - Throws: `internal` where the time is not after the picture's before; `encodeFailed`, `diskFull`...
  public func append(_ picture: PixelBuffer, at time: MediaTime) throws {
    let ticks = time.converted(to: settings.timescale).value
    if let pending {
      // Two frames within one part of a second: the later one counts.
      if ticks == pending.time {
        self.pending = (picture, ticks)
        return
      }
      try encode(pending, until: ticks)
    } else if ticks != 0 {
      throw Problem(.internalError, ["detail": "first frame at \(ticks)"])
    }
    pending = (picture, ticks)
  }

  /// Adds a canvas of the settings' coded size that is shown from `time` on for `duration`; the next one has to come then.
  /// - Throws: `internal` where the time is not the end of the one before; `encodeFailed`, `diskFull`...
  public func append(_ canvas: PlanarCanvas, at time: MediaTime, for duration: MediaTime) throws {
    let ticks = time.converted(to: settings.timescale).value
    let next = (time + duration).converted(to: settings.timescale).value
    guard pending == nil, ticks == end, next > ticks else {
      throw Problem(.internalError, ["detail": "canvas at \(ticks) after \(end)"])
    }
    end = next
    try encoder.take(canvas, at: ticks, duration: next - ticks) { try write($0) }
    try sound?.advance(to: MediaTime(value: next, timescale: settings.timescale))
  }

  /// Adds the samples that follow those before; only where the settings say that there will be some.
  public func append(_ samples: MovieSound) throws {
    guard let (encoder, track) = madeSound else {
      throw Problem(.internalError, ["detail": "sound of a silent movie"])
    }
    try samples.withPlanes { planes, count in
      try encoder.take(planes, count: count) {
        try output.write($0, to: track, timeBase: encoder.timeBase)
      }
    }
  }

  private func encode(_ frame: (picture: PixelBuffer, time: Int64), until next: Int64) throws {
    guard next > frame.time else {
      throw Problem(.internalError, ["detail": "frame at \(next) after \(frame.time)"])
    }
    try encoder.take(frame.picture, at: frame.time, duration: next - frame.time) { try write($0) }
    try sound?.advance(to: MediaTime(value: next, timescale: settings.timescale))
  }

  private func write(_ packet: PacketOwner) throws {
    try output.write(packet, to: track, timeBase: encoder.timeBase)
  }

  /// Finishes the file.
  /// - Parameter end: until when the last picture is shown.
  public func finish(at end: MediaTime) throws {
    let ticks = end.converted(to: settings.timescale).value
    if let pending { try encode(pending, until: max(ticks, pending.time + 1)) }
    pending = nil
    try encoder.finish { try write($0) }
    try sound?.finish()
    if let (encoder, track) = madeSound {
      try encoder.finish { try output.write($0, to: track, timeBase: encoder.timeBase) }
    }
    try output.finish(durations: [ticks, sound == nil && madeSound == nil ? nil : ticks])
  }
}
