public import Messages
public import Pixels

/// Opens a picture of any format that is read: its header at once, its pixels when asked.
public struct StillImageReader: Sendable {
  private let adapter: any StillImageDecoding

  /// Reads all but the pixels.
  ///
  /// - Throws: `Problem` `inputEmpty`, `formatUnknown`, `formatUnsupported`, or any of `decode.*`; limits are checked
  ///   before memory is taken.
  public init(bytes: [UInt8], limits: DecodingLimits) throws {
    switch FormatDetector.detect(Array(bytes.prefix(FormatDetector.neededByteCount))) {
    case .still(.jpeg): adapter = try JPEGReader(bytes: bytes, limits: limits)
    case .still(.png): adapter = try PNGReader(bytes: bytes, limits: limits)
    case .still(.heic), .still(.avif): adapter = try HEIFReader(bytes: bytes, limits: limits)
    case .still(.webp): adapter = try WebPReader(bytes: bytes, limits: limits)
    case .still(.tiff): adapter = try TIFFReader(bytes: bytes, limits: limits)
    case .still(.bmp): adapter = try BMPReader(bytes: bytes, limits: limits)
    case .still(.gif): adapter = try GIFReader(bytes: bytes, limits: limits)
    case .still(.jxl): adapter = try JXLReader(bytes: bytes, limits: limits)
    case .otherStill(let name), .video(let name): throw Problem(.formatUnsupported, ["format": name])
    case .unknown: throw Problem(.formatUnknown, ["found": ""])
    case .empty: throw Problem(.inputEmpty)
    }
  }

  init(adapter: any StillImageDecoding) { self.adapter = adapter }

  /// A picture of the file besides the primary one: a further item, page, eye, or frame as a viewer shows it. Where it has
  /// no Exif, XMP or IPTC of its own it has the file's.
  ///
  /// Frames are decoded one after another, once, where they are asked for in their order; nothing is decoded here.
  ///
  /// - Parameter number: 1...`header.further.furtherImageCount`, in the order of the file.
  /// - Throws: `decode.*` where this picture can't be read, whatever became of the others.
  public func further(_ number: Int) throws -> StillImageReader {
    guard number >= 1, number <= header.further.furtherImageCount else {
      throw Problem(.internalError, ["detail": "picture \(number) of \(header.further.furtherImageCount)"])
    }
    return StillImageReader(adapter: try adapter.further(number))
  }

  /// What the file says of itself.
  public var header: StillImageHeader { adapter.header }

  /// The frames of a picture that moves, even if it has but one; nil of all others. A GIF always moves.
  public var animation: PictureAnimation? { adapter.animation }

  /// What is worth saying about the file even if all goes well: an unusable profile, converted CMYK, unreadable Exif.
  public var notes: [Note] { adapter.notes }

  /// The whole picture, `header.orientation` not applied. Damage and truncation throw; there is never half a picture.
  ///
  /// - Parameter threads: the most threads a codec may use; at least 1.
  public func decodePixels(threads: Int) throws -> PixelBuffer { try adapter.decodePixels(threads: threads) }

  /// The whole picture as luma and colour differences, `header.orientation` not applied, as `ColourPlanes` says; nil where
  /// the file does not have it so. Damage throws as in `decodePixels`.
  public func decodePlanes(threads: Int) throws -> ColourPlanes? {
    try adapter.decodePlanes(threads: threads)
  }

  /// The gain map that belongs to the picture, `header.orientation` not applied, in its own size.
  ///
  /// - Throws: `decode.*` where it is damaged, or there is none that could be kept (`GainMapFacts.isComplete`).
  public func decodeGainMap(threads: Int) throws -> GainMap {
    guard header.gainMap?.isComplete == true else { throw Problem(.damaged, ["detail": "gain map"]) }
    return try adapter.decodeGainMap(threads: threads)
  }

  /// Depth maps and mattes of a HEIC picture, which a HEIC copy can take along as they are; nil where there are none.
  public func auxiliaries() -> HEIFAuxiliaries? { adapter.auxiliaries() }

  /// The whole picture, perhaps smaller where that is cheaper (JPEG: 1/2, 1/4, 1/8), but neither side smaller than that
  /// of `atLeast`, which like `header.size` is before orientation. For thumbnails and shrinking.
  public func decodePixels(threads: Int, atLeast: PixelSize) throws -> PixelBuffer {
    try adapter.decodePixels(threads: threads, atLeast: atLeast)
  }
}
