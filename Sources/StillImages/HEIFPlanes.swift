internal import Pixels

/// A decoded picture as it was coded: luma and chroma planes, packed rows, one sample an element.
struct HEIFPlanes {
  /// Columns and rows of luma.
  var size: PixelSize
  /// 0 monochrome, 1 4:2:0, 2 4:2:2, 3 4:4:4.
  var chromaFormat: Int
  /// Bits of a sample.
  var bitDepth: Int
  /// Luma.
  var luma: [UInt16]
  /// Blue difference; empty where monochrome.
  var blue: [UInt16] = []
  /// Red difference; empty where monochrome.
  var red: [UInt16] = []
  /// Matrix, primaries and range as the bit stream states them.
  var meaning: HEIFSampleMeaning

  /// Columns of a chroma plane.
  var chromaWidth: Int { chromaFormat == 3 ? size.width : (size.width + 1) / 2 }
  /// Rows of a chroma plane.
  var chromaHeight: Int { chromaFormat == 1 ? (size.height + 1) / 2 : size.height }
}
