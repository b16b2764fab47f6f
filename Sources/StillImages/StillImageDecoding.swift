internal import Messages
internal import Pixels

/// What a format's adapter offers the front: everything of a picture that is known before decoding, then its pixels.
///
/// An adapter's initialiser parses the whole structure, checks the size against the limits and throws
/// `Problem`; `decodePixels` gives the whole picture or throws, never a part of it.
protocol StillImageDecoding: Sendable {
  /// What the file says of itself.
  var header: StillImageHeader { get }
  /// What is worth saying about this file even if all goes well.
  var notes: [Note] { get }
  /// The whole picture, `header.orientation` not applied.
  ///
  /// - Parameter threads: the most threads a codec may use; at least 1.
  func decodePixels(threads: Int) throws -> PixelBuffer
  /// The whole picture as luma and colour differences, `header.orientation` not applied; nil where the file has it
  /// otherwise (deeper samples, another matrix or range, alpha, transformations that planes can't follow).
  func decodePlanes(threads: Int) throws -> ColourPlanes?
  /// The whole picture in a size that is cheap to decode, neither side smaller than `atLeast` (nor than the picture).
  func decodePixels(threads: Int, atLeast: PixelSize) throws -> PixelBuffer
  /// The gain map, turned as `decodePixels` turns the picture. Called only where `header.gainMap` can be kept.
  func decodeGainMap(threads: Int) throws -> GainMap
  /// Depth maps and mattes that a HEIC copy can take along; nil where there are none.
  func auxiliaries() -> HEIFAuxiliaries?
  /// A picture of the file besides the primary one; `header.further.furtherImageCount` says how many there are.
  ///
  /// - Parameter number: from 1, in the order of the file.
  func further(_ number: Int) throws -> any StillImageDecoding
  /// The frames of a file that moves, even if it has but one; nil of all others.
  var animation: PictureAnimation? { get }
}

extension StillImageDecoding {
  /// Formats that don't move.
  var animation: PictureAnimation? { nil }

  /// Formats that code red, green and blue have no such planes.
  func decodePlanes(threads: Int) throws -> ColourPlanes? { nil }

  /// Formats without reduced decoding give the full size.
  func decodePixels(threads: Int, atLeast: PixelSize) throws -> PixelBuffer {
    try decodePixels(threads: threads)
  }

  /// Formats other than HEIC.
  func auxiliaries() -> HEIFAuxiliaries? { nil }

  /// Formats that hold no gain maps.
  func decodeGainMap(threads: Int) throws -> GainMap { throw Problem(.internalError, ["detail": "gain map"]) }

  /// Formats that hold one picture.
  func further(_ number: Int) throws -> any StillImageDecoding {
    throw Problem(
      .codecUnsupported,
      ["codec": "\(header.format.rawValue.uppercased()) of several pictures", "detail": ""]
    )
  }
}
