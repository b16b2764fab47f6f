public import Movies
public import Pixels

/// A video that moves in a cell of a collage.
public struct CollageMotionSource: Sendable {
  /// Where its bytes are.
  public var source: MovieSource
  /// What the time plan has to know of it.
  public var clip: CollageClip
  /// What reading it may cost.
  public var limits: MovieLimits
  /// What `probe` opened, so that it is not opened again.
  private var opened: (source: MovieSource, reader: MovieReader)?

  /// Makes a source of what is known.
  public init(source: MovieSource, clip: CollageClip, limits: MovieLimits = MovieLimits()) {
    self.source = source
    self.clip = clip
    self.limits = limits
  }

  /// Makes a source of a video that is open.
  init(_ reader: MovieReader, of source: MovieSource, clip: CollageClip, limits: MovieLimits) {
    self.init(source: source, clip: clip, limits: limits)
    opened = (source, reader)
  }

  /// Whether it was opened, so that it is known to be readable.
  var isOpened: Bool { opened != nil }

  /// The light of its frames; standard range where it was not opened yet.
  public var colour: VideoColour {
    guard let opened, opened.source == source else { return .standard }
    return opened.reader.information.video.canvasColour
  }

  /// What reads it.
  /// - Parameter threads: the most for a decoder; nil: as the limits say.
  /// - Throws: as `MovieReader` does.
  func reader(threads: Int? = nil) throws -> MovieReader {
    var limits = limits
    if let threads { limits.threads = threads }
    if let opened, opened.source == source { return opened.reader.limited(to: limits) }
    return try MovieReader(source, limits: limits)
  }

  /// Opens a video, reads what it says of itself and decodes its first frame.
  ///
  /// - Parameters:
  ///   - stillTime: the moment that its key photo shows; nil: not known.
  ///   - limits: of this reading, and of those when it is drawn.
  /// - Throws: where its motion can't be read, as `MovieReader` does.
  public static func probe(
    _ source: MovieSource,
    stillTime: MediaTime? = nil,
    limits: MovieLimits = MovieLimits()
  ) throws -> CollageMotionSource {
    let reader = try MovieReader(source, limits: limits)
    let information = reader.information
    let duration = try information.video.duration ?? information.duration ?? countedDuration(reader)
    let clip = CollageClip(
      duration: duration,
      stillTime: stillTime,
      hasSound: !information.sounds.isEmpty
    )
    return CollageMotionSource(reader, of: source, clip: clip, limits: limits)
  }

  /// How long a video plays that says nothing of it.
  private static func countedDuration(_ reader: MovieReader) throws -> MediaTime {
    var end = MediaTime.zero
    let frames = try reader.frames()
    // Every frame is decoded, but no picture is made.
    while try frames.next(where: { time, duration in
      end = max(end, time + duration)
      return false
    }) != nil {}
    return end
  }
}
