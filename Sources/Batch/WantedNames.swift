internal import Conversions
internal import ConversionSink
internal import Files
internal import Library
internal import Metadata
internal import StillImages

/// The names that the copies of a run are to have, before any is made: that two want the same one must not depend on which
/// is done first.
struct WantedNames {
  private let options: BatchOptions
  private let library: Library?
  /// Whether the originals are opened for it: their dates are in the names.
  let readsFiles: Bool

  init(options: BatchOptions, library: Library?) {
    self.options = options
    self.library = library
    readsFiles = ["{date", "{time", "{year", "{month", "{day"].contains {
      options.nameTemplate?.contains($0) == true
    }
  }

  /// The stem of an original's copy; nil where it will have none, which its conversion says.
  func stem(of item: InputItem) -> [UInt8]? {
    guard let template = options.nameTemplate else { return item.path.stem }
    guard let recipe = options.settings.recipes(isLivePhoto: item.video != nil).first else { return nil }
    return try? CopyNaming(template: template)
      .stem(of: item.path, recipe, date: readsFiles ? captureDate(of: item) : nil)
  }

  /// As the conversion will find it, but for what the catalogue knows of the same content at another place: for that every
  /// byte of a video would have to be read.
  private func captureDate(of item: InputItem) -> CaptureDate? {
    guard let source = try? SinkSource.unread(item.path), let embedded = embedded(item) else { return nil }
    return try? CarryOver.metadata(of: source, embedded: embedded, library: library).0.captureDate
  }

  private func embedded(_ item: InputItem) -> EmbeddedMetadata? {
    if VideoInspection.isVideo(item.path) { return (try? MovieInspection(item.path))?.embedded }
    guard let bytes = try? FileReader.read(item.path, maximumByteCount: 1 << 31).bytes,
      let reader = try? StillImageReader(bytes: bytes, limits: DecodingLimits())
    else { return nil }
    let movie = item.video.flatMap { try? MovieInspection($0) }
    return EmbeddedMetadata(
      blocks: reader.header.blocks,
      movie: movie?.embedded.movie ?? SourceMetadata()
    )
  }
}
