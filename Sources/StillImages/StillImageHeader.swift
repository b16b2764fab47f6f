public import Containers
public import Pixels

/// A format that still pictures are read from, and except for BMP and GIF written to.
public enum StillFormat: String, Sendable, CaseIterable, Codable {
  case heic
  case jpeg
  case png
  case avif
  case jxl
  case webp
  case tiff
  case bmp
  case gif
}

extension StillFormat {
  /// Whether copies are made in this format.
  public var isWritten: Bool { self != .bmp && self != .gif }

  /// Whether every sample is kept whatever is asked.
  public var isAlwaysLossless: Bool { self == .png || self == .tiff }
}

/// How a picture carries more light than standard dynamic range, if it does.
public enum HDRKind: String, Sendable, Codable {
  /// Standard dynamic range.
  case none
  /// A standard base picture with a gain map beside it (Apple, Ultra HDR, ISO 21496-1, Samsung, Adobe).
  case gainMap = "gain-map"
  /// The primary picture itself is coded with SMPTE ST 2084.
  case perceptualQuantizer = "pq"
  /// The primary picture itself is coded with Hybrid Log-Gamma.
  case hybridLogGamma = "hlg"
}

/// Pictures and data in a file beside the primary picture that a copy of the primary leaves behind.
public struct FurtherContent: Hashable, Sendable {
  /// Top-level pictures besides the primary (bursts, stereo, sequences).
  public var furtherImageCount = 0
  /// Kinds of auxiliary pictures other than alpha and gain map, for people: "depth", "portrait matte", or the URN.
  public var auxiliaryKinds: [String] = []
  /// Where a Motion Photo's video stands in the file.
  public var motionVideo: MotionVideo?
  /// Whether it has one.
  public var hasMotionVideo: Bool { motionVideo != nil }

  /// Nothing beside the primary picture.
  public init() {}
}

/// What a picture file says of itself before any pixel is decoded.
public struct StillImageHeader: Sendable {
  /// The file's format, told by content.
  public var format: StillFormat
  /// Size of the buffer that `decodePixels` returns (container transformations done, `orientation` not yet).
  public var size: PixelSize
  /// What is still to be done to the decoded pixels. HEIF: always `.up`, the container's irot/imir/clap are applied
  /// by the decoder and win over Exif (MIAF 7.3.10.1).
  public var orientation: Orientation
  /// Channels of the decoded buffer.
  public var layout: ChannelLayout
  /// Significant bits of a sample in the file: 8, 10, 12, 16 (1, 2, 4 are widened to 8).
  public var bitsPerSample: Int
  /// Meaning of the numbers.
  public var colour: ColourDescription
  /// Dynamic range.
  public var hdr: HDRKind
  /// The gain map, where the file has one, of whatever kind `hdr` is.
  public var gainMap: GainMapFacts?
  /// Exif, XMP, IPTC.
  public var blocks: MetadataBlocks
  /// What else is in the file.
  public var further: FurtherContent

  /// Makes a header.
  public init(
    format: StillFormat,
    size: PixelSize,
    orientation: Orientation,
    layout: ChannelLayout,
    bitsPerSample: Int,
    colour: ColourDescription,
    hdr: HDRKind,
    blocks: MetadataBlocks,
    further: FurtherContent
  ) {
    self.format = format
    self.size = size
    self.orientation = orientation
    self.layout = layout
    self.bitsPerSample = bitsPerSample
    self.colour = colour
    self.hdr = hdr
    self.blocks = blocks
    self.further = further
  }
}
