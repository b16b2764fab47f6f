public import Files
public import Messages
public import Movies
public import Pixels

/// Draws the video of a moving collage over its finished still and writes it: H.264 and BT.709, or HEVC with the light that
/// its videos have, 30 frames a second, a key frame each second, the index before the media, one track of sound as long as the
/// picture where any is heard.
///
/// Cells play with their windows, corners and places on the page; a video whose motion breaks off keeps its last good frame.
/// One that plays alone is the only one whose decoder is open.
public struct CollageMovieRenderer {
  private let page: CollagePage
  private let motion: CollageMotion
  private let colour: VideoColour
  private let still: () throws -> PlanarCanvas
  private let sources: [CollageMotionSource?]
  private let form: MovieForm
  private let threads: Int
  /// Is told how many frames are drawn, of how many, after each of them.
  public var progress: ((Int, Int) -> Void)?

  /// What was written.
  public struct Result: Sendable {
    /// How long it plays.
    public var duration: MediaTime
    /// Whether there is sound in it.
    public var hasSound: Bool
    /// Columns and rows: those of the page, odd sides as the even number below.
    public var size: PixelSize
    /// What there is to say of the videos, in the order of the cells.
    public var notes: [SourceNote]
  }

  /// What there is to say of one video.
  public struct SourceNote: Hashable, Sendable {
    /// Which of the items as they were given.
    public var item: Int
    /// What there is to say.
    public var note: Note
  }

  /// Samples of sound that go with a frame.
  private static let samplesPerFrame = Int(MovieSound.sampleRate / CollageMotion.framesPerSecond)

  /// Makes a renderer of standard range.
  /// - Parameters:
  ///   - page: the layout's only page.
  ///   - motion: the plan for it.
  ///   - still: draws the page, in sRGB, when the video is written; 8-bit RGB of the page's size. What is transparent must have been laid on a
  ///     background.
  ///   - sources: for each of the items as they were given what the plan was made with; nil where one does not move.
  ///   - form: the kind of file.
  ///   - threads: the most for the encoder.
  public init(
    page: CollagePage,
    motion: CollageMotion,
    still: @autoclosure @escaping () throws -> PixelBuffer,
    sources: [CollageMotionSource?],
    form: MovieForm,
    threads: Int
  ) {
    self.init(page: page, motion: motion, colour: .standard, sources: sources, form: form, threads: threads) {
      let picture = try still()
      guard picture.size == page.size else {
        throw Problem(
          .internalError,
          ["detail": "still of \(picture.size.width) x \(picture.size.height)"]
        )
      }
      return try PlanarCanvas(picture)
    }
  }

  /// Makes a renderer.
  /// - Parameters:
  ///   - colour: of the still and the video; where that is HDR, of all sources too.
  ///   - still: draws the page when the video is written; odd sides as the even number below.
  init(
    page: CollagePage,
    motion: CollageMotion,
    colour: VideoColour,
    sources: [CollageMotionSource?],
    form: MovieForm,
    threads: Int,
    still: @escaping () throws -> PlanarCanvas
  ) {
    self.page = page
    self.motion = motion
    self.colour = colour
    self.still = still
    self.sources = sources
    self.form = form
    self.threads = max(1, threads)
  }

  /// The canvas; the still is not kept beside it.
  private func stage() throws -> CollageStage {
    let canvas = try still()
    guard canvas.size == settings.codedSize else {
      throw Problem(.internalError, ["detail": "still of \(canvas.size.width) x \(canvas.size.height)"])
    }
    return try CollageStage(page, canvas)
  }

  /// Writes the video to a path where nothing is.
  ///
  /// - Throws: `encodeFailed`, also for pages that no encoder takes; `destinationExists`, `diskFull`, `cannotWrite`;
  ///   `movieLibraryMissing`; `cancelled`, `workerTimedOut` where a source's limits say so; `internal` where the still has not
  ///   the page's size.
  public func write(to path: FilePath) throws -> Result {
    let encoder = try MovieEncoder(to: path, settings)
    let stage = try stage()
    var cast = CollageCast(page, motion, sources, colour)
    let mix = settings.hasMadeSound ? CollageSoundMix(motion.sounds) { source(ofCell: $0) } : nil
    let frameTime = MediaTime(value: 1, timescale: CollageMotion.framesPerSecond)
    for index in 0..<motion.frameCount {
      try cast.play(index, on: stage)
      let time = MediaTime(value: Int64(index), timescale: CollageMotion.framesPerSecond)
      try encoder.append(stage.canvas, at: time, for: frameTime)
      if let mix { try encoder.append(mix.next(Self.samplesPerFrame)) }
      progress?(index + 1, motion.frameCount)
    }
    try encoder.finish(at: motion.duration)
    return Result(
      duration: motion.duration,
      hasSound: mix?.isHeard ?? false,
      size: settings.codedSize,
      notes: cast.notes
    )
  }

  private var settings: MovieEncodingSettings {
    var settings = MovieEncodingSettings(size: page.size)
    settings.colour = colour
    settings.form = form
    settings.frameRate = Double(CollageMotion.framesPerSecond)
    settings.bitRate = CollageMotion.bitRate(for: page.size)
    settings.keyFrameInterval = 1
    settings.mostPictures = motion.frameCount
    settings.hasMadeSound = !motion.sounds.isEmpty
    settings.threads = threads
    return settings
  }

  private func source(ofCell cell: Int) -> CollageMotionSource? {
    guard page.cells.indices.contains(cell), sources.indices.contains(page.cells[cell].item) else {
      return nil
    }
    return sources[page.cells[cell].item]
  }
}
