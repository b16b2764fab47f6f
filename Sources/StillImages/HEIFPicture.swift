internal import Containers
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
}

/// A picture coded as one HEVC intra picture.
struct HEIFCodedPicture: Sendable {
  /// The item, for messages.
  var id: UInt32
  /// Where its data stands; complete.
  var extents: [Range<Int>]
  /// Its codec's parameters.
  var configuration: HEIFCodecConfiguration
  /// Size of the part that is the picture (`ispe`), from the upper left corner of what is decoded.
  var size: PixelSize
  /// What the boxes say of the samples.
  var meaning: HEIFSampleMeaning
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
