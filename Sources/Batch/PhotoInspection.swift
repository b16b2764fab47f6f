internal import Containers
internal import ConversionSink
public import Files
public import Library
internal import LivePhotos
public import Messages
public import Metadata
public import Pixels
public import StillImages

/// What there is to know about one photo file: for `info`.
public struct PhotoInspection: Sendable {
  /// What the file says of itself.
  public let header: StillImageHeader
  /// How it moves, where it does.
  public let animation: PictureAnimation?
  /// Its size in bytes.
  public let byteCount: Int64
  /// The embedded profile's description, where there is one.
  public let profileDescription: String?
  /// Date, place, favourite, rating, tags, albums, title, description: from the catalogue, sidecars, and the file.
  public let metadata: SourceMetadata
  /// The registered asset, where the file is one of a library's.
  public let asset: AssetRecord?
  /// Whether anything is transparent: of a GIF, which has no other way to say so, what its first frame shows.
  public let isTransparent: Bool
  /// What ties it to the video of its Live Photo, where it is half of one.
  public let pairingIdentifier: String?
  /// That video, where it lies beside it.
  public let video: FilePath?
  /// What is odd about the file.
  public let notes: [Note]

  /// Looks at a file; nothing but the first frame of a GIF is decoded.
  public init(_ path: FilePath, library: Library?) throws {
    if path.bytes.isEmpty { throw Problem(.inputMissing) }
    let absolute = try path.absolute()
    let (source, bytes) = try SinkSource.reading(absolute)
    let reader = try StillImageReader(bytes: bytes, limits: DecodingLimits())
    header = reader.header
    animation = reader.animation.flatMap { $0.durations.count > 1 ? $0 : nil }
    byteCount = source.byteCount
    isTransparent =
      header.layout.hasAlpha
      && (header.format != .gif || (try? reader.decodePixels(threads: 1).isOpaque) != true)
    pairingIdentifier = PairingIdentifier.text(inExif: header.blocks.exif)
    video = PairRecognition.video(beside: absolute, takesBroken: false)
    profileDescription = header.colour.iccProfile.flatMap { ICCProfile.inspect($0)?.description }
    let (metadata, notes) = try CarryOver.metadata(
      of: source,
      embedded: EmbeddedMetadata(blocks: header.blocks),
      library: library
    )
    self.metadata = metadata
    self.notes = reader.notes + notes
    asset = try library?.catalogue.asset(atPath: absolute)
  }

  /// Width and height as the picture is looked at.
  public var size: PixelSize { header.orientation.swapsSides ? header.size.transposed : header.size }
}
