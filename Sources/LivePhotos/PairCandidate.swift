internal import Containers
public import Files
internal import Messages
public import Metadata
internal import StillImages

/// What of a file decides whether it is half of a Live Photo.
public struct PairCandidate: Hashable, Sendable {
  /// The pairing identifier, as it is written.
  public var identifier: String?
  /// When it was taken.
  public var captureDate: CaptureDate?
  /// How long it plays, of a video.
  public var durationInSeconds: Double?

  /// States facts.
  public init(identifier: String? = nil, captureDate: CaptureDate? = nil, durationInSeconds: Double? = nil) {
    self.identifier = identifier
    self.captureDate = captureDate
    self.durationInSeconds = durationInSeconds
  }

  /// Bytes at the beginning in which cameras keep Exif; where it lies behind, the whole file is read.
  private static let headByteCount = 1 << 18

  /// Reads a still; nil for what can't be one: another format, damage.
  public static func still(_ path: FilePath) -> PairCandidate? {
    guard let head = try? FileReader.readHead(path, byteCount: headByteCount) else { return nil }
    if let exif = exif(of: head.bytes) { return candidate(exif: exif) }
    guard isStill(head.bytes) else { return nil }
    let isWhole = Int64(head.bytes.count) >= head.status.size
    guard !isWhole, let whole = try? FileReader.read(path, maximumByteCount: 1 << 30).bytes else {
      return PairCandidate()
    }
    return exif(of: whole).map(candidate) ?? PairCandidate()
  }

  private static func isStill(_ head: [UInt8]) -> Bool {
    switch FormatDetector.detect(Array(head.prefix(FormatDetector.neededByteCount))) {
    case .still(.jpeg), .still(.heic): true
    default: false
    }
  }

  private static func exif(of bytes: [UInt8]) -> [UInt8]? {
    switch FormatDetector.detect(Array(bytes.prefix(FormatDetector.neededByteCount))) {
    case .still(.jpeg): try? JPEGSegments(bytes).blocks.exif
    case .still(.heic):
      (try? HEIFItems(bytes: bytes)).flatMap { file in
        (try? file.primaryItem()).flatMap { try? file.exif(of: $0.id) }
      }
    default: nil
    }
  }

  private static func candidate(exif: [UInt8]) -> PairCandidate {
    let (metadata, _) = EmbeddedMetadataReader.read(MetadataBlocks(exif: exif))
    return PairCandidate(
      identifier: PairingIdentifier.text(inExif: exif),
      captureDate: metadata.captureDate
    )
  }

  /// Reads a video's boxes; nil for what has none.
  public static func video(_ path: FilePath) -> PairCandidate? {
    guard let opened = try? RandomAccessFile(path), let file = try? QuickTimeFile(ByteSource(opened)) else {
      return nil
    }
    return PairCandidate(
      identifier: PairingIdentifier.text(in: file.movie),
      captureDate: QuickTimeMetadataReader.read(file).0.captureDate,
      durationInSeconds: file.movie.seconds
    )
  }
}
