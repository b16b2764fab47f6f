internal import Containers
internal import ConversionSink
internal import Files
public import Messages
internal import Movies
internal import Pixels
public import StillImages

/// Draws one page of a collage into the files that are delivered: the still row by row, the video over the finished still.
public final class CollageDrawing {
  private let painter: CollagePainter
  private let page: CollagePage
  private let motion: (plan: CollageMotion, page: CollagePage)?
  private let background: CollageBackground
  private let sources: [CollageSource]
  private let format: StillFormat
  private let quality: Int
  private let threads: Int
  /// Is told how far it is.
  public var progress: ((CollageProgress) -> Void)?
  private var movingNotes: [CollageMovieRenderer.SourceNote] = []

  /// Prepares the drawing; nothing is decoded yet.
  ///
  /// - Parameters:
  ///   - motion: the plan, and the page in the size of the video (`CollageLayout.forVideo`) that it was made for; nil where the
  ///     page stays still.
  ///   - sources: all of the collage, in the order of the layout's items.
  ///   - quality: of the still, 1...100.
  ///   - threads: the most for codecs, at least 1.
  /// - Throws: `internal` where page and sources do not belong together.
  public init(
    _ page: CollagePage,
    background: CollageBackground,
    motion: (plan: CollageMotion, page: CollagePage)?,
    sources: [CollageSource],
    format: StillFormat,
    quality: Int,
    threads: Int
  ) throws {
    painter = try CollagePainter(page, background: background, sources: sources, threads: threads)
    self.page = page
    self.motion = motion
    self.background = background
    self.sources = sources
    self.format = format
    self.quality = quality
    self.threads = threads
  }

  /// Sources that turned out unreadable while they were drawn, by their place among the sources.
  public var failures: [(item: Int, problem: Problem)] { painter.failures }

  /// What there is to say of the videos that were drawn, by their place among the sources.
  public var notes: [(item: Int, note: Note)] { movingNotes.map { ($0.item, $0.note) } }

  /// What the sink's files are made by.
  public var production: CollageProduction {
    CollageProduction(
      format: format,
      size: page.size,
      writeStill: { [self] path, blocks in (try writeStill(to: path, blocks), []) },
      writeMovie: motion.map { motion in { [self] path, form in (try writeMovie(motion, to: path, form), []) }
      }
    )
  }

  private func writeStill(to path: FilePath, _ blocks: MetadataBlocks) throws -> PhotoExpectation {
    let sketch = try painter.paint { rows in
      try StillImageRowWriter.write(
        watched(rows),
        to: path,
        format: format,
        colour: painter.colour,
        blocks: blocks,
        options: EncodingOptions(quality: quality, threads: threads)
      )
    }
    return PhotoExpectation(format: format, iccProfile: painter.colour.iccProfile, sketch: sketch)
  }

  private func watched(_ rows: any PictureRows) -> any PictureRows {
    guard let progress else { return rows }
    return WatchedRows(rows) { [count = page.size.height] in progress(.drawing(done: $0, of: count)) }
  }

  private func writeMovie(
    _ motion: (plan: CollageMotion, page: CollagePage),
    to path: FilePath,
    _ form: MovieForm
  ) throws -> MovieExpectation {
    var renderer = CollageMovieRenderer(
      page: motion.page,
      motion: motion.plan,
      still: try self.still(for: motion.page),
      sources: sources.map(\.motion),
      form: form,
      threads: threads
    )
    if let progress { renderer.progress = { progress(.moving(done: $0, of: $1)) } }
    let result = try renderer.write(to: path)
    movingNotes = result.notes
    return MovieExpectation(
      size: result.size,
      durationInSeconds: result.duration.seconds,
      hasSound: result.hasSound,
      hdr: .none
    )
  }

  /// The still in the size of the video.
  private func still(for page: CollagePage) throws -> PixelBuffer {
    if page == self.page { return try painter.picture(inSRGB: true) }
    return try CollagePainter(page, background: background, sources: sources, threads: threads)
      .picture(inSRGB: true)
  }
}
