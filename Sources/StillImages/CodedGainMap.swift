internal import Containers
internal import Messages
internal import Metadata
public import Pixels

/// A gain map in the form in which a file of some format holds it, ready to be put behind or beside its picture.
///
/// The map is coded before the picture is: XMP in the picture's file tells how long it is.
public struct CodedGainMap: Sendable {
  /// The format of the file that it is for.
  public let format: StillFormat
  /// What readers must find: samples as they went into the encoder, and what they mean.
  public let map: GainMap
  /// JPEG: the stream that follows the picture.
  let stream: [UInt8]

  /// JPEG's quality of maps. Their samples are logarithms of light, in which coarse steps are seen as bands.
  static let quality = 95

  /// Whether files of a format hold gain maps that other programs find.
  public static func isHeld(by format: StillFormat) -> Bool { format == .jpeg }

  /// Codes an upright map.
  /// - Throws: `encodeFailed`.
  public init(_ map: GainMap, for format: StillFormat, options: EncodingOptions) throws {
    guard Self.isHeld(by: format), let (picture, metadata) = map.isoForm else {
      throw Problem(.encodeFailed, ["format": format.rawValue, "detail": "gain map"])
    }
    self.format = format
    // Apple's reading stands beside ISO's only where it is right for the same samples.
    let expanded = picture.layout == .grey ? metadata : metadata.expanded
    var coded = GainMap(picture: picture, encoding: .iso(expanded), alternateColour: map.alternateColour)
    if case .apple(let headroom, .some) = map.encoding {
      coded.encoding = .apple(headroom: headroom, iso: expanded)
    }
    self.map = coded
    stream = try Self.jpegStream(coded, expanded)
  }

  /// Bytes that stand behind the picture in a JPEG file; nil in other formats.
  public var byteCountBehindPicture: Int? { format == .jpeg ? stream.count : nil }

  private static func jpegStream(_ map: GainMap, _ metadata: GainMapMetadata) throws -> [UInt8] {
    var headroom: Double?
    if case .apple(let own, _) = map.encoding { headroom = own }
    let stream = try JPEGLibrary.encode(
      map.picture,
      .init(quality: quality, isSubsampled: false, isProgressive: false)
    )
    var blocks = MetadataBlocks()
    blocks.xmp = GainMapXMP.packet(metadata, appleHeadroom: headroom)
    return try JPEGAssembler.assemble(
      stream: stream,
      blocks: blocks,
      iccProfile: metadata.usesBaseColourSpace ? nil : map.alternateColour?.iccProfile,
      gainMap: .metadata(GainMapPayload.bytes(metadata))
    )
  }
}
