public import ConversionSink
public import Containers
public import Files
public import Messages
internal import Metadata
public import Movies
public import Pixels
public import StillImages
internal import Library
internal import LivePhotos

/// Gathers the files of a collage for the sink, whoever draws them.
///
/// A Live Photo's still and video are written together, with one identifier. Where the video can't be made for what is in the
/// sources, a plain still is what remains, and the reason is said; a video that was asked for as such fails instead.
public struct CollageProduction {
  /// Writes the still to a path, durably, with these blocks. Gives what it must read back as, and what there is to say.
  ///
  /// Called once, or twice where a Live Photo turns out to be a still: then again without the identifier. The picture has to be
  /// the same.
  public typealias StillWriter = (FilePath, MetadataBlocks) throws -> (PhotoExpectation, [Note])
  /// Writes the movie to a path. Gives what it must read back as, and what there is to say. Called after the still was
  /// written, if there is one.
  public typealias MovieWriter = (FilePath, MovieForm) throws -> (MovieExpectation, [Note])

  /// The still's format.
  public let format: StillFormat
  /// Columns and rows of the canvas.
  public let size: PixelSize
  private let writeStill: StillWriter
  private let writeMovie: MovieWriter?

  /// Takes what draws a collage.
  ///
  /// - Parameters:
  ///   - format: the still's format; of a Live Photo JPEG or HEIC.
  ///   - size: columns and rows of the canvas.
  ///   - writeMovie: nil where nothing moves.
  public init(
    format: StillFormat,
    size: PixelSize,
    writeStill: @escaping StillWriter,
    writeMovie: MovieWriter? = nil
  ) {
    self.format = format
    self.size = size
    self.writeStill = writeStill
    self.writeMovie = writeMovie
  }

  /// The extension of the file that the collage is known by, without a dot.
  public func fileExtension(_ tier: CollageTier) -> String {
    tier == .video ? Self.videoExtension : format.fileExtension
  }

  /// Makes the files in the staging area.
  /// - Throws: `Problem`; what was staged is the sink's to remove.
  public func produce(
    _ tier: CollageTier,
    _ carried: CarriedOver,
    in staging: StagingArea
  ) throws -> Production {
    switch tier {
    case .still: try still(carried, in: staging)
    case .live: try live(carried, in: staging)
    case .video: try video(carried, in: staging)
    }
  }

  private static let videoExtension = "mp4"

  // MARK: - The three tiers

  private func still(_ carried: CarriedOver, in staging: StagingArea) throws -> Production {
    let (file, metadata, notes) = try stillFile(.photo, carried, in: staging)
    return Production(kind: .photo, files: [file], size: size, notes: notes, metadata: metadata)
  }

  private func live(_ carried: CarriedOver, in staging: StagingArea) throws -> Production {
    let identifier = PairingIdentifier()
    var paired = carried
    paired.identity.pairingIdentifier = identifier.text
    let (stillFile, metadata, stillNotes) = try stillFile(.still, paired, in: staging)
    do {
      let (videoFile, video, videoNotes) = try videoFile(.quickTime, identifier, paired, in: staging)
      return Production(
        kind: .live,
        files: [stillFile, videoFile],
        size: size,
        durationInSeconds: video.durationInSeconds,
        notes: stillNotes + videoNotes,
        metadata: metadata
      )
    } catch let problem as Problem where problem.isOfVideoContent {
      try DurableFile.remove(stillFile.path)
      var production = try still(carried, in: staging)
      production.notes.append(.pairBroken(problem))
      return production
    }
  }

  private func video(_ carried: CarriedOver, in staging: StagingArea) throws -> Production {
    let (file, video, notes) = try videoFile(.mp4, nil, carried, in: staging)
    return Production(
      kind: .video,
      files: [file],
      size: video.size,
      durationInSeconds: video.durationInSeconds,
      notes: notes,
      metadata: LivePhotoVideo(path: file.path, form: .mp4, identifier: nil, size: video.size)
        .metadata(carried)
    )
  }

  // MARK: - Their files

  private func stillFile(
    _ role: FileRole,
    _ carried: CarriedOver,
    in staging: StagingArea
  ) throws -> (StagedFile, CopyMetadata, [Note]) {
    let metadata = CopyMetadata(
      original: carried.blocks,
      carried: carried.metadata,
      size: size,
      target: format.metadataCapacity,
      identity: carried.identity,
      derivedFrom: carried.sourceName,
      hdrRemoved: false
    )
    let (blocks, notes) = try metadata.blocks()
    let path = staging.freshPath(fileExtension: format.fileExtension)
    let (expectation, drawn) = try writeStill(path, blocks)
    if let time = carried.modification { try DurableFile.setModification(time, of: path) }
    let file = StagedFile(
      role: role,
      path: path,
      fileExtension: format.fileExtension,
      expectation: .photo(expectation)
    )
    return (file, metadata, notes + drawn)
  }

  private func videoFile(
    _ form: MovieForm,
    _ identifier: PairingIdentifier?,
    _ carried: CarriedOver,
    in staging: StagingArea
  ) throws -> (StagedFile, MovieExpectation, [Note]) {
    guard let writeMovie else { throw Problem(.motionMissing) }
    let isPair = identifier != nil
    let drawn = staging.freshPath(fileExtension: isPair ? "mov" : Self.videoExtension)
    var (expectation, notes) = try writeMovie(drawn, form)
    // Frames of a pair are decoded where it is checked.
    expectation.decodes = !isPair
    let half = LivePhotoVideo(
      path: drawn,
      form: form,
      identifier: identifier,
      size: expectation.size,
      stillTime: isPair ? CollageMotion.keyTime : nil
    )
    let path = try half.write(carried, in: staging)
    try DurableFile.remove(drawn)
    let file = StagedFile(
      role: .video,
      path: path,
      fileExtension: isPair ? LivePhotoVideo.fileExtension : Self.videoExtension,
      expectation: .movie(expectation)
    )
    return (file, expectation, notes)
  }
}
