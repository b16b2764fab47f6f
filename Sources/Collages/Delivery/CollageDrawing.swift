internal import Containers
internal import ConversionSink
internal import Files
public import Messages
internal import Movies
public import Pixels
public import StillImages

/// Draws one page of a collage into the files that are delivered: the still row by row, the video over the finished still.
public final class CollageDrawing {
  private let painter: CollagePainter
  private let page: CollagePage
  private let motion: (plan: CollageMotion, page: CollagePage)?
  private let colour: VideoColour
  private let background: CollageBackground
  private let sources: [CollageSource]
  private let format: StillFormat
  private let quality: Int
  private let threads: Int
  /// Is told how far it is.
  public var progress: ((CollageProgress) -> Void)?
  private var movingNotes: [CollageMovieRenderer.SourceNote] = []
  /// What was drawn last of what moves in HDR, and what of it could not be.
  private var keyCanvas: (page: CollagePage, canvas: PlanarCanvas)?
  private var keyFailures: [KeyCanvas.Failure] = []

  /// Prepares the drawing; nothing is decoded yet.
  ///
  /// - Parameters:
  ///   - motion: the plan, and the page in the size of the video (`CollageLayout.forVideo`) that it was made for; nil where the
  ///     page stays still.
  ///   - colour: in which light the page moves; in HDR each source has to have it, and the still of a Live Photo has it too.
  ///   - sources: all of the collage, in the order of the layout's items.
  ///   - quality: of the still, 1...100.
  ///   - threads: the most for codecs, at least 1.
  /// - Throws: `internal` where page and sources do not belong together.
  public init(
    _ page: CollagePage,
    background: CollageBackground,
    motion: (plan: CollageMotion, page: CollagePage)?,
    colour: VideoColour = .standard,
    sources: [CollageSource],
    format: StillFormat,
    quality: Int,
    threads: Int
  ) throws {
    painter = try CollagePainter(page, background: background, sources: sources, threads: threads)
    self.page = page
    self.motion = motion
    self.colour = motion == nil ? .standard : colour
    self.background = background
    self.sources = sources
    self.format = format
    self.quality = quality
    self.threads = threads
  }

  /// Sources that turned out unreadable while they were drawn, by their place among the sources.
  public var failures: [(item: Int, problem: Problem)] { painter.failures + keyFailures }

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
    if colour != .standard { return try writeKeyCanvas(to: path, blocks) }
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
      colour: colour,
      sources: sources.map(\.motion),
      form: form,
      threads: threads
    ) { [self] in
      try colour == .standard ? PlanarCanvas(still(for: motion.page)) : canvas(for: motion.page)
    }
    if let progress { renderer.progress = { progress(.moving(done: $0, of: $1)) } }
    let result = try renderer.write(to: path)
    movingNotes = result.notes
    return MovieExpectation(
      size: result.size,
      durationInSeconds: result.duration.seconds,
      hasSound: result.hasSound,
      hdr: HDRKind(colour)
    )
  }

  /// The still in the size of the video.
  private func still(for page: CollagePage) throws -> PixelBuffer {
    if page == self.page { return try painter.picture(inSRGB: true) }
    return try CollagePainter(page, background: background, sources: sources, threads: threads)
      .picture(inSRGB: true)
  }

  // MARK: - HDR

  /// The still of a page in HDR.
  private func canvas(for page: CollagePage) throws -> PlanarCanvas {
    if let keyCanvas, keyCanvas.page == page { return keyCanvas.canvas }
    let key = KeyCanvas(
      page: page,
      background: background,
      colour: colour,
      sources: sources,
      threads: threads
    )
    let (canvas, failures) = try key.draw()
    for failure in failures where !keyFailures.contains(where: { $0.item == failure.item }) {
      keyFailures.append(failure)
    }
    keyCanvas = (page, canvas)
    return canvas
  }

  /// The still as the video shows it, 10 bits deep.
  private func writeKeyCanvas(to path: FilePath, _ blocks: MetadataBlocks) throws -> PhotoExpectation {
    guard let planes = try canvas(for: page).picture else {
      throw Problem(.internalError, ["detail": "a canvas without planes"])
    }
    let pixels = try PlanarConversion(planes.form, to: planes.form.size, depth: .sixteen).convert(planes)
    let bytes = try StillImageEncoder.encode(
      pixels,
      significantBits: colour.bits,
      colour: ColourDescription(codePoints: colour.codePoints),
      blocks: blocks,
      format: format,
      options: EncodingOptions(quality: quality, threads: threads)
    )
    try DurableFile.write(bytes, to: path)
    return PhotoExpectation(
      format: format,
      size: pixels.size,
      hasAlpha: false,
      bitsPerSample: colour.bits,
      iccProfile: nil,
      hdr: HDRKind(colour),
      picture: .pixels(pixels),
      isLossless: false
    )
  }
}
