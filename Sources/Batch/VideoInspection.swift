internal import Containers
public import Conversions
internal import ConversionSink
public import Files
public import Library
internal import LivePhotos
public import Messages
public import Metadata
internal import StillImages

/// What there is to know about one video file: for `info`.
public struct VideoInspection: Sendable {
  /// What the file says of itself.
  public let movie: MovieInspection
  /// Its size in bytes.
  public let byteCount: Int64
  /// Date, place, favourite, rating, tags, albums, title, description: from the catalogue, sidecars, and the file.
  public let metadata: SourceMetadata
  /// The registered asset, where the file is one of a library's.
  public let asset: AssetRecord?
  /// What ties it to the still of its Live Photo, where it is half of one.
  public let pairingIdentifier: String?
  /// The moment that the still shows, seconds.
  public let stillTimeInSeconds: Double?
  /// What is odd about the file.
  public let notes: [Note]

  /// Looks at a file.
  public init(_ path: FilePath, library: Library?) throws {
    let absolute = try path.absolute()
    movie = try MovieInspection(absolute)
    let source = try SinkSource.hashing(absolute)
    byteCount = source.byteCount
    let boxes = try? QuickTimeFile(ByteSource(RandomAccessFile(absolute))).movie
    pairingIdentifier = boxes.flatMap { PairingIdentifier.text(in: $0) }
    stillTimeInSeconds = boxes.flatMap { LivePhotoStillTime($0)?.seconds }
    let (metadata, notes) = try CarryOver.metadata(of: source, embedded: movie.embedded, library: library)
    self.metadata = metadata
    self.notes = movie.notes + notes
    asset = try library?.catalogue.asset(atPath: absolute)
  }

  /// Whether a file is a video, by its content.
  public static func isVideo(_ path: FilePath) -> Bool {
    guard let head = try? FileReader.readHead(path, byteCount: FormatDetector.neededByteCount).bytes,
      case .video = FormatDetector.detect(head)
    else { return false }
    return true
  }
}
