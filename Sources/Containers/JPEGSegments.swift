public import Pixels
internal import Messages

/// What the markers of a JPEG file say, read without decoding a pixel (ITU-T T.81; Exif 2.32, 4.7; XMP
/// specification part 3, 1.1.3; ICC.1 annex B.4; CIPA DC-007 for further pictures).
public struct JPEGSegments: Sendable {
  /// The frame header (SOFn).
  public struct Frame: Hashable, Sendable {
    /// Stored size, before `orientation`.
    public var size: PixelSize
    /// Bits a sample.
    public var precision: Int
    /// Number of components: 1 grey, 3 colour, 4 CMYK or YCCK.
    public var componentCount: Int
    /// Whether scans refine the picture (SOF2, SOF6, SOF10, SOF14).
    public var isProgressive: Bool
    /// Whether samples are coded without DCT (SOF3, SOF7, SOF11, SOF15).
    public var isLossless: Bool
    /// Whether entropy coding is arithmetic (SOF9 and up).
    public var isArithmetic: Bool
  }

  /// An ICC profile as it was found in its APP2 chunks.
  public enum Profile: Hashable, Sendable {
    /// No chunk at all.
    case absent
    /// All chunks are there.
    case whole([UInt8])
    /// Chunks are missing or contradict each other; `detail` tells how.
    case unusable(detail: String)
  }

  /// The frame header.
  public private(set) var frame: Frame
  /// Exif, XMP and IPTC. Exif that is no TIFF structure is left out and `exifIsUnusable` is set.
  public private(set) var blocks = MetadataBlocks()
  /// Where `blocks.exif` stands in the file.
  public private(set) var exifRange: Range<Int>?
  /// An Exif segment is there but holds no TIFF structure.
  public private(set) var exifIsUnusable = false
  /// The ICC profile.
  public private(set) var profile = Profile.absent
  /// The colour transform of an Adobe APP14 segment: 0 RGB or CMYK, 1 YCbCr, 2 YCCK; nil without the segment.
  public private(set) var adobeTransform: Int?
  /// One past the EOI of the primary picture.
  public private(set) var primaryEnd: Int
  /// What follows or accompanies the primary picture: gain map, further pictures, a motion video.
  public private(set) var companions = JPEGCompanions()

  /// Parses a whole file. Throws `truncated` for a file that ends before the primary picture's EOI and `damaged`
  /// for one whose markers make no sense. Damaged metadata never throws; it is left out.
  public init(_ bytes: [UInt8]) throws {
    let markers = try JPEGMarkers(bytes)
    try self.init(markers, bytes)
    companions = JPEGCompanions(
      bytes,
      markers: markers,
      xmp: [blocks.xmp, blocks.extendedXMP].compactMap { $0.map(XMPText.init) }
    )
  }

  /// Parses what stands before the first scan, and nothing behind it: no companions are looked for.
  ///
  /// - Parameter head: the file's first bytes, at least up to the first scan; fewer throw `truncated`.
  /// - Throws: as the other.
  public init(head: [UInt8]) throws {
    try self.init(try JPEGMarkers(head, headerOnly: true), head)
    mentionsDepth = [blocks.xmp, blocks.extendedXMP].contains { packet in
      packet.map { XMPText($0).mentions("GDepth:") } ?? false
    }
  }

  private init(_ markers: JPEGMarkers, _ bytes: [UInt8]) throws {
    guard let frame = try Self.readFrame(markers, bytes) else {
      throw Problem(.damaged, ["detail": "JPEG without a frame"])
    }
    self.frame = frame
    primaryEnd = markers.end
    let metadata = JPEGMetadata(markers, bytes)
    blocks = metadata.blocks
    exifRange = metadata.exifRange
    exifIsUnusable = metadata.exifIsUnusable
    profile = metadata.profile
    adobeTransform = metadata.adobeTransform
  }

  /// Whether XMP speaks of depth, which is no picture behind this one; told only by `init(head:)`.
  public private(set) var mentionsDepth = false

  private static func readFrame(_ markers: JPEGMarkers, _ bytes: [UInt8]) throws -> Frame? {
    guard let segment = markers.segments.first(where: { JPEGMarkers.isFrame($0.marker) }) else { return nil }
    var cursor = ByteCursor(bytes, in: segment.payload)
    let precision = Int(try cursor.readByte())
    let height = try cursor.readNumber(2)
    let width = try cursor.readNumber(2)
    let count = Int(try cursor.readByte())
    // A height of 0 announces a DNL segment after the first scan (B.2.5), which no camera writes.
    guard width > 0, height > 0, count > 0 else {
      throw Problem(.damaged, ["detail": "JPEG of \(width) x \(height) with \(count) components"])
    }
    let kind = segment.marker & 0x0F
    return Frame(
      size: PixelSize(width: width, height: height),
      precision: precision,
      componentCount: count,
      isProgressive: kind & 3 == 2,
      isLossless: kind & 3 == 3,
      isArithmetic: kind >= 8
    )
  }
}
