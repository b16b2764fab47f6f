public import ConversionSink
internal import Containers
public import Files
public import Messages
internal import Metadata
internal import Movies
public import Pixels
public import StillImages

/// What there is to know about a video without decoding more than its first frame.
public struct MovieInspection: Sendable {
  /// What it says of itself.
  public let embedded: EmbeddedMetadata
  /// The kind of file: "quicktime", "mp4", "matroska", or libavformat's name.
  public let format: String
  /// The codec of its pictures.
  public let codec: String
  /// Columns and rows as players show it.
  public let size: PixelSize
  /// How long it plays, where that is known.
  public let durationInSeconds: Double?
  /// Bits of a sample.
  public let bitsPerSample: Int
  /// Dynamic range.
  public let hdr: HDRKind
  /// The codec of its sound, where it has some.
  public let sound: String?
  /// What could not be read.
  public let notes: [Note]

  /// Opens a video.
  /// - Throws: `movie.*`, `decode.*`, `input.*`.
  public init(_ path: FilePath) throws {
    let information = try MovieReader(.file(path)).information
    let metadata = try MovieMetadata(of: path, information)
    embedded = EmbeddedMetadata(blocks: MetadataBlocks(exif: metadata.exif), movie: metadata.metadata)
    format = information.container == .other ? information.formatName : information.container.rawValue
    codec = information.video.codec
    size = information.video.displaySize
    durationInSeconds = (information.video.duration ?? information.duration)?.seconds
    bitsPerSample = information.video.bitDepth
    hdr = HDRKind(information.video.dynamicRange)
    sound = information.sounds.first?.codec
    notes = metadata.notes
  }
}
