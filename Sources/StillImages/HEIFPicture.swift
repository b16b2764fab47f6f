internal import Containers
internal import Messages
internal import Pixels

/// How the samples of a coded picture become light: the matrix and range of ITU-T H.273 as the file's boxes state
/// them; nil where only the bit stream can tell.
struct HEIFSampleMeaning: Hashable, Sendable {
  /// MatrixCoefficients.
  var matrix: Int?
  /// ColourPrimaries, from which matrix 12 is derived.
  var primaries: Int?
  /// Whether samples use the full range.
  var isFullRange: Bool?

  /// Whether 8-bit samples are those of `ColourPlanes`. What the boxes (`self`) say comes before what the bit stream says, and a
  /// matrix nobody states is BT.601 (`HEIFColourMatrix`).
  func areColourPlanes(_ stream: HEIFSampleMeaning, chromaFormat: Int) -> Bool {
    (isFullRange ?? stream.isFullRange) == true
      && (chromaFormat == 0 || [2, 5, 6].contains(matrix ?? stream.matrix ?? 6))
  }
}

/// How a picture is coded.
enum HEIFCoding: Sendable {
  /// As one HEVC intra picture.
  case hevc(HEIFCodecConfiguration)
  /// As one AV1 key frame.
  case av1(AV1SequenceHeader)

  /// 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  var chromaFormat: Int {
    switch self {
    case .hevc(let configuration): configuration.chromaFormat
    case .av1(let header): header.chromaFormat
    }
  }

  /// Bits of a sample.
  var bitDepth: Int {
    switch self {
    case .hevc(let configuration): configuration.bitDepth
    case .av1(let header): header.bitDepth
    }
  }

  /// Size of the decoded picture.
  var size: PixelSize {
    switch self {
    case .hevc(let configuration): configuration.size
    case .av1(let header): header.size
    }
  }
}

/// A picture coded as one frame of a video codec.
struct HEIFCodedPicture: Sendable {
  /// The item, for messages.
  var id: UInt32
  /// Where its data stands; complete.
  var extents: [Range<Int>]
  /// Its codec and that codec's parameters.
  var coding: HEIFCoding
  /// Size of the part that is the picture (`ispe`), from the upper left corner of what is decoded.
  var size: PixelSize
  /// What the boxes say of the samples.
  var meaning: HEIFSampleMeaning

  /// What is thrown where the decoded picture is another one than the boxes promise.
  var contradiction: Problem {
    Problem(.damaged, ["detail": "picture \(id) is not what its configuration says"])
  }
}

/// A picture item and how it is made, ready to be decoded: all sizes are checked.
struct HEIFPicture: Sendable {
  /// What a picture is made from.
  indirect enum Content: Sendable {
    /// One coded picture.
    case coded(HEIFCodedPicture)
    /// Equal tiles, row by row; what reaches over the right and lower border is cut off.
    case grid(columns: Int, tiles: [HEIFCodedPicture])
    /// Another picture as it is, with its own transformations done.
    case identity(HEIFPicture)
    /// Pictures laid over each other on a background of 16-bit red, green, blue, alpha.
    case overlay(background: [Int], layers: [HEIFLayer])
  }

  /// The item, for messages.
  var id: UInt32
  /// What it is made from.
  var content: Content
  /// Size before the transformations.
  var size: PixelSize
  /// Size after them.
  var transformedSize: PixelSize
  /// The transformations, in order.
  var transformations: [HEIFTransformation]
  /// Channels.
  var layout: ChannelLayout
  /// Significant bits of a sample.
  var bitDepth: Int
  /// The picture that holds its alpha channel.
  var alpha: [HEIFPicture] = []
  /// Whether colours are multiplied by alpha (`prem`).
  var isPremultiplied = false

  /// The coded picture that it is, or that its first part is.
  var firstCoded: HEIFCodedPicture? {
    switch content {
    case .coded(let coded): coded
    case .grid(_, let tiles): tiles.first
    case .identity(let source): source.firstCoded
    case .overlay(_, let layers): layers.first?.picture.firstCoded
    }
  }
}

/// A picture's place in an overlay.
struct HEIFLayer: Sendable {
  /// The picture.
  var picture: HEIFPicture
  /// Columns right of the canvas' left border; may be negative.
  var left: Int
  /// Rows below the canvas' upper border; may be negative.
  var top: Int
}
